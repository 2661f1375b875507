//! When a day usually opens, against a plain recomputation.

use std::collections::BTreeMap;

use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_proto::reports::{GroupBy, ReportKind, ReportRequest, ReportRow, Scope};
use saffron_testkit::number;
use serde_json::{Value, json};

use crate::world::{World, check};

/// It is Saturday, 10:00 in New York.
const NOW: &str = "2026-07-18T14:00:00Z";
const TODAY: &str = "2026-07-18";

async fn daily(world: &World, pos_ids: &[&str], start: &str, group_by: GroupBy) -> Vec<ReportRow> {
    let scope = Scope {
        start_date: start.into(),
        end_date: TODAY.into(),
        group_by: group_by.into(),
        ..Scope::default()
    };
    let request =
        ReportRequest { kind: ReportKind::Daily.into(), scope: Some(scope), ..ReportRequest::default() };
    world.report(world.request(pos_ids, request)).await
}

/// Checks of many weeks, some of them voided or refunds.
fn random_checks(random: &mut StdRng, pos_id: &str) -> Vec<Value> {
    let today: Date = TODAY.parse().unwrap();
    let mut checks = Vec::new();
    for back in 1..=10 * 7 {
        let day = today - i64::from(back).days();
        for n in 0..random.random_range(0..4) {
            let minutes: i64 = random.random_range(4 * 60..28 * 60);
            let close = day.at(0, 0, 0, 0) + minutes.minutes();
            let mut sold = check(pos_id, &format!("{day}-{n}"), &close.to_string(), 10.0);
            match random.random_range(0..5) {
                0 => sold["voided"] = json!(true),
                1 => sold["refundOf"] = json!("another"),
                _ => {}
            }
            checks.push(sold);
        }
    }
    checks
}

/// The median first sale of the last 8 weeks, each in whole quarter hours of its day.
fn plain_opening(checks: &[Value]) -> Option<String> {
    let today: Date = TODAY.parse().unwrap();
    let mut first: BTreeMap<Date, i64> = BTreeMap::new();
    for sold in checks.iter().filter(|sold| sold["voided"] != true && sold["refundOf"].is_null()) {
        let close: DateTime = sold["closeTime"].as_str().unwrap().parse().unwrap();
        let day = (close - 4.hours()).date();
        let weeks = (today - day).get_days() / 7;
        if (today - day).get_days() % 7 == 0 && weeks <= 8 {
            let minutes = i64::from((close.date() - day).get_days()) * 1_440
                + i64::from(close.hour()) * 60
                + i64::from(close.minute());
            let quarter = minutes / 15;
            let earliest = first.entry(day).or_insert(quarter);
            *earliest = quarter.min(*earliest);
        }
    }
    let mut quarters: Vec<i64> = first.into_values().collect();
    quarters.sort_unstable();
    let median = *quarters.get(quarters.len().checked_sub(1)? / 2)?;
    (quarters.len() >= 3).then(|| (today.at(0, 0, 0, 0) + (median * 15).minutes()).to_string())
}

#[tokio::test]
async fn usual_opening_equals_a_plain_recomputation() {
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    println!("SAFFRON_TEST_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let world = World::at(NOW).await;
    let mut expected = BTreeMap::new();
    for pos_id in ["p1", "p2", "p3", "p4"] {
        let checks = random_checks(&mut random, pos_id);
        let events: Vec<_> = checks.iter().map(|sold| world.event("check.closed", sold.clone())).collect();
        world.record(pos_id, &events).await;
        expected.insert(pos_id.to_owned(), plain_opening(&checks));
    }
    let rows = daily(&world, &["p1", "p2", "p3", "p4"], TODAY, GroupBy::Day).await;
    let found: BTreeMap<_, _> = rows.into_iter().map(|row| (row.pos_id, row.usually_opens_at)).collect();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn usual_opening_is_of_today_before_its_first_check() {
    let world = World::at(NOW).await;
    let sold = |date: &str, time: &str| {
        world.event("check.closed", check("p1", &format!("c-{date}"), &format!("{date}T{time}:00"), 9.0))
    };
    world.record("p1", &[sold("2026-07-11", "11:20"), sold("2026-07-04", "11:05")]).await;
    let opening = async |start: &str, group_by| {
        let rows = daily(&world, &["p1"], start, group_by).await;
        rows.into_iter().map(|row| (row.business_date, row.usually_opens_at)).collect::<Vec<_>>()
    };
    assert_eq!(opening(TODAY, GroupBy::Day).await, [(TODAY.into(), None)], "two days say nothing");
    world.record("p1", &[sold("2026-06-27", "12:00")]).await;
    let at = Some("2026-07-18T11:15:00".to_owned());
    let days = opening("2026-07-11", GroupBy::Day).await;
    assert_eq!(days, [("2026-07-11".into(), None), (TODAY.into(), at)]);
    assert_eq!(opening("2026-07-11", GroupBy::None).await[0].1, None, "a span is no day");
    world.record("p1", &[sold(TODAY, "09:55")]).await;
    assert_eq!(opening(TODAY, GroupBy::Day).await, [(TODAY.into(), None)], "it is open");
}
