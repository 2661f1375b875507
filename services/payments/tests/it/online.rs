//! Online orders by week, against a plain recomputation from the checks.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::BusinessDate;
use saffron_proto::payments::{
    GetCurrentWeekPayoutRequest, ListPayoutHistoryRequest, WeekPayout, list_payout_history_response,
};
use serde_json::{Value, json};

use crate::world::{POS, World, check, field, with};

async fn current(world: &World) -> WeekPayout {
    let asked = GetCurrentWeekPayoutRequest { pos_id: POS.into() };
    let answer = world.client().get_current_week_payout(world.request(asked)).await.unwrap();
    answer.into_inner().week.unwrap()
}

async fn history(world: &World, limit: i32) -> Vec<WeekPayout> {
    let (mut weeks, mut cursor) = (Vec::new(), String::new());
    loop {
        let asked = ListPayoutHistoryRequest { pos_id: POS.into(), limit, cursor: cursor.clone() };
        let answer = world.client().list_payout_history(world.request(asked)).await.unwrap();
        let parts: Vec<_> = answer.into_inner().try_collect().await.unwrap();
        let mut next = None;
        for part in parts {
            match part.part.unwrap() {
                list_payout_history_response::Part::Week(week) => weeks.push(week),
                list_payout_history_response::Part::NextCursor(cursor) => next = Some(cursor),
            }
        }
        match next {
            Some(next) => cursor = next,
            None => return weeks,
        }
    }
}

fn online(id: &str, date: &str, dollars: f64) -> Value {
    let close = format!("{date}T12:00:00");
    with(check(id, &close, None, dollars), json!({"orderInputType": "online", "businessDate": date}))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_week_is_what_its_checks_bring_less_the_fee() {
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
    world.clock.set("2026-07-20T16:00:00Z".parse().unwrap());
    assert_eq!(current(&world).await.orders, 0);
    assert_eq!(history(&world, 1).await.len(), 2);
    let asked = ListPayoutHistoryRequest { pos_id: POS.into(), limit: 501, cursor: String::new() };
    assert_eq!(field(world.client().list_payout_history(world.request(asked)).await), "limit");
    let asked = ListPayoutHistoryRequest { pos_id: POS.into(), limit: 1, cursor: "x".into() };
    assert_eq!(field(world.client().list_payout_history(world.request(asked)).await), "cursor");
}

/// The slow way: weeks of the newest version of each check, each share in exact thousandths of a cent.
fn plainly(newest: &BTreeMap<String, (i64, Value)>) -> BTreeMap<String, (i64, i64, i64)> {
    let mut weeks: BTreeMap<String, (i64, i64, i64)> = BTreeMap::new();
    for (_, check) in newest.values() {
        if check["orderInputType"] != "online" || check["voided"] == true {
            continue;
        }
        let cents: i64 = check["payments"]
            .as_array()
            .unwrap()
            .iter()
            .map(|payment| (payment["amount"].as_f64().unwrap() * 100.0).round() as i64)
            .sum();
        let is_refund = check["refundOf"].is_string();
        let fee = if is_refund || cents == 0 { 0 } else { (cents * 27 + 500).div_euclid(1000) + 5 };
        let date: BusinessDate = check["businessDate"].as_str().unwrap().parse().unwrap();
        let monday = (0..7)
            .map(|back| date.plus_days(-back))
            .find(|day| day.date().weekday() == jiff::civil::Weekday::Monday);
        let week = weeks.entry(monday.unwrap().to_string()).or_default();
        *week = (week.0 + i64::from(!is_refund), week.1 + cents, week.2 + fee);
    }
    weeks
}

#[tokio::test(flavor = "multi_thread")]
async fn versions_in_any_order_give_what_a_plain_recomputation_gives() {
    for seed in 0..4 {
        let world = World::at("2026-07-18T16:00:00Z").await;
        let mut random = StdRng::seed_from_u64(seed);
        let mut sent = Vec::new();
        let mut newest: BTreeMap<String, (i64, Value)> = BTreeMap::new();
        for number in 0..150 {
            let id = format!("c{number}");
            for revision in 1..=random.random_range(1..4_i64) {
                let date = format!("2026-06-{:02}", random.random_range(1..29));
                let cents: i64 = random.random_range(0..20_000);
                let is_refund = random.random_range(0..8) == 0;
                let dollars = if is_refund { -cents as f64 / 100.0 } else { cents as f64 / 100.0 };
                let mut check = with(online(&id, &date, dollars), json!({"revision": revision}));
                if is_refund {
                    check = with(check, json!({"refundOf": "c0"}));
                }
                if random.random_range(0..6) == 0 {
                    check = with(check, json!({"voided": true}));
                }
                if random.random_range(0..4) == 0 {
                    check = with(check, json!({"orderInputType": "Counter"}));
                }
                newest.insert(id.clone(), (revision, check.clone()));
                sent.push(check);
            }
        }
        sent.extend(sent.clone());
        sent.shuffle(&mut random);
        for part in sent.chunks(60) {
            let events: Vec<Value> = part.iter().map(|check| world.event(check.clone())).collect();
            world.ingest(&events).await;
        }
        world.nats.facts_settled("payments").await;
        let expected = plainly(&newest);
        let weeks: BTreeMap<String, (i64, i64, i64)> = history(&world, 2)
            .await
            .into_iter()
            .map(|week| {
                assert_eq!(week.amount, week.charged - week.fee);
                (week.week_start, (week.orders, week.charged, week.fee))
            })
            .collect();
        assert_eq!(weeks, expected, "seed {seed}");
    }
}
