//! Points whose last day is over.

use saffron_proto::customers::SendRewardPointRequest;
use saffron_testkit::{OWNER, eventually};
use serde_json::{Value, json};

use crate::world::{World, ana, points_for, with};

/// More guests than are read at once.
const MANY: usize = 1_001;

#[tokio::test(flavor = "multi_thread")]
async fn points_expire_behind_many_whose_day_is_not_over() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let (west, east) = (("a-west", "Pacific/Honolulu"), ("b-east", "America/New_York"));
    let of = |(pos_id, zone): (&'static str, &'static str), count: usize| {
        let guest = |n: usize| {
            let data = with(ana(&format!("g{n}")), json!({"posID": pos_id}));
            world.event("customer.upserted", data)
        };
        let events: Vec<Value> = (0..count).map(guest).collect();
        (pos_id, zone, events)
    };
    for (pos_id, zone, events) in [of(west, MANY), of(east, 1)] {
        world.ingest_at(world.now(), zone, pos_id, &events).await;
        world.settled().await;
        for n in 0..events.len() {
            let lot = SendRewardPointRequest {
                valid_until: "2026-07-18".into(),
                ..points_for(&format!("g{n}"), 50)
            };
            let lot = with_location(lot, pos_id);
            let request = world.request_of(OWNER, &[(pos_id, zone)], lot);
            world.client().send_reward_point(request).await.unwrap();
        }
    }
    // The 19th in New York, and late on the 18th in Honolulu.
    world.set_clock("2026-07-19T09:00:00Z");
    eventually("points to expire", || async {
        let left: i64 =
            sqlx::query_scalar("SELECT sum(points_left)::bigint FROM reward WHERE pos_id = 'b-east'")
                .fetch_one(&world.pool)
                .await
                .unwrap();
        (left == 0).then_some(())
    })
    .await;
    let west: i64 = sqlx::query_scalar("SELECT sum(points_left)::bigint FROM reward WHERE pos_id = 'a-west'")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(west, 50 * MANY as i64);
}

fn with_location(mut lot: SendRewardPointRequest, pos_id: &str) -> SendRewardPointRequest {
    if let Some(to) = &mut lot.to {
        to.pos_id = pos_id.into();
    }
    lot
}
