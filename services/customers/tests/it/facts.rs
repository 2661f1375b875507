use serde_json::json;

use crate::world::{World, ana, check, with};

#[tokio::test]
async fn the_newest_version_of_contact_data_is_kept() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.checks("p1", &[check("c1", "g1", "2026-07-18T12:00:00", 10.0)]).await;
    let unnamed = world.guest("p1", "g1").await;
    assert_eq!((unnamed.first_name.as_str(), unnamed.email.as_str(), unnamed.visits), ("", "", 1));
    let newer = with(ana("g1"), json!({"revision": 3, "lastName": "Moore", "smsConsent": null}));
    world.guests("p1", &[newer, with(ana("g1"), json!({"revision": 2, "firstName": "Old"}))]).await;
    world.guests("p1", &[with(ana("g1"), json!({"revision": 1, "firstName": "Older"}))]).await;
    let guest = world.guest("p1", "g1").await;
    assert_eq!((guest.first_name.as_str(), guest.last_name.as_str()), ("Anabel", "Moore"));
    assert_eq!(guest.email, "anabel.zeppelin@example.com");
    assert_eq!(guest.cell_phone_number, "5558675309");
    assert_eq!((guest.email_consent, guest.sms_consent), (Some(true), None));
    assert_eq!((guest.visits, guest.last_visit.as_str()), (1, "2026-07-18T12:00:00"));
}

#[tokio::test]
async fn figures_are_those_of_the_newest_versions_of_checks() {
    let world = World::at("2026-07-18T23:00:00Z").await;
    let refund = with(check("c3", "g1", "2026-07-18T15:00:00", -4.0), json!({"refundOf": "c1"}));
    let first = with(check("c1", "g1", "2026-07-17T12:00:00", 10.0), json!({"discount": 1}));
    let second = check("c2", "g1", "2026-07-18T12:00:00", 20.0);
    world.checks("p1", &[first, second, refund]).await;
    let guest = world.guest("p1", "g1").await;
    assert_eq!((guest.visits, guest.spend), (2, 2500));
    assert_eq!(guest.last_visit, "2026-07-18T12:00:00", "a refund is no visit");
    let void = with(check("c2", "g1", "2026-07-18T12:00:00", 20.0), json!({"revision": 2, "voided": true}));
    world.checks("p1", &[void]).await;
    let guest = world.guest("p1", "g1").await;
    assert_eq!((guest.visits, guest.spend), (1, 500));
    assert_eq!(guest.last_visit, "2026-07-17T12:00:00");
}

#[tokio::test]
async fn corrections_and_voids_correct_points() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.percent("p1", 1000).await;
    world.set_clock("2026-07-18T23:00:00Z");
    let closed = "2026-07-18T17:00:00";
    world.checks("p1", &[check("c1", "g1", closed, 10.0)]).await;
    assert_eq!(world.points("p1", "g1").await, (100, 0));
    world.checks("p1", &[with(check("c1", "g1", closed, 15.0), json!({"revision": 2}))]).await;
    assert_eq!(world.points("p1", "g1").await, (150, 0));
    world.checks("p1", &[with(check("c2", "g1", closed, 5.0), json!({"rewardUsed": 1.2}))]).await;
    assert_eq!(world.points("p1", "g1").await, (150 + 38 - 120, 0));
    world
        .checks("p1", &[with(check("c1", "g1", closed, 15.0), json!({"revision": 3, "voided": true}))])
        .await;
    assert_eq!(world.points("p1", "g1").await, (0, 82));
    let moved: Vec<i64> = world.ledger("p1", "g1").await.iter().map(|entry| entry.points).collect();
    assert_eq!(moved.iter().sum::<i64>(), -82);
    // Earned points repay first.
    world.checks("p1", &[check("c3", "g1", closed, 10.0)]).await;
    assert_eq!(world.points("p1", "g1").await, (18, 0));
}

#[tokio::test]
async fn a_correction_moves_points_to_another_guest() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.percent("p1", 1000).await;
    world.checks("p1", &[check("c1", "g1", "2026-07-18T17:00:00", 10.0)]).await;
    let corrected = with(check("c1", "g2", "2026-07-18T17:00:00", 12.0), json!({"revision": 2}));
    world.checks("p1", &[corrected]).await;
    assert_eq!(world.points("p1", "g1").await, (0, 0));
    assert_eq!(world.points("p1", "g2").await, (120, 0));
    let (first, second) = (world.guest("p1", "g1").await, world.guest("p1", "g2").await);
    assert_eq!((first.visits, first.spend, first.last_visit.as_str()), (0, 0, ""));
    assert_eq!((second.visits, second.spend), (1, 1200));
    let mut anonymous = with(check("c1", "g2", "2026-07-18T17:00:00", 12.0), json!({"revision": 3}));
    anonymous.as_object_mut().unwrap().remove("posCustomerID");
    world.checks("p1", &[anonymous]).await;
    assert_eq!(world.points("p1", "g2").await, (0, 0));
}

#[tokio::test]
async fn repeated_facts_change_and_publish_nothing() {
    let world = World::at("2026-07-18T23:00:00Z").await;
    world.percent("p1", 1000).await;
    let events: Vec<_> = (0..20)
        .map(|n| {
            let close = format!("2026-07-18T19:{n:02}:00");
            world.event("check.closed", check(&format!("c{n}"), &format!("g{}", n % 3), &close, 10.0))
        })
        .collect();
    let mut push = world.nats.subscribe("push.v1.location.p1.customers_changed").await;
    let mut points = world.nats.subscribe("saffron.v1.p1.customers.points_changed").await;
    world.record("p1", &events).await;
    let first = push.expect_event(|_| true).await;
    assert_eq!(first.data["posID"], "p1");
    let mut published: Vec<String> = Vec::new();
    for _ in 0..3 {
        published.push(points.expect_event(|_| true).await.data["posCustomerID"].as_str().unwrap().into());
    }
    published.sort();
    assert_eq!(published, ["g0", "g1", "g2"], "once a guest and transaction");
    let before = world.ledger("p1", "g1").await;
    world.record("p1", &events).await;
    world.checks("p1", &[check("c99", "g9", "2026-07-18T19:00:00", 10.0)]).await;
    let next = push.expect_event(|_| true).await;
    assert_eq!(next.data["version"].as_i64(), first.data["version"].as_i64().map(|v| v + 1));
    assert_eq!(points.expect_event(|_| true).await.data["posCustomerID"], "g9");
    assert_eq!(world.ledger("p1", "g1").await, before);
}

#[tokio::test]
async fn four_thousand_checks_are_recorded_together() {
    let world = World::at("2026-07-18T12:00:00Z").await;
    world.percent("p1", 1000).await;
    world.set_clock("2026-07-18T23:00:00Z");
    for part in 0..4 {
        let events: Vec<_> = (0..1000)
            .map(|n| {
                let (id, close) = (part * 1000 + n, format!("2026-07-18T{:02}:00:00", 10 + n % 9));
                world.event("check.closed", check(&format!("c{id}"), &format!("g{n}"), &close, 10.0))
            })
            .collect();
        world.ingest("p1", &events).await;
    }
    let begun = std::time::Instant::now();
    world.settled().await;
    println!("4,000 checks of 1,000 guests in {:?}", begun.elapsed());
    let guests = world.count("customer WHERE visits = 4 AND points = 400").await;
    assert_eq!((guests, world.count("entry").await), (1000, 4000));
}
