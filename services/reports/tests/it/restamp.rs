//! Another start of the day, set while tills post: nothing is lost, and nothing counts twice at any moment.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use saffron_core::event::BusinessDaySet;
use saffron_proto::reports::{GroupBy, ReportKind, ReportRequest, Scope};
use saffron_testkit::{OWNER, ZONE, calendar_of, eventually, number};
use serde_json::{Value, json};

use crate::world::{World, check};

const NOW: &str = "2026-07-18T16:00:00Z";
/// How many checks close in an hour.
const EACH_HOUR: i64 = 10;
/// The hours of a day's checks, two of them between 04:00 and 06:00.
const HOURS: [i64; 12] = [11, 12, 13, 17, 18, 19, 20, 22, 24, 26, 28, 29];

/// The checks of a day, those of an hour with an amount of its own.
fn checks(pos_id: &str, day: Date, number: i64) -> impl Iterator<Item = Value> {
    let all =
        HOURS.into_iter().zip(1..).flat_map(|(hour, nth)| (0..EACH_HOUR).map(move |each| (hour, nth, each)));
    all.map(move |(hour, nth, each)| {
        let at = day.at(0, 0, 0, 0) + hour.hours() + (each * 6).minutes();
        check(pos_id, &format!("c{number}-{nth}-{each}"), &at.to_string(), f64::from(nth))
    })
}

/// Sales in cents by business date, as they have to be with days that begin at this hour.
fn expected(days: impl Iterator<Item = Date>, begins: i64) -> BTreeMap<String, i64> {
    let mut sales = BTreeMap::new();
    for day in days {
        for (hour, nth) in HOURS.into_iter().zip(1..) {
            let date = (day.at(0, 0, 0, 0) + hour.hours() - begins.hours()).date();
            *sales.entry(date.to_string()).or_default() += nth * 100 * EACH_HOUR;
        }
    }
    sales
}

async fn rows(
    world: &World,
    (pos_id, starts): (&str, &str),
    from: Date,
    by: GroupBy,
) -> BTreeMap<String, i64> {
    let scope = Scope {
        pos_ids: vec![pos_id.into()],
        start_date: from.to_string(),
        end_date: "2026-07-18".into(),
        group_by: by.into(),
    };
    let calendar = format!("{ZONE} {starts}");
    let asked =
        ReportRequest { kind: ReportKind::Daily.into(), scope: Some(scope), ..ReportRequest::default() };
    let rows = world.report(world.request_of(OWNER, &[(pos_id, &calendar)], asked)).await;
    let rows = rows.into_iter().map(|row| (row.business_date, row.figures.unwrap().gross_sales));
    rows.filter(|(_, sales)| *sales != 0).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_check_counts_once_while_its_day_moves() {
    let days = number("SAFFRON_TEST_DAYS").unwrap_or(20) as i64;
    let world = World::folding_at(NOW, std::time::Duration::from_millis(100)).await;
    let last = date(2026, 7, 16);
    let first = last - (days - 1).days();
    let all = || (0..days).map(|number| first + number.days());
    for pos_id in ["still", "busy"] {
        let facts: Vec<Value> =
            all().zip(0..).flat_map(|(day, number)| checks(pos_id, day, number)).collect();
        for facts in facts.chunks(5_000) {
            world.facts(pos_id, "check.closed", facts).await;
            world.nats.forget_facts().await;
        }
    }
    let before = rows(&world, ("still", ""), first, GroupBy::Day).await;
    assert_eq!(before, expected(all(), 4));
    let whole: i64 = before.values().sum();

    let (done, begun) = (AtomicBool::new(false), Instant::now());
    let six = "06:00;1";
    let set = async {
        for pos_id in ["still", "busy"] {
            let calendar = calendar_of(&format!("{ZONE} {six}"));
            world.publish(BusinessDaySet::of(pos_id.parse().unwrap(), &calendar)).await;
        }
        eventually("all facts to be looked at", || async {
            (world.count("restamp WHERE step > 2").await == 2).then_some(())
        })
        .await;
        let seconds = begun.elapsed().as_secs_f64();
        done.store(true, Ordering::SeqCst);
        seconds
    };
    // A till that corrects and adds, through a gateway that does not know yet.
    let till = async {
        let mut sent = 0;
        while !done.load(Ordering::SeqCst) {
            let mut late = check("busy", &format!("late{sent}"), "2026-07-17T05:00:00", 3.0);
            late["covers"] = json!(1);
            let mut again = checks("busy", first, 0).last().unwrap();
            again["revision"] = json!(sent + 2);
            let events = [late, again].map(|data| world.event("check.closed", data));
            world.record("busy", &events).await;
            sent += 1;
        }
        sent
    };
    let reader = async {
        let mut read = 0;
        while !done.load(Ordering::SeqCst) {
            // All dates that a check may stand in.
            let found = rows(&world, ("still", six), first - 1.day(), GroupBy::None).await;
            assert_eq!(found.values().sum::<i64>(), whole, "after {read} reads");
            read += 1;
        }
        read
    };
    let (seconds, sent, read) = futures::join!(set, till, reader);
    world.pass(jiff::SignedDuration::from_mins(3));
    eventually("facts that came in meanwhile", || async {
        (world.count("restamp WHERE done_at IS NOT NULL").await == 2).then_some(())
    })
    .await;
    assert_eq!(rows(&world, ("still", six), first - 1.day(), GroupBy::Day).await, expected(all(), 6));
    let mut busy = expected(all(), 6);
    *busy.entry("2026-07-16".into()).or_default() += sent * 300;
    assert_eq!(rows(&world, ("busy", six), first - 1.day(), GroupBy::Day).await, busy);
    let moved = world.count("pos_check WHERE stamp = 1").await;
    let checks = days * EACH_HOUR * HOURS.len() as i64;
    println!(
        "two locations, {days} days, {checks} checks each: {moved} moved in {seconds:.1} s; {read} reads, {sent} posts beside"
    );
}
