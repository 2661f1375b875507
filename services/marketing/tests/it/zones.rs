//! A location's clock.

use saffron_core::fact::{StampedBatch, read_events};
use saffron_kit::nats::subject;
use serde_json::json;

use crate::world::{NOON, POS, World, ZONE, guest, with};

impl World {
    /// A batch that was received at that time, stamped with this zone.
    async fn batch_of(&self, pos_id: &str, zone: &str, received_at: &str, event: &str) {
        let zone = zone.parse().unwrap();
        let pos_id: saffron_core::PosId = pos_id.parse().unwrap();
        let fact = json!([{"specversion": "1.0", "id": event, "source": "till", "type": "customer.upserted",
            "data": with(guest(0, true), json!({"posID": pos_id.as_str()}))}]);
        let facts = read_events(&serde_json::to_vec(&fact).unwrap(), &pos_id, &zone).unwrap();
        let batch =
            StampedBatch { pos_id: pos_id.clone(), zone, received_at: received_at.parse().unwrap(), facts };
        self.nats.put(&subject::facts(&pos_id), serde_json::to_vec(&batch).unwrap()).await;
        self.nats.facts_settled("marketing").await;
    }

    async fn zone_of(&self, pos_id: &str) -> String {
        sqlx::query_scalar("SELECT time_zone FROM location WHERE pos_id = $1")
            .bind(pos_id)
            .fetch_one(&self.pool)
            .await
            .unwrap()
    }
}

#[tokio::test]
async fn an_older_batch_sets_no_zone_back() {
    let world = World::at(NOON).await;
    world.batch_of("new", "America/Chicago", "2026-07-15T15:00:00Z", "n2").await;
    world.batch_of("new", "America/Denver", "2026-07-15T14:00:00Z", "n1").await;
    assert_eq!(world.zone_of("new").await, "America/Chicago");
    world.batch_of("new", "America/Phoenix", "2026-07-15T15:30:00Z", "n3").await;
    assert_eq!(world.zone_of("new").await, "America/Phoenix");
    // Auth's description outranks every batch: batches carry an earlier one.
    world.batch_of(POS, "America/Denver", "2026-07-15T15:30:00Z", "n4").await;
    assert_eq!(world.zone_of(POS).await, ZONE);
}
