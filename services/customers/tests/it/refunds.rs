//! Points of refunds: a refund takes back points of its sale, whatever guest it names and in whatever order both come.

use serde_json::{Value, json};

use crate::world::{World, check, with};

const CLOSED: &str = "2026-07-18T17:00:00";

/// A refund of a check, without a guest.
fn refund(id: &str, of: &str, amount: f64) -> Value {
    let mut refund = with(check(id, "", "2026-07-18T18:00:00", -amount), json!({"refundOf": of}));
    refund.as_object_mut().unwrap().remove("posCustomerID");
    refund
}

fn again(check: Value, revision: i64, fields: Value) -> Value {
    with(with(check, json!({"revision": revision})), fields)
}

/// A location where points are earned at this percentage, in hundredths, from the 18th at noon on.
async fn earning(percent: i64) -> World {
    let world = World::at("2026-07-18T12:00:00Z").await;
    world.percent("p1", percent).await;
    world.set_clock("2026-07-19T20:00:00Z");
    world
}

#[tokio::test]
async fn a_refund_without_guest_takes_from_the_guest_of_its_sale() {
    let world = earning(1000).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0)]).await;
    assert_eq!(world.points("p1", "g1").await, (500, 0));
    world.checks("p1", &[refund("r1", "c1", 50.0)]).await;
    assert_eq!(world.points("p1", "g1").await, (0, 0));
    let ledger = world.ledger("p1", "g1").await;
    let moved: Vec<_> = ledger.iter().map(|entry| (entry.points, entry.pos_check_id.as_str())).collect();
    assert_eq!(moved, [(-500, "r1"), (500, "c1")]);
    assert_eq!(ledger[0].at, "2026-07-18T18:00:00", "when it was refunded");
}

#[tokio::test]
async fn a_refund_takes_nothing_from_another_guest_it_names() {
    let world = earning(1000).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0), check("c2", "g2", CLOSED, 50.0)]).await;
    world.checks("p1", &[with(refund("r1", "c1", 20.0), json!({"posCustomerID": "g2"}))]).await;
    assert_eq!(world.points("p1", "g1").await, (300, 0));
    assert_eq!(world.points("p1", "g2").await, (500, 0));
}

#[tokio::test]
async fn a_refund_takes_back_at_the_percentage_of_its_sale() {
    let world = earning(1000).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0)]).await;
    for (percent, id, left) in [(100, "r1", 250), (2000, "r2", 0)] {
        world.percent("p1", percent).await;
        let later =
            with(refund(id, "c1", 25.0), json!({"closeTime": "2026-07-19T16:00:00", "posCustomerID": "g1"}));
        world.checks("p1", &[later]).await;
        assert_eq!(world.points("p1", "g1").await, (left, 0), "{id}");
    }
}

#[tokio::test]
async fn partial_refunds_together_take_all_points_of_the_sale() {
    let world = earning(500).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0), check("c2", "g1", CLOSED, 50.0)]).await;
    assert_eq!(world.points("p1", "g1").await, (500, 0));
    let mut left = Vec::new();
    for (id, amount) in [("r1", 16.67), ("r2", 16.67), ("r3", 16.66), ("r4", 50.0)] {
        world.checks("p1", &[refund(id, "c1", amount)]).await;
        left.push(world.points("p1", "g1").await);
    }
    assert_eq!(left, [(417, 0), (333, 0), (250, 0), (250, 0)], "the other check's points stay");
    // One of them is voided: the others take no less.
    world.checks("p1", &[again(refund("r1", "c1", 16.67), 2, json!({"voided": true}))]).await;
    assert_eq!(world.points("p1", "g1").await, (250, 0));
    world.checks("p1", &[again(refund("r4", "c1", 50.0), 2, json!({"voided": true}))]).await;
    assert_eq!(world.points("p1", "g1").await, (250 + 83, 0));
}

#[tokio::test]
async fn refunds_give_back_at_most_the_spent_points() {
    let world = earning(1000).await;
    world.checks("p1", &[check("c0", "g1", "2026-07-18T16:00:00", 300.0)]).await;
    let sale = with(check("c1", "g1", CLOSED, 50.0), json!({"rewardUsed": 10}));
    world.checks("p1", &[sale]).await;
    assert_eq!(world.points("p1", "g1").await, (3000 - 1000 + 400, 0));
    world.checks("p1", &[with(refund("r1", "c1", 25.0), json!({"rewardUsed": -5}))]).await;
    assert_eq!(world.points("p1", "g1").await, (3000 - 500 + 200, 0));
    world.checks("p1", &[with(refund("r2", "c1", 60.0), json!({"rewardUsed": -30}))]).await;
    assert_eq!(world.points("p1", "g1").await, (3000, 0));
}

#[tokio::test]
async fn a_refund_before_its_sale_has_the_same_result() {
    let world = earning(1000).await;
    let facts = [
        check("c1", "g1", CLOSED, 50.0),
        refund("r1", "c1", 20.0),
        refund("r2", "c1", 10.0),
        again(refund("r1", "c1", 20.0), 2, json!({"voided": true})),
        again(check("c1", "g2", CLOSED, 40.0), 2, json!({})),
    ];
    let orders = [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 2, 0, 4, 3], [2, 4, 1, 3, 0], [3, 0, 4, 1, 2]];
    for (number, order) in orders.iter().enumerate() {
        let pos_id = format!("q{number}");
        world.set_clock("2026-07-18T12:00:00Z");
        world.percent(&pos_id, 1000).await;
        world.set_clock("2026-07-19T20:00:00Z");
        for place in order {
            world.checks(&pos_id, &[with(facts[*place].clone(), json!({"posID": pos_id}))]).await;
        }
        assert_eq!(world.points(&pos_id, "g2").await, (300, 0), "{order:?}");
        let first = [0, 1, 2].iter().map(|fact| order.iter().position(|place| place == fact)).max();
        if first < Some(order.iter().position(|place| *place == 4)) {
            assert_eq!(world.points(&pos_id, "g1").await, (0, 0), "{order:?}");
        }
        let together: Vec<Value> =
            facts.iter().map(|fact| with(fact.clone(), json!({"posID": pos_id}))).collect();
        world.checks(&pos_id, &together).await;
        assert_eq!(world.points(&pos_id, "g2").await, (300, 0), "again, {order:?}");
    }
}

#[tokio::test]
async fn a_voided_sale_is_taken_back_once() {
    let world = earning(1000).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0), check("c2", "g1", CLOSED, 50.0)]).await;
    world.checks("p1", &[refund("r1", "c1", 50.0)]).await;
    world.checks("p1", &[again(check("c1", "g1", CLOSED, 50.0), 2, json!({"voided": true}))]).await;
    assert_eq!(world.points("p1", "g1").await, (500, 0));
    world.checks("p1", &[again(check("c1", "g1", CLOSED, 80.0), 3, json!({}))]).await;
    assert_eq!(world.points("p1", "g1").await, (800, 0), "300 of the first are left");
}

#[tokio::test]
async fn a_correction_moves_a_refund_to_another_sale() {
    let world = earning(1000).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0), check("c2", "g2", CLOSED, 30.0)]).await;
    world.checks("p1", &[refund("r1", "c1", 40.0)]).await;
    world.checks("p1", &[again(refund("r1", "c2", 40.0), 2, json!({}))]).await;
    assert_eq!(world.points("p1", "g1").await, (500, 0));
    assert_eq!(world.points("p1", "g2").await, (0, 0));
    // No refund at all: a check of its own.
    let mut own = again(check("r1", "g2", CLOSED, 10.0), 3, json!({}));
    own.as_object_mut().unwrap().remove("refundOf");
    world.checks("p1", &[own]).await;
    assert_eq!(world.points("p1", "g2").await, (400, 0));
}

#[tokio::test]
async fn a_refund_of_an_unknown_check_or_itself_moves_nothing() {
    let world = earning(1000).await;
    let known = json!({"posCustomerID": "g1"});
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0)]).await;
    world
        .checks("p1", &[with(refund("r1", "c9", 50.0), known.clone()), with(refund("r2", "r2", 50.0), known)])
        .await;
    world.checks("p1", &[refund("r3", "r1", 50.0)]).await;
    assert_eq!(world.points("p1", "g1").await, (500, 0));
    // A check with negative amounts that names no refunded check counts for its own guest.
    let plain = check("r4", "g1", CLOSED, -20.0);
    world.checks("p1", &[plain]).await;
    assert_eq!(world.points("p1", "g1").await, (300, 0));
}

#[tokio::test]
async fn refunds_of_older_versions_stay_until_a_correction() {
    let world = earning(1000).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0), check("c2", "g2", CLOSED, 50.0)]).await;
    // As an older version stored it: with its own guest, and without the check that it refunds.
    world.checks("p1", &[with(check("r1", "g2", CLOSED, -10.0), json!({}))]).await;
    sqlx::query("UPDATE pos_check SET refund = true WHERE pos_check_id = 'r1'")
        .execute(&world.pool)
        .await
        .unwrap();
    world.checks("p1", &[check("c3", "g3", CLOSED, 10.0)]).await;
    assert_eq!((world.points("p1", "g1").await, world.points("p1", "g2").await), ((500, 0), (400, 0)));
    world.checks("p1", &[again(refund("r1", "c1", 10.0), 2, json!({}))]).await;
    assert_eq!((world.points("p1", "g1").await, world.points("p1", "g2").await), ((400, 0), (500, 0)));
}

#[tokio::test]
async fn a_refund_moves_no_points_of_an_erased_guest() {
    let world = earning(1000).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0)]).await;
    let erase = saffron_proto::customers::EraseCustomerRequest {
        pos_id: "p1".into(),
        pos_customer_id: "g1".into(),
        also_erase: Vec::new(),
    };
    world.client().erase_customer(world.request(&["p1"], erase)).await.unwrap();
    world.checks("p1", &[refund("r1", "c1", 50.0)]).await;
    assert_eq!(world.points("p1", "g1").await, (500, 0));
    // A correction says that the sale is of another guest: what was refunded meanwhile counts.
    world.checks("p1", &[again(check("c1", "g2", CLOSED, 60.0), 2, json!({}))]).await;
    assert_eq!(world.points("p1", "g2").await, (100, 0));
}

#[tokio::test]
async fn concurrent_sales_and_refunds_add_up() {
    let world = earning(1000).await;
    let mut events = Vec::new();
    for number in 0..40 {
        let sale = check(&format!("c{number}"), &format!("g{}", number % 3), CLOSED, 10.0);
        events.push(world.event("check.closed", sale));
        events.push(world.event("check.closed", refund(&format!("r{number}"), &format!("c{number}"), 10.0)));
        events.push(
            world.event("check.closed", refund(&format!("s{number}"), &format!("c{}", 39 - number), 5.0)),
        );
    }
    let percents = async {
        for percent in [300, 700, 20] {
            world.percent("p1", percent).await;
        }
    };
    let facts = async {
        for event in &events {
            world.ingest("p1", std::slice::from_ref(event)).await;
        }
    };
    tokio::join!(percents, facts);
    world.settled().await;
    for guest in ["g0", "g1", "g2"] {
        assert_eq!(world.points("p1", guest).await, (0, 0), "{guest}");
    }
}
