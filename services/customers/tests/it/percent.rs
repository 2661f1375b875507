use saffron_proto::customers::{GetRewardPercentRequest, UpdateRewardPercentRequest};
use serde_json::json;

use crate::world::{World, check, field, points_for, with};

#[tokio::test]
async fn checks_of_a_clock_that_runs_ahead_are_worked_again() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.percent("p1", 1000).await;
    // Closed at 16:30 local time, which is in half an hour.
    world.checks("p1", &[check("c1", "g1", "2026-07-18T16:30:00", 10.0)]).await;
    world.checks("p1", &[check("c0", "g1", "2026-07-18T16:09:59", 10.0)]).await;
    assert_eq!(world.points("p1", "g1").await, (200, 0));
    world.set_clock("2026-07-18T20:10:00Z");
    let mut events = world.nats.subscribe("saffron.v1.p1.customers.reward_percent_changed").await;
    world.percent("p1", 300).await;
    assert_eq!(world.points("p1", "g1").await, (130, 0));
    let event = events.expect_event(|event| event.data["percentHundredths"] == 300).await;
    assert_eq!(event.data["effectiveFrom"], "2026-07-18T20:10:00Z");
    // A correction of an older check still goes by the older percentage.
    let corrected = with(check("c0", "g1", "2026-07-18T16:09:59", 20.0), json!({"revision": 2}));
    world.checks("p1", &[corrected]).await;
    assert_eq!(world.points("p1", "g1").await, (230, 0));
}

#[tokio::test]
async fn the_same_percentage_again_is_no_change() {
    let world = World::at("2026-08-05T20:00:00Z").await;
    for (now, percent) in
        [("2026-08-05T20:00:00Z", 100), ("2026-08-05T21:00:00Z", 100), ("2026-08-05T22:00:00Z", 250)]
    {
        world.set_clock(now);
        world.percent("p1", percent).await;
    }
    let july = with(check("c1", "g1", "2026-07-31T22:00:00", 30.0), json!({"rewardUsed": 10}));
    // After midnight it is still the business day of July.
    let late = check("c2", "g2", "2026-08-01T02:00:00", 5.5);
    let august = check("c3", "g2", "2026-08-01T12:00:00", 70.0);
    let refund = with(check("c4", "g1", "2026-07-31T23:00:00", -2.0), json!({"refundOf": "c1"}));
    let mut anonymous = check("c5", "g1", "2026-07-31T22:00:00", 30.0);
    anonymous.as_object_mut().unwrap().remove("posCustomerID");
    world.checks("p1", &[july, late, august, refund, anonymous]).await;
    world.client().send_reward_point(world.request(&["p1"], points_for("g2", 77))).await.unwrap();
    let message = || GetRewardPercentRequest { pos_id: "p1".into() };
    let answer =
        world.client().get_reward_percent(world.request(&["p1"], message())).await.unwrap().into_inner();
    let history: Vec<_> =
        answer.history.iter().map(|c| (c.percent, c.effective_from.as_str(), c.by.as_str())).collect();
    assert_eq!(
        history,
        [(250, "2026-08-05T18:00:00", "Ana Lopez"), (100, "2026-08-05T16:00:00", "Ana Lopez")]
    );
    assert_eq!((answer.percent, answer.outstanding_points), (250, 77));
    assert_eq!(answer.last_month, "2026-07-01");
    assert_eq!((answer.last_month_eligible, answer.last_month_checks), (2000 + 550 - 200, 2));
    let nothing = GetRewardPercentRequest { pos_id: "p2".into() };
    let nothing =
        world.client().get_reward_percent(world.request(&["p2"], nothing)).await.unwrap().into_inner();
    assert_eq!((nothing.percent, nothing.history.len(), nothing.outstanding_points), (0, 0, 0));
}

#[tokio::test]
async fn a_wrong_percentage_or_location_is_refused() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let message = |pos_id: &str, percent| UpdateRewardPercentRequest { pos_id: pos_id.into(), percent };
    for (pos_id, percent, expected) in [
        ("p1", 10_001, "rewardPercent"),
        ("p1", -1, "rewardPercent"),
        ("p9", 100, "posID"),
        ("", 100, "posID"),
    ] {
        let answer = world
            .client()
            .update_reward_percent(world.request(&["p1", "p2"], message(pos_id, percent)))
            .await;
        assert_eq!(field(answer), expected);
    }
    // The only location need not be named.
    world.client().update_reward_percent(world.request(&["p1"], message("", 100))).await.unwrap();
}
