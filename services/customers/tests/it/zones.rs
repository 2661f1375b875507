//! A location's time zone: an older batch does not set it back.

use saffron_proto::customers::{SendRewardPointRequest, UpdateRewardPercentRequest};

use crate::world::{OWNER, World, ana, check, points_for, with};

const EAST: &str = "America/New_York";
const WEST: &str = "Pacific/Honolulu";

async fn batch(world: &World, received_at: &str, zone: &str, revision: i64) {
    let guest = with(ana("g1"), serde_json::json!({"revision": revision}));
    let event = world.event("customer.upserted", guest);
    world.ingest_at(received_at.parse().unwrap(), zone, "p1", &[event]).await;
    world.settled().await;
}

#[tokio::test]
async fn an_older_batch_does_not_set_the_time_zone_back() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    batch(&world, "2026-07-18T18:00:00Z", WEST, 1).await;
    assert_eq!(world.zone_of("p1").await, WEST);
    batch(&world, "2026-07-18T19:00:00Z", EAST, 2).await;
    assert_eq!(world.zone_of("p1").await, EAST);
    batch(&world, "2026-07-18T18:30:00Z", WEST, 3).await;
    assert_eq!(world.zone_of("p1").await, EAST, "a batch that came in before");
    batch(&world, "2026-07-18T19:30:00Z", WEST, 4).await;
    assert_eq!(world.zone_of("p1").await, WEST, "a batch that came in after");
}

#[tokio::test]
async fn points_of_an_older_batch_end_by_the_newer_zone() {
    // The 19th in New York, the 18th still in Honolulu.
    let world = World::at("2026-07-19T08:30:00Z").await;
    batch(&world, "2026-07-19T08:00:00Z", WEST, 1).await;
    let lot = SendRewardPointRequest { valid_until: "2026-07-18".into(), ..points_for("g1", 50) };
    let message = world.request_of(OWNER, &[("p1", WEST)], lot);
    world.client().send_reward_point(message).await.unwrap();
    let event = world.event("check.closed", check("c1", "g1", "2026-07-18T12:00:00", 10.0));
    world.ingest_at("2026-07-19T07:00:00Z".parse().unwrap(), EAST, "p1", &[event]).await;
    world.settled().await;
    assert_eq!(world.guest("p1", "g1").await.visits, 1);
    assert_eq!(world.points("p1", "g1").await, (50, 0));
}

#[tokio::test]
async fn a_call_sets_the_zone_unless_a_batch_is_newer() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    batch(&world, "2026-07-18T19:00:00Z", WEST, 1).await;
    let percent = |zone: &str, percent| {
        let message = UpdateRewardPercentRequest { pos_id: "p1".into(), percent };
        world.request_of(OWNER, &[("p1", zone)], message)
    };
    world.client().update_reward_percent(percent(EAST, 100)).await.unwrap();
    assert_eq!(world.zone_of("p1").await, EAST, "an hour after the batch");
    batch(&world, "2026-07-18T19:59:30Z", WEST, 2).await;
    // A token lives a minute: it may have been signed before the batch came in.
    world.client().update_reward_percent(percent(EAST, 200)).await.unwrap();
    assert_eq!(world.zone_of("p1").await, WEST);
}
