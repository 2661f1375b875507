//! Whatever order facts come in, however often, and however corrected: every report equals a plain
//! recomputation, also over months that are folded or were folded before a correction.

use std::collections::{BTreeMap, BTreeSet};

use futures::StreamExt as _;
use jiff::ToSpan as _;
use jiff::civil::Date;
use saffron_core::DayStarts;
use saffron_core::event::BusinessDaySet;
use saffron_proto::reports::{
    self as proto, CompareTo, GroupBy, ReportKind, ReportRequest, ReportRow, Scope, SetWageRequest,
};
use saffron_testkit::{OWNER, calendar_of, eventually, number};
use serde_json::Value;

use super::plain::{Comparison, Plain, Row, Rows, Sums};
use super::streams::{NOW, Streams, Wage, ZONES, kept};
use crate::world::{World, kinds};

/// Locations in a batch, each with a random stream of facts of its own.
const BATCH: usize = 1_000;

/// A request: a span, the grouping of its rows, and the span that it compares with.
type Request = (&'static str, &'static str, GroupBy, CompareTo);

const REQUESTS: [Request; 6] = [
    ("2026-11-01", "2026-11-20", GroupBy::Day, CompareTo::Previous),
    ("2026-03-07", "2026-03-09", GroupBy::Day, CompareTo::SameLastYear),
    ("2025-11-15", "2026-11-20", GroupBy::Month, CompareTo::Previous),
    ("2025-10-01", "2026-10-31", GroupBy::None, CompareTo::Previous),
    ("2026-11-19", "2026-11-20", GroupBy::None, CompareTo::Previous),
    ("2026-11-01", "2026-11-20", GroupBy::None, CompareTo::SameLastYear),
];

struct Location {
    pos_id: String,
    /// Time zone and starts of days, before they are set and afterwards.
    before: String,
    calendar: String,
    /// What people enter, in order.
    wages: Vec<Wage>,
    facts: Vec<Value>,
}

/// The calendar by which a gateway stamps, the location, and the events of one POST.
type Message<'a> = (&'a str, &'a str, Vec<Value>);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_of_random_streams_equal_a_plain_recomputation() {
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let streams = number("SAFFRON_TEST_STREAMS").unwrap_or(300) as usize;
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_STREAMS={streams}");
    let world = World::folding_at(NOW, std::time::Duration::from_millis(20)).await;
    let mut random = Streams::of_seed(seed);
    for first in (0..streams).step_by(BATCH) {
        let batch: Vec<Location> = (first..streams.min(first + BATCH))
            .map(|number| {
                let pos_id = format!("p{number}");
                let facts = random.facts(&pos_id);
                let calendar = |starts: &str| format!("{} {starts}", ZONES[number % ZONES.len()]);
                let (before, after) = random.starts();
                let wages = random.wages();
                Location { pos_id, before: calendar(before), calendar: calendar(after), wages, facts }
            })
            .collect();
        // In two waves: the second one corrects months that the first one left folded.
        let mut messages: Vec<Vec<Message>> = vec![Vec::new(), Vec::new()];
        for location in &batch {
            for (nth, message) in random.messages(&location.facts).into_iter().enumerate() {
                // Gateways learn of other starts while the second wave is sent.
                let known = if nth % 2 == 0 { &location.calendar } else { &location.before };
                let calendar = random.one_of(&location.before, known);
                messages[nth % 2].push((calendar, &location.pos_id, message));
            }
        }
        let (second_wave, first_wave) = (messages.pop().unwrap(), messages.pop().unwrap());
        send(&world, first_wave).await;
        futures::join!(set_starts(&world, &batch), enter_wages(&world, &batch), send(&world, second_wave));
        all_counted_again(&world).await;
        all_stamped_again(&world, &batch).await;
        compare(&world, &batch, &REQUESTS[2..4], seed, "while months are folded").await;
        all_folded(&world).await;
        compare(&world, &batch, &REQUESTS, seed, "with every closed month folded").await;
        if streams > BATCH {
            println!("{} streams equal", first + batch.len());
        }
    }
    // What could not be worked is on its way there, or there.
    let letters = world.count("outbox WHERE subject LIKE 'dlq%'").await;
    assert_eq!((letters, world.nats.letters().await), (0, 0));
}

async fn send(world: &World, messages: Vec<Message<'_>>) {
    let puts = messages.into_iter().map(|(calendar, pos_id, events)| async move {
        world.ingest_at(world.now(), calendar, pos_id, &events).await
    });
    futures::stream::iter(puts).buffered(64).for_each(|()| async {}).await;
    world.settled().await;
    world.nats.forget_facts().await;
}

/// Sets the starts of days of locations whose days begin at another time than before, or than usual.
async fn set_starts(world: &World, batch: &[Location]) {
    for location in batch {
        for text in [&location.before, &location.calendar] {
            let calendar = calendar_of(text);
            if calendar.starts() != &DayStarts::default() {
                world.publish(BusinessDaySet::of(location.pos_id.parse().unwrap(), &calendar)).await;
            }
        }
    }
}

/// Enters wages, and takes some back.
async fn enter_wages(world: &World, batch: &[Location]) {
    let all = batch.iter().flat_map(|location| location.wages.iter().map(move |wage| (location, wage)));
    for (location, wage) in all {
        let (subject, key) = (wage.subject, wage.key.to_owned());
        let message = SetWageRequest {
            pos_id: location.pos_id.clone(),
            employee_id: if subject == "employee" { key.clone() } else { String::new() },
            job: if subject == "job" { key } else { String::new() },
            from: wage.from.to_string(),
            rate: (!wage.taken_back).then_some(wage.cents),
        };
        let request = world.request_of(OWNER, &[(&location.pos_id, &location.before)], message);
        world.client().set_wage(request).await.unwrap();
    }
}

/// Waits until all shifts are counted with the wages that hold.
async fn all_counted_again(world: &World) {
    eventually("wages to be counted", || async { (world.count("wage_count").await == 0).then_some(()) })
        .await;
}

/// Waits until all facts stand in the dates of their starts, those too that gateways stamped that did not know them yet.
async fn all_stamped_again(world: &World, batch: &[Location]) {
    let now = world.now();
    let starts = |location: &Location| calendar_of(&location.calendar).starts().to_string();
    let set: Vec<_> = batch.iter().map(|of| (of.pos_id.clone(), starts(of))).collect();
    let set: Vec<_> = set.into_iter().filter(|(_, starts)| !starts.is_empty()).collect();
    let wait = async |what: &str, condition: &str| {
        eventually(what, || async {
            let query = format!("SELECT pos_id, day_starts FROM restamp WHERE {condition}");
            let query = sqlx::query_as(sqlx::AssertSqlSafe(query));
            let rows: Vec<(String, String)> = query.fetch_all(&world.pool).await.unwrap();
            let rows: BTreeSet<_> = rows.into_iter().collect();
            set.iter().all(|location| rows.contains(location)).then_some(())
        })
        .await;
    };
    wait("starts of days to be known", "true").await;
    world.clock.set(now + jiff::SignedDuration::from_mins(3));
    wait("facts to be stamped again", "done_at IS NOT NULL").await;
    world.settled().await;
    world.clock.set(now);
    world.nats.forget_facts().await;
}

/// Waits until no closed month is left to be folded.
async fn all_folded(world: &World) {
    eventually("closed months to be folded", || async {
        (world.count("month WHERE NOT folded AND month < '2026-11-01'").await == 0).then_some(())
    })
    .await;
}

async fn compare(world: &World, batch: &[Location], requests: &[Request], seed: u64, when: &str) {
    let plain: Vec<Plain> = batch
        .iter()
        .map(|location| Plain::of(&location.facts, &location.calendar, kept(&location.wages), world.now()))
        .collect();
    for &request in requests {
        let (start, end, group_by, compare_to) = request;
        let range = (start.parse().unwrap(), end.parse().unwrap());
        let spans = spans(range.0, range.1, group_by);
        for kind in kinds() {
            let (mut rows, totals) = ask(world, batch, kind, request).await;
            for (location, plain) in batch.iter().zip(&plain) {
                let what = format!("{kind:?} {start}..{end} by {group_by:?} of {}", location.pos_id);
                let what = format!("{what} {when}, seed {seed}");
                let expected = plain.report(kind, &spans, group_by, compare_to);
                assert_same(&rows.remove(&location.pos_id).unwrap_or_default(), &expected, &what);
                // A location without trade has no total.
                let Some(total) = totals.get(&location.pos_id) else { continue };
                assert_eq!(*total, plain.compared(kind, range, compare_to), "total of {what}");
            }
        }
    }
}

fn assert_same(found: &Rows, expected: &Rows, what: &str) {
    for (key, row) in expected {
        assert_eq!(found.get(key), Some(row), "row {key:?} of {what}");
    }
    let more: Vec<_> = found.keys().filter(|key| !expected.contains_key(*key)).collect();
    assert!(more.is_empty(), "rows too many {more:?} of {what}");
}

fn spans(from: Date, to: Date, group_by: GroupBy) -> Vec<(Date, Date)> {
    let mut spans = Vec::new();
    let mut first = from;
    while first <= to {
        let last = match group_by {
            GroupBy::Day => first,
            GroupBy::Month => first.last_of_month().min(to),
            GroupBy::None | GroupBy::Unspecified => to,
        };
        spans.push((first, last));
        first = last + 1.day();
    }
    spans
}

async fn ask(
    world: &World,
    batch: &[Location],
    kind: ReportKind,
    (start, end, group_by, compare_to): Request,
) -> (BTreeMap<String, Rows>, BTreeMap<String, Option<Comparison>>) {
    let scope = Scope {
        pos_ids: Vec::new(),
        start_date: start.into(),
        end_date: end.into(),
        group_by: group_by.into(),
    };
    let locations: Vec<(&str, &str)> =
        batch.iter().map(|location| (location.pos_id.as_str(), location.calendar.as_str())).collect();
    let request = world.request_of(
        OWNER,
        &locations,
        ReportRequest { kind: kind.into(), scope: Some(scope), compare_to: compare_to.into() },
    );
    let proto::ReportResponse { rows, totals, .. } = world.whole_report(request).await;
    let order =
        |row: &ReportRow| (row.business_date.clone(), row.hour, row.members.clone(), row.pos_id.clone());
    assert!(rows.is_sorted_by_key(order), "{kind:?} comes in order");
    let mut found: BTreeMap<String, Rows> = BTreeMap::new();
    for row in rows {
        let key = (row.business_date, row.hour, row.members);
        let sides = Row {
            so_far: row.so_far,
            own: sums(&row.figures.unwrap()),
            comparable: row.comparable.as_deref().map(sums),
            last_week: row.last_week.as_deref().map(sums),
            last_year: row.last_year.as_deref().map(sums),
            compared: row.compared.as_ref().map(|days| sums(days.figures.as_ref().unwrap())),
        };
        assert!(found.entry(row.pos_id).or_default().insert(key, sides).is_none(), "a row comes once");
    }
    let compared = |of: &proto::Comparison| {
        let [current, before] = [&of.current, &of.before].map(|of| sums(of.as_ref().unwrap()));
        (of.start_date.parse().unwrap(), of.end_date.parse().unwrap(), current, before)
    };
    let totals = totals.into_iter().map(|total| (total.pos_id, total.compared.as_ref().map(compared)));
    (found, totals.collect())
}

/// What is not zero, by name.
fn sums(sums: &proto::Sums) -> Sums {
    let named = [
        ("gross_sales", sums.gross_sales),
        ("gross_discounts", sums.gross_discounts),
        ("gross_tax", sums.gross_tax),
        ("gross_voids", sums.gross_voids),
        ("gross_tips", sums.gross_tips),
        ("gross_reward_used", sums.gross_reward_used),
        ("gross_payment", sums.gross_payment),
        ("gross_service_charges", sums.gross_service_charges),
        ("gross_gratuity", sums.gross_gratuity),
        ("gross_deferred", sums.gross_deferred),
        ("gross_redeemed", sums.gross_redeemed),
        ("gross_rounding", sums.gross_rounding),
        ("marketplace_tax", sums.marketplace_tax),
        ("out_of_balance", sums.out_of_balance),
        ("gross_cost", sums.gross_cost),
        ("gross_labor", sums.gross_labor),
        ("gross_cover", sums.gross_cover),
        ("checks", sums.checks),
        ("sales_without_cost", sums.sales_without_cost),
        ("seconds_without_wage", sums.seconds_without_wage),
        ("open_shifts", sums.open_shifts),
        ("not_clocked_out", sums.not_clocked_out),
        ("quantity", sums.quantity),
        ("labor_time", sums.labor_minutes * 60 + sums.labor_seconds),
        ("overtime_time", sums.overtime_minutes * 60 + sums.overtime_seconds),
        ("declared_tips", sums.declared_tips),
        ("source_fee", sums.source_fee),
        ("table_minutes", sums.table_minutes),
        ("location_net_sales", sums.location_net_sales),
        ("amount", sums.amount),
        ("entries", sums.entries),
        ("cash_counts", sums.cash_counts),
        ("cash_opening", sums.cash_opening),
        ("cash_sales", sums.cash_sales),
        ("cash_paid_in", sums.cash_paid_in),
        ("cash_paid_out", sums.cash_paid_out),
        ("cash_drops", sums.cash_drops),
        ("cash_expected", sums.cash_expected),
        ("cash_counted", sums.cash_counted),
        ("open_checks", sums.open_checks),
        ("open_sales", sums.open_sales),
    ];
    let tenders = sums.tenders.iter().flat_map(|tender| {
        let name = |what: &str| format!("tender:{}:{what}", tender.payment_type);
        [(name("payments"), tender.payments), (name("amount"), tender.amount), (name("tips"), tender.tips)]
    });
    let named = named.into_iter().map(|(name, value)| (name.to_owned(), value));
    named.chain(tenders).filter(|(_, value)| *value != 0).collect()
}
