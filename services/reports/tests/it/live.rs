use serde_json::json;

use crate::world::{World, check};

#[tokio::test]
async fn a_recorded_check_reaches_browsers_and_analysts() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let mut push = world.nats.subscribe("push.v1.location.p1.report_changed").await;
    let mut events = world.nats.subscribe("saffron.v1.p1.reports.check_recorded").await;
    let shift = json!({"posID": "p1", "posShiftID": "s1", "revision": 1, "rate": 20, "clockIn": "2026-07-18T14:00:00"});
    let sent = [
        world.event("check.closed", check("p1", "c1", "2026-07-18T12:00:00", 10.0)),
        world.event("shift.opened", shift),
    ];
    world.ingest("p1", &sent).await;
    let event = push.expect_event(|_| true).await;
    assert_eq!(event.r#type, "saffron.reports.report_changed.v2");
    assert_eq!((&event.data["businessDate"], &event.data["version"]), (&json!("2026-07-18"), &json!(1)));
    // It is 16:00 in New York: two hours of the open shift are counted.
    assert_eq!(event.data["totals"]["grossLabor"], json!(40.0));
    assert_eq!(event.data["totals"]["grossSales"], json!(10.0));
    assert_eq!(event.data["totals"]["openShifts"], json!(1));
    let recorded = events.expect_event(|_| true).await;
    assert_eq!(recorded.data["posCheckID"], "c1");
    assert_eq!(recorded.data["grossSales"], json!(10.0));
    assert!(recorded.sequence > 0);

    // A shift that was opened on another day, or is known otherwise now, changes what is read of that day.
    let yesterday = |rate: u32, revision: u32| {
        json!({"posID": "p1", "posShiftID": "s2", "revision": revision, "rate": rate,
               "clockIn": "2026-07-17T14:00:00"})
    };
    for (rate, revision, labor) in [(10, 1, 160.0), (11, 2, 176.0)] {
        world.ingest("p1", &[world.event("shift.opened", yesterday(rate, revision))]).await;
        let event = push.expect_event(|event| event.data["from"] == "2026-07-17").await;
        assert_eq!(
            (&event.data["to"], &event.data["businessDate"]),
            (&json!("2026-07-17"), &json!("2026-07-17"))
        );
        assert_eq!(event.data["totals"]["grossLabor"], json!(labor), "16 hours at most");
    }

    // The same check again changes and publishes nothing; the next one publishes both days that it touches.
    let mut moved = check("p1", "c1", "2026-07-16T12:00:00", 10.0);
    moved["revision"] = json!(2);
    world.ingest("p1", &[sent[0].clone()]).await;
    world.ingest("p1", &[world.event("check.closed", moved)]).await;
    let event = push.expect_event(|event| event.data["from"] == "2026-07-16").await;
    assert_eq!((&event.data["to"], &event.data["totals"]["grossSales"]), (&json!("2026-07-18"), &json!(0.0)));
}

#[tokio::test]
async fn a_removed_check_reaches_analysts_as_nothing() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let mut events = world.nats.subscribe("saffron.v1.p1.reports.check_recorded").await;
    let mut open = check("p1", "c2", "2026-07-18T12:00:00", 10.0);
    open["openTime"] = open["closeTime"].take();
    open.as_object_mut().unwrap().remove("closeTime");
    let removed = |id: &str| json!({"posID": "p1", "posCheckID": id, "revision": 2});
    // An open check has never counted, so that nothing is published when it goes.
    world.record("p1", &[world.event("check.opened", open)]).await;
    world.record("p1", &[world.event("check.removed", removed("c2"))]).await;
    world.record("p1", &[world.event("check.closed", check("p1", "c1", "2026-07-17T12:00:00", 10.0))]).await;
    let counted = events.expect_event(|_| true).await;
    assert_eq!((&counted.data["posCheckID"], &counted.data["voided"]), (&json!("c1"), &json!(false)));
    world.record("p1", &[world.event("check.removed", removed("c1"))]).await;
    let gone = events.expect_event(|_| true).await;
    assert_eq!((&gone.data["posCheckID"], &gone.data["revision"]), (&json!("c1"), &json!(2)));
    assert_eq!((&gone.data["voided"], &gone.data["grossPayment"]), (&json!(true), &json!(0.0)));
    assert_eq!(gone.data["businessDate"], "2026-07-17");
}
