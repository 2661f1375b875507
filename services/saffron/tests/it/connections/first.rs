//! From a token to figures.

use jiff::SignedDuration;
use saffron_core::Money;
use saffron_sandbox::square::{Location, Order};
use saffron_testkit::eventually_ok;
use saffron_till::{Payment, Person, Shift};
use serde_json::json;

use super::{Place, Square, TOKEN, refund, utc};

#[tokio::test(flavor = "multi_thread")]
async fn connected_location_shows_the_totals_of_square() {
    let square = Square::start().await;
    square.trade(7, 60);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let mut stream = square.world.stream(&ana.person, None).await;
    let begun = ana.begin(TOKEN).await.ok();
    assert_eq!((&begun["state"], &begun["accountName"]), (&json!("choosing"), &json!("Test Kitchens")));
    let offered: Vec<_> = begun["offered"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(offered, ["Main Street", "Rue du Port"]);
    let connection = ana.connect(&square).await;
    assert_eq!((&connection["state"], &connection["externalName"]), (&json!("live"), &json!("Main Street")));
    let read = ana.until_read(&connection).await;
    assert_eq!((&read["daysAsked"], &read["unmapped"], &read["faults"]), (&json!(0), &json!(0), &json!([])));
    ana.expect_days(&square.all_counted().await).await;
    assert_eq!(stream.expect("connection.changed").await.data["posID"], "p1");
    let list = ana.call("get-connections", json!({})).await.ok();
    let states: Vec<_> = list["connectionList"].as_array().unwrap().iter().map(|one| &one["state"]).collect();
    assert_eq!(states, ["live", "choosing"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changes_at_square_comes_in_by_polling() {
    let square = Square::start().await;
    let early = square.sell("early", "2026-07-16T12:00:00");
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    ana.expect_days(&square.all_counted().await).await;

    square.pass(SignedDuration::from_mins(3));
    square.sell("new", "2026-07-18T12:02:00");
    square.pass(SignedDuration::from_secs(75));
    ana.expect_days(&square.all_counted().await).await;
    // The tip changes a payment of another day, and the order stays as it was.
    let mut tipped = early.clone();
    tipped.payments[0].tip += Money::from_cents(333);
    square.put_at(Order::sale(tipped), square.world.clock.now());
    square.pass(SignedDuration::from_secs(75));
    ana.expect_days(&square.all_counted().await).await;
    square.put_at(Order::refund(refund(&early, "back", "2026-07-18T12:04:00")), square.world.clock.now());
    square.pass(SignedDuration::from_secs(75));
    ana.expect_days(&square.all_counted().await).await;
    let now = ana.now(&connection).await;
    assert!(now["lagSeconds"].as_i64().unwrap() <= 75, "{now}");
}

/// A shift of Server One from 9 AM on.
fn shift(clock_out: Option<&str>) -> Shift {
    Shift {
        pos_id: super::dice::PLACE.parse().unwrap(),
        id: "w1".parse().unwrap(),
        revision: 1,
        employee: Person { id: "e1".to_owned(), name: "Server One".to_owned() },
        job: "Server".to_owned(),
        clock_in: "2026-07-18T09:00:00".parse().unwrap(),
        clock_out: clock_out.map(|out| out.parse().unwrap()),
        unpaid_minutes: 0.into(),
        regular_minutes: None,
        overtime_minutes: 0.into(),
        rate: Some(Money::from_cents(1_500)),
        overtime_rate: None,
        tips: Money::ZERO,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tip_that_comes_after_a_shift_is_added_to_it() {
    let square = Square::start().await;
    square.stand_in.put_shift(&shift(None), utc("2026-07-18T09:00:00".parse().unwrap())).unwrap();
    let mut sale = square.sell("tipped", "2026-07-18T11:00:00");
    let (tender, paid) = ("Visa".to_owned(), sale.payments[0].amount);
    sale.payments = vec![Payment::new(tender, paid, Money::from_cents(100))];
    square.put(Order::sale(sale.clone()));
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    let expect_tips = async |wanted: f64| {
        let today = json!({"startDate": "2026-07-18", "endDate": "2026-07-18"});
        eventually_ok("the tips", || async {
            let rows = ana.call("get-labor-report", today.clone()).await.ok();
            if rows[0]["declaredTips"] == json!(wanted) { Ok(()) } else { Err(rows) }
        })
        .await;
    };
    square.pass(SignedDuration::from_mins(5));
    square.stand_in.put_shift(&shift(Some("2026-07-18T12:04:00")), square.world.clock.now()).unwrap();
    square.pass(SignedDuration::from_secs(75));
    expect_tips(1.0).await;
    // The payment changes alone, an hour after the shift ended.
    square.pass(SignedDuration::from_hours(1));
    sale.payments[0].tip = Money::from_cents(600);
    square.put_at(Order::sale(sale.clone()), square.world.clock.now());
    square.pass(SignedDuration::from_secs(75));
    expect_tips(6.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn payments_of_a_day_are_listed_once() {
    let square = Square::start().await;
    for (day, hour) in (13..18).flat_map(|day| (10..18).map(move |hour| (day, hour))) {
        square.sell(&format!("{day}-{hour}"), &format!("2026-07-{day}T{hour}:00:00"));
    }
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    ana.expect_days(&square.all_counted().await).await;
    // Once for each of 7 days, and for what changes: the checks, and the shifts by their tips.
    let calls = square.stand_in.calls_by_group();
    assert!((7..=9).contains(&calls["v2/payments"]), "{calls:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn paused_connection_brings_in_nothing_until_it_is_resumed() {
    let square = Square::start().await;
    square.sell("first", "2026-07-17T12:00:00");
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let bea = Place::new(&square.world, "bea@example.com", "p2").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    let other = bea.connect(&square).await;
    bea.until_read(&other).await;
    let before = square.all_counted().await;
    ana.expect_days(&before).await;
    assert_eq!(ana.of("pause-connection", &connection).await.ok()["state"], "paused");
    square.pass(SignedDuration::from_mins(10));
    square.sell("second", "2026-07-18T12:08:00");
    square.pass(SignedDuration::from_secs(75));
    // Another connection, which was due at the same time, is read.
    bea.expect_days(&square.all_counted().await).await;
    assert_eq!(ana.shown().await, before);
    assert_eq!(ana.of("resume-connection", &connection).await.ok()["state"], "live");
    ana.expect_days(&square.all_counted().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_location_is_connected_without_the_token_again() {
    let harbor = Location::new(&"square-other".parse().unwrap(), "Harbor", super::ZONE.parse().unwrap());
    let square = Square::start_beside(harbor, super::PAST_DAYS).await;
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    square.world.linked(&ana.person, "p2").await;
    let connection = ana.connect(&square).await;
    let left = ana.now(&connection).await["offered"].clone();
    let names: Vec<_> = left.as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Harbor"], "the other one is connected");
    let id = &connection["connectionID"];
    let of = |pos_id: &str, external_id: &serde_json::Value| json!({"sessionID": ana.person.session_id, "posID": pos_id, "begunAt": "p1", "connectionID": id, "externalID": external_id});
    let second = square.world.call("connect-location", of("p2", &left[0]["externalID"])).await.ok();
    assert_eq!((&second["state"], &second["externalName"]), (&json!("live"), &json!("Harbor")));
    assert_eq!(ana.now(&connection).await["offered"], json!([]));
    // Of another person, whose it is not.
    let bea = Place::new(&square.world, "bea@example.com", "p3").await;
    let foreign = json!({"begunAt": "p1", "connectionID": id, "externalID": left[0]["externalID"]});
    assert_eq!(bea.call("connect-location", foreign).await.status, 403);
}
