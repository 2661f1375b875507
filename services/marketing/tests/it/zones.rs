//! A location's clock.

use serde_json::json;

use crate::world::{NOON, POS, World, ZONE, guest, with};

impl World {
    /// A batch that was received at that time, stamped with this zone.
    async fn batch_of(&self, pos_id: &str, zone: &str, received_at: &str) {
        let event = self.event("customer.upserted", with(guest(0, true), json!({"posID": pos_id})));
        self.ingest_at(received_at.parse().unwrap(), zone, pos_id, &[event]).await;
        self.settled().await;
    }
}

#[tokio::test]
async fn an_older_batch_sets_no_zone_back() {
    let world = World::at(NOON).await;
    world.batch_of("new", "America/Chicago", "2026-07-15T15:00:00Z").await;
    world.batch_of("new", "America/Denver", "2026-07-15T14:00:00Z").await;
    assert_eq!(world.zone_of("new").await, "America/Chicago");
    world.batch_of("new", "America/Phoenix", "2026-07-15T15:30:00Z").await;
    assert_eq!(world.zone_of("new").await, "America/Phoenix");
    // Auth's description outranks every batch: batches carry an earlier one.
    world.batch_of(POS, "America/Denver", "2026-07-15T15:30:00Z").await;
    assert_eq!(world.zone_of(POS).await, ZONE);
}
