//! Days beside what the POS itself counted.

use jiff::SignedDuration;
use saffron_core::Secret;
use saffron_sandbox::square::{Order, Tricks};
use saffron_testkit::eventually_ok;
use serde_json::{Value, json};

use super::dice::{Dice, check};
use super::{Place, Square};

/// The most minutes that pass while a proof is waited for: a difference counts once it is seen twice.
const MINUTES: usize = 90;

impl Place<'_> {
    /// The days that came in, the latest first.
    async fn proofs(&self, connection: &Value) -> Vec<Value> {
        let list = self.of("get-proofs", connection).await.ok();
        list["proofList"].as_array().unwrap().clone()
    }

    async fn proof(&self, connection: &Value, on: &str) -> Value {
        let fields = json!({"connectionID": connection["connectionID"], "businessDate": on});
        self.call("get-proof", fields).await.ok()
    }

    /// Waits, while some minutes pass, until these days stand so.
    async fn until_proven(&self, square: &Square, connection: &Value, wanted: &[(&str, &str)]) -> Vec<Value> {
        let passed = std::cell::Cell::new(0);
        eventually_ok("the proofs", || async {
            let days = self.proofs(connection).await;
            let day = |on: &str| days.iter().find(|day| day["businessDate"] == on);
            if wanted.iter().all(|(on, state)| day(on).is_some_and(|day| day["state"] == *state)) {
                return Ok(days);
            }
            let is_seen = |on: &str| day(on).is_some_and(|day| !day["checkedAt"].is_null());
            if passed.get() < MINUTES && wanted.iter().all(|(on, _)| is_seen(on)) {
                passed.set(passed.get() + 1);
                square.pass(SignedDuration::from_secs(61));
            }
            Err(format!("{days:#?}"))
        })
        .await
    }
}

fn cents(value: &Value) -> i64 {
    (value.as_f64().unwrap() * 100.0).round() as i64
}

fn line<'a>(day: &'a Value, figure: &str) -> &'a Value {
    let lines = day["lines"].as_array().unwrap().iter();
    lines.into_iter().find(|line| line["figure"] == figure).unwrap_or(&Value::Null)
}

const SETTLING: [(&str, &str); 7] = [
    ("2026-07-18", "notYet"),
    ("2026-07-17", "settling"),
    ("2026-07-16", "settling"),
    ("2026-07-15", "settling"),
    ("2026-07-14", "settling"),
    ("2026-07-13", "equal"),
    ("2026-07-12", "equal"),
];

#[tokio::test(flavor = "multi_thread")]
async fn proof_of_every_day_shows_no_difference() {
    let square = Square::start().await;
    square.trade(7, 60);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    let days = ana.until_proven(&square, &connection, &SETTLING).await;
    let counted = square.all_counted().await;
    for day in &days {
        assert_eq!((&day["independent"], cents(&day["difference"])), (&json!(true), 0), "{day}");
        let of_square = counted.get(day["businessDate"].as_str().unwrap()).copied().unwrap_or_default();
        let net = line(day, "net");
        assert_eq!((cents(&net["theirs"]), cents(&net["ours"])), (of_square.net, of_square.net), "{day}");
        assert_eq!((&day["posChecks"], &day["checks"]), (&json!(of_square.checks), &json!(of_square.checks)));
        assert!(!line(day, "collected").is_null() && !line(day, "due").is_null(), "{day}");
    }
    // Once the last one has settled, all of them are done.
    square.pass(SignedDuration::from_hours(5 * 24));
    let settled: Vec<(&str, &str)> = SETTLING.iter().map(|(on, _)| (*on, "equal")).collect();
    ana.until_proven(&square, &connection, &settled).await;
    let missing = ana
        .call("get-proof", json!({"connectionID": connection["connectionID"], "businessDate": "2026-01-01"}));
    assert_eq!(missing.await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn order_that_did_not_come_in_is_named_with_its_cents() {
    let square = Square::start().await;
    square.trade(8, 30);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_proven(&square, &connection, &SETTLING).await;
    // It cannot be read: its amounts are in another currency.
    let mut odd = square.merchant.clone();
    odd.locations[1].currency = "EUR".to_owned();
    square.stand_in.add_merchant(odd);
    let sale = check(&mut Dice::new(3), "odd", "2026-07-16T12:20:00".parse().unwrap());
    let (net, paid) = {
        let net = sale.lines.iter().map(|line| (line.amount - line.discount).cents()).sum::<i64>();
        (
            net - sale.discount.cents(),
            sale.payments.iter().map(|of| (of.amount + of.tip).cents()).sum::<i64>(),
        )
    };
    square.put_at(Order::sale(sale), square.world.clock.now());
    square.pass(SignedDuration::from_hours(97));
    ana.until_proven(&square, &connection, &[("2026-07-16", "differs")]).await;
    let day = ana.proof(&connection, "2026-07-16").await;
    assert_eq!(cents(&day["difference"]), -net, "{day}");
    assert_eq!(cents(&line(&day, "collected")["difference"]), -paid, "{day}");
    let differing = day["differing"].as_array().unwrap();
    assert_eq!((differing.len(), &differing[0]["posCheckID"]), (1, &Value::Null), "{day}");
    assert_eq!(cents(&line(&differing[0], "collected")["difference"]), -paid, "{day}");
    let hours: Vec<&Value> = day["hours"].as_array().unwrap().iter().map(|hour| &hour["startsAt"]).collect();
    assert_eq!(hours, ["2026-07-16T12:00:00"], "{day}");
    let alerts = async || -> Vec<Value> {
        let inbox = ana.call("get-communications", json!({})).await.ok();
        let all = inbox["communicationList"].as_array().unwrap();
        all.iter().filter(|one| one["kind"] == "salesDiffer").cloned().collect()
    };
    let passed = std::cell::Cell::new(0);
    let alert = eventually_ok("a notification", || async {
        match &alerts().await[..] {
            [alert] => Ok(alert.clone()),
            others => {
                // Once no other day waits to be compared.
                if passed.get() < MINUTES {
                    passed.set(passed.get() + 1);
                    square.pass(SignedDuration::from_secs(61));
                }
                Err(others.len())
            }
        }
    })
    .await;
    assert_eq!(
        (&alert["target"]["kind"], &alert["target"]["id"]),
        (&json!("connection"), &connection["connectionID"])
    );

    // Once it is read, the days are the same again.
    square.stand_in.add_merchant(square.merchant.clone());
    square.pass(SignedDuration::from_hours(7 * 24));
    ana.until_proven(&square, &connection, &[("2026-07-16", "equal")]).await;
    assert_eq!(alerts().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn day_that_square_has_not_counted_yet_waits() {
    let square = Square::start().await;
    square.trade(9, 30);
    // Up to the evening of July 16.
    let lag = 40 * 3_600;
    square.stand_in.set_tricks(Tricks { reporting_lag_seconds: lag, ..Tricks::default() });
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    let wanted = [("2026-07-17", "notYet"), ("2026-07-16", "notYet"), ("2026-07-15", "settling")];
    let days = ana.until_proven(&square, &connection, &wanted).await;
    let waiting = days.iter().find(|day| day["businessDate"] == "2026-07-16").unwrap();
    assert!(waiting["countedUntil"].as_str() < Some("2026-07-17T04:00:00"), "{waiting}");
    square.stand_in.set_tricks(Tricks { reporting_lag_seconds: 0, ..Tricks::default() });
    ana.until_proven(&square, &connection, &SETTLING).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn token_without_reports_is_proven_by_payments_alone() {
    let square = Square::start().await;
    square.trade(10, 30);
    let scopes = [
        "MERCHANT_PROFILE_READ",
        "ORDERS_READ",
        "PAYMENTS_READ",
        "ITEMS_READ",
        "INVENTORY_READ",
        "EMPLOYEES_READ",
        "TIMECARDS_READ",
    ];
    square.stand_in.add_token(&square.merchant.id, &Secret::new("EAAA-few"), Some(&scopes));
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let begun = ana.begin("EAAA-few").await.ok();
    let fields = json!({"connectionID": begun["connectionID"], "externalID": square.external_id()});
    let connection = ana.call("connect-location", fields).await.ok();
    let days = ana.until_proven(&square, &connection, &SETTLING).await;
    for day in &days {
        assert_eq!((&day["independent"], &day["posChecks"]), (&json!(false), &Value::Null), "{day}");
        let collected = line(day, "collected");
        assert_eq!(collected["theirs"], collected["ours"], "{day}");
        assert!(line(day, "net").is_null() && line(day, "due").is_null(), "{day}");
    }
}
