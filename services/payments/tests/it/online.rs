//! Online orders by week, against a plain recomputation from the checks.

use std::collections::BTreeMap;

use jiff::civil::Weekday;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::BusinessDate;
use saffron_proto::payments::{GetCurrentWeekPayoutRequest, ListPayoutHistoryRequest, WeekPayout};
use saffron_testkit::{listed, number, pages};
use serde_json::{Value, json};

use crate::world::{POS, World, check, field, with};

async fn current(world: &World) -> WeekPayout {
    let message = GetCurrentWeekPayoutRequest { pos_id: POS.into() };
    let answer = world.client().get_current_week_payout(world.request(&[POS], message)).await.unwrap();
    answer.into_inner().week.unwrap()
}

async fn history(world: &World, limit: i32) -> Vec<WeekPayout> {
    history_of(world, POS, limit).await
}

async fn history_of(world: &World, pos_id: &str, limit: i32) -> Vec<WeekPayout> {
    let page = async |cursor| {
        let message = ListPayoutHistoryRequest { pos_id: pos_id.into(), limit, cursor };
        listed(world.client().list_payout_history(world.request(&[pos_id], message)).await.unwrap()).await
    };
    pages(page).await.concat()
}

fn online(id: &str, date: &str, dollars: f64) -> Value {
    let close = format!("{date}T12:00:00");
    with(check(id, &close, None, dollars), json!({"orderInputType": "online", "businessDate": date}))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_week_is_the_sum_of_its_checks_less_the_fee() {
    // A Saturday.
    let world = World::at("2026-07-18T16:00:00Z").await;
    let refund = with(online("back", "2026-07-17", -10.0), json!({"refundOf": "c1"}));
    let void = with(online("void", "2026-07-17", 50.0), json!({"voided": true}));
    let counter = with(online("counter", "2026-07-17", 50.0), json!({"orderInputType": "Counter"}));
    world
        .checks(&[online("c1", "2026-07-13", 10.0), online("c2", "2026-07-18", 13.5), refund, void, counter])
        .await;
    let week = current(&world).await;
    assert_eq!(
        (week.week_start.as_str(), week.week_end.as_str(), week.payment_date.as_str()),
        ("2026-07-13", "2026-07-19", "2026-07-22")
    );
    // 10.00: 27 and 5 cents; 13.50: 36.45, rounded, and 5 cents.
    assert_eq!((week.orders, week.charged, week.fee, week.amount), (2, 1350, 32 + 41, 1350 - 73));
    assert!(history(&world, 0).await.is_empty());
    // A late check, and a correction that moves one to another week.
    let moved = with(online("c2", "2026-07-12", 20.0), json!({"revision": 2}));
    world.checks(&[online("late", "2026-07-06", 5.0), moved]).await;
    let week = current(&world).await;
    assert_eq!((week.orders, week.charged, week.fee), (1, 0, 32));
    let past = history(&world, 1).await;
    assert_eq!(past.len(), 1);
    assert_eq!((past[0].week_start.as_str(), past[0].orders, past[0].charged), ("2026-07-06", 2, 2500));
    // On Monday it is history.
    world.set_clock("2026-07-20T16:00:00Z");
    assert_eq!(current(&world).await.orders, 0);
    assert_eq!(history(&world, 1).await.len(), 2);
    let message = ListPayoutHistoryRequest { pos_id: POS.into(), limit: 501, cursor: String::new() };
    assert_eq!(field(world.client().list_payout_history(world.request(&[POS], message)).await), "limit");
    let message = ListPayoutHistoryRequest { pos_id: POS.into(), limit: 1, cursor: "x".into() };
    assert_eq!(field(world.client().list_payout_history(world.request(&[POS], message)).await), "cursor");
}

#[tokio::test(flavor = "multi_thread")]
async fn paid_week_stays_when_the_start_of_the_day_is_set() {
    // A Saturday: the week before was paid on Wednesday.
    let world = World::at("2026-07-18T16:00:00Z").await;
    // Mondays at five in the morning: with days from six on, the Sundays before.
    let early =
        |id: &str, close: &str| with(check(id, close, None, 10.0), json!({"orderInputType": "online"}));
    let events = [early("paid", "2026-07-06T05:00:00"), early("due", "2026-07-13T05:00:00")]
        .map(|check| world.event("check.closed", check));
    world.record(POS, &events).await;
    let weeks = async || {
        let past = history(&world, 0).await.into_iter().map(|week| (week.week_start, week.orders));
        let past: BTreeMap<_, _> = past.collect();
        (past, current(&world).await.orders)
    };
    let paid = BTreeMap::from([("2026-07-06".to_owned(), 1)]);
    assert_eq!(weeks().await, (paid.clone(), 1));
    // The same events, stamped again: one would leave a paid week, the other would enter it.
    let six = format!("{} 06:00;1", saffron_testkit::ZONE);
    world.ingest_at(world.now(), &six, POS, &events).await;
    world.settled().await;
    assert_eq!(weeks().await, (paid, 1));
    // Between weeks that are not paid yet they move.
    world.set_clock("2026-07-13T16:00:00Z");
    let moving = [world.event("check.closed", early("moving", "2026-07-13T05:30:00"))];
    world.record(POS, &moving).await;
    assert_eq!(weeks().await.1, 2);
    world.ingest_at(world.now(), &six, POS, &moving).await;
    world.settled().await;
    assert_eq!(weeks().await.1, 1);
}

/// Orders, charged and fee, cents.
type Sums = (i64, i64, i64);

/// The slow computation: weeks of the newest version of each check, by their Monday.
fn plainly<'a>(newest: impl Iterator<Item = &'a Value>) -> BTreeMap<String, Sums> {
    let mut weeks: BTreeMap<String, Sums> = BTreeMap::new();
    for check in newest.filter(|check| check["orderInputType"] == "online" && check["voided"] != true) {
        let cents = |value: &Value| (value.as_f64().unwrap_or(0.0) * 100.0).round() as i64;
        let payments = check["payments"].as_array().unwrap().iter();
        let charged: i64 = payments.map(|payment| cents(&payment["amount"]) + cents(&payment["tip"])).sum();
        let is_refund = check["refundOf"].is_string();
        // 2.7 percent to the nearest cent, half a cent away from zero, and 5 cents.
        let nearest = charged.signum() * ((charged.abs() * 27 + 500) / 1000);
        let is_back = is_refund || charged < 0;
        let fee = if is_back || charged == 0 { 0 } else { nearest + 5 };
        let date: BusinessDate = check["businessDate"].as_str().unwrap().parse().unwrap();
        let monday =
            (0..7).map(|back| date.plus_days(-back)).find(|day| day.date().weekday() == Weekday::Monday);
        let week = weeks.entry(monday.unwrap().to_string()).or_default();
        *week = (week.0 + i64::from(!is_back), week.1 + charged, week.2 + fee);
    }
    weeks
}

/// A version of a check: on a day of seven weeks, online or not, paid in parts, perhaps void, perhaps a refund.
fn random_version(random: &mut StdRng, pos_id: &str, id: &str, revision: i64) -> Value {
    let date = BusinessDate::from_date(jiff::civil::date(2026, 6, 1)).plus_days(random.random_range(0..49));
    let is_refund = random.random_range(0..8) == 0;
    // Some tills send refunds that name no check.
    let is_negative = is_refund || random.random_range(0..12) == 0;
    let dollars = |cents: i64| if is_negative { -cents as f64 / 100.0 } else { cents as f64 / 100.0 };
    let payments: Vec<Value> = (0..random.random_range(0..4))
        .map(|_| {
            let tip = if random.random_bool(0.4) {
                json!(dollars(random.random_range(0..900)))
            } else {
                Value::Null
            };
            let mut payment = json!({"type": "Visa", "amount": dollars(random.random_range(0..20_000))});
            if !tip.is_null() {
                payment["tip"] = tip;
            }
            payment
        })
        .collect();
    let mut check = json!({"posID": pos_id, "posCheckID": id, "revision": revision, "items": [],
        "closeTime": format!("{date}T12:00:00"), "businessDate": date, "payments": payments,
        "orderInputType": if random.random_range(0..4) == 0 { "Counter" } else { "online" },
        "voided": random.random_range(0..6) == 0});
    if is_refund {
        check["refundOf"] = json!("c0");
    }
    check
}

#[tokio::test(flavor = "multi_thread")]
async fn weeks_equal_a_plain_recomputation_in_any_order() {
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let streams = number("SAFFRON_TEST_STREAMS").unwrap_or(40);
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_STREAMS={streams}");
    // A Saturday: the seventh week is running.
    let world = World::at("2026-07-18T16:00:00Z").await;
    let mut random = StdRng::seed_from_u64(seed);
    let mut expected = BTreeMap::new();
    let mut sent: Vec<(String, Vec<Value>)> = Vec::new();
    for pos_id in (0..streams).map(|number| format!("p{number}")) {
        let (mut newest, mut versions) = (BTreeMap::new(), Vec::new());
        for id in (0..random.random_range(1..60)).map(|number| format!("c{number}")) {
            for revision in 1..=random.random_range(1..4) {
                let check = random_version(&mut random, &pos_id, &id, revision);
                versions.push(world.event("check.closed", check.clone()));
                newest.insert(id.clone(), check);
            }
        }
        expected.insert(pos_id.clone(), plainly(newest.values()));
        // Some are repeated: the same event, or the same version under another id.
        for again in (0..versions.len()).step_by(3) {
            let mut event = versions[again].clone();
            if random.random_bool(0.5) {
                event = world.event("check.closed", event["data"].clone());
            }
            versions.push(event);
        }
        versions.shuffle(&mut random);
        while !versions.is_empty() {
            let part = versions.split_off(versions.len() - versions.len().min(random.random_range(1..40)));
            sent.push((pos_id.clone(), part));
        }
    }
    sent.shuffle(&mut random);
    for (pos_id, events) in &sent {
        world.ingest(pos_id, events).await;
    }
    world.settled().await;
    // So that every week is over.
    world.set_clock("2026-07-20T16:00:00Z");
    for (pos_id, expected) in &expected {
        let limit = random.random_range(1..4);
        let weeks = history_of(&world, pos_id, limit).await.into_iter().map(|week| {
            assert_eq!(week.amount, week.charged - week.fee);
            (week.week_start, (week.orders, week.charged, week.fee))
        });
        let weeks: BTreeMap<String, Sums> = weeks.collect();
        // A week without checks is not shown any more.
        let expected = expected.iter().filter(|(_, sums)| **sums != (0, 0, 0));
        let expected: BTreeMap<String, Sums> = expected.map(|(week, sums)| (week.clone(), *sums)).collect();
        assert_eq!(weeks, expected, "SAFFRON_TEST_SEED={seed} at {pos_id}");
    }
}
