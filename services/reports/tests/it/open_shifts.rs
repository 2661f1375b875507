//! Shifts that are not closed: each counts up to now, however many they are.

use saffron_proto::reports::{GroupBy, ReportKind, ReportRequest, ReportRow, Scope, Sums};
use serde_json::{Value, json};

use crate::world::{World, check};

/// 16:00 in New York.
const NOW: &str = "2026-07-18T20:00:00Z";
const TODAY: &str = "2026-07-18";

async fn report(world: &World, kind: ReportKind, group_by: GroupBy) -> Vec<ReportRow> {
    let scope = Scope {
        pos_ids: Vec::new(),
        start_date: TODAY.into(),
        end_date: TODAY.into(),
        group_by: group_by.into(),
    };
    world
        .report(world.request(
            &["p1"],
            ReportRequest { kind: kind.into(), scope: Some(scope), ..ReportRequest::default() },
        ))
        .await
}

/// Labor in cents, and open shifts.
fn labor(rows: &[ReportRow]) -> (i64, i64) {
    let of = |row: &ReportRow| {
        let sums = row.figures.clone().unwrap();
        (sums.gross_labor, sums.open_shifts)
    };
    rows.iter().map(of).fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1))
}

/// The nth of many: its rate in cents, and its seconds up to now.
fn nth(n: i64) -> (i64, i64) {
    (1_500 + n % 50, (n % 6 + 1) * 3_600 - (n % 60) * 60 - n % 7)
}

fn opened(n: i64) -> Value {
    let (rate, seconds) = nth(n);
    let clock_in = NOW.parse::<jiff::Timestamp>().unwrap() - jiff::SignedDuration::from_secs(seconds);
    json!({"posID": "p1", "posShiftID": format!("s{n}"), "revision": 1, "rate": rate as f64 / 100.0,
        "clockIn": clock_in.to_string(), "job": "Cook", "employee": {"id": format!("e{}", n % 3), "name": "Ana"}})
}

async fn open(world: &World, count: i64) {
    for first in (0..count).step_by(1_500) {
        let events: Vec<Value> =
            (first..count.min(first + 1_500)).map(|n| world.event("shift.opened", opened(n))).collect();
        world.record("p1", &events).await;
    }
}

/// Each rounded once.
fn pay(count: i64) -> i64 {
    (0..count).map(nth).map(|(rate, seconds)| (rate * seconds + 1_800) / 3_600).sum()
}

#[tokio::test]
async fn many_open_shifts_are_read_as_a_few_sums() {
    const OPEN: i64 = 3_000;
    /// A row of each of them would be a hundred times that.
    const MOST: u64 = 64 * 1024;
    let (world, meter) = World::metered_at(NOW).await;
    open(&world, OPEN).await;
    let mut push = world.nats.subscribe("push.v1.location.p1.report_changed").await;
    for (kind, group_by) in [
        (ReportKind::Daily, GroupBy::Day),
        (ReportKind::Daily, GroupBy::None),
        (ReportKind::Hourly, GroupBy::None),
        (ReportKind::Labor, GroupBy::None),
    ] {
        report(&world, kind, group_by).await;
        meter.taken();
        let rows = report(&world, kind, group_by).await;
        let read = meter.taken();
        assert_eq!(labor(&rows), (pay(OPEN), OPEN), "{kind:?} by {group_by:?}");
        assert!(read < MOST, "{kind:?} by {group_by:?} read {read} bytes");
    }
    meter.taken();
    world.ingest("p1", &[world.event("check.closed", check("p1", "c1", "2026-07-18T12:00:00", 10.0))]).await;
    let event = push.expect_event(|event| event.data["totals"]["checks"] == 1).await;
    let read = meter.taken();
    assert_eq!(event.data["totals"]["grossLabor"], json!(pay(OPEN) as f64 / 100.0));
    assert_eq!(event.data["totals"]["openShifts"], json!(OPEN));
    assert!(read < MOST, "report.changed read {read} bytes");
}

#[tokio::test]
async fn open_shift_lies_in_hours_as_if_it_ended_now() {
    let world = World::at(NOW).await;
    open(&world, 40).await;
    let mut answers = Vec::new();
    for kind in [ReportKind::Daily, ReportKind::Hourly, ReportKind::Labor] {
        answers.push(report(&world, kind, GroupBy::None).await);
    }
    // Closed at this moment, each of them moves roll-ups; what is shown stays, except the open shifts.
    let closed: Vec<Value> = (0..40)
        .map(|n| {
            let mut shift = opened(n);
            shift["clockOut"] = json!(NOW);
            world.event("shift.closed", shift)
        })
        .collect();
    world.record("p1", &closed).await;
    for (open, kind) in answers.iter().zip([ReportKind::Daily, ReportKind::Hourly, ReportKind::Labor]) {
        let closed = report(&world, kind, GroupBy::None).await;
        assert_eq!(open.len(), closed.len());
        for (open, closed) in open.iter().zip(&closed) {
            assert_eq!((open.hour, &open.members), (closed.hour, &closed.members));
            let labor =
                |sums: &Option<Box<Sums>>| sums.as_ref().map(|sums| (sums.gross_labor, sums.labor_minutes));
            let what = format!("{kind:?} {} {:?}", open.hour, open.members);
            assert_eq!(labor(&open.figures), labor(&closed.figures), "{what}");
            assert_eq!(labor(&open.comparable), labor(&closed.comparable), "{what}, finished quarters");
        }
    }
}

#[tokio::test]
async fn open_shifts_of_the_version_before_count() {
    let world = World::at(NOW).await;
    open(&world, 40).await;
    // It knows nothing of these columns: it leaves them empty in a new row, and as they were in another revision's.
    for before in [
        "UPDATE shift SET open_event = NULL, open_at = NULL, open_rate = NULL, open_unpaid = NULL",
        "UPDATE shift SET open_event = 'another', open_at = 0, open_rate = 1, open_unpaid = 0, open_job = 'x'",
    ] {
        sqlx::query(before).execute(&world.pool).await.unwrap();
        for kind in [ReportKind::Daily, ReportKind::Hourly, ReportKind::Labor] {
            let rows = report(&world, kind, GroupBy::None).await;
            assert_eq!(labor(&rows), (pay(40), 40), "{kind:?}");
        }
        let rows = report(&world, ReportKind::Labor, GroupBy::None).await;
        assert_eq!(rows[0].members, ["Cook", "e0", "Ana"]);
    }
}
