use saffron_proto::reports::{GroupBy, ReportKind, ReportRequest, ReportRow, Scope, Sums};
use serde_json::json;

use crate::world::{World, check};

fn scope(start: &str, end: &str, group_by: GroupBy) -> Option<Scope> {
    Some(Scope {
        pos_ids: Vec::new(),
        start_date: start.into(),
        end_date: end.into(),
        group_by: group_by.into(),
    })
}

async fn report(world: &World, kind: ReportKind, scope: Option<Scope>) -> Vec<ReportRow> {
    world
        .report(
            world.request(&["p1"], ReportRequest { kind: kind.into(), scope, ..ReportRequest::default() }),
        )
        .await
}

async fn daily(world: &World, scope: Option<Scope>) -> Vec<ReportRow> {
    report(world, ReportKind::Daily, scope).await
}

/// It is Saturday 2026-07-18, 16:00 in New York.
async fn a_few_weeks() -> World {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let events = [
        ("c1", "2026-07-18T12:00:00", 10.0),
        ("c2", "2026-07-18T15:59:00", 20.0),
        // The day a week earlier: one check before this hour, one after it.
        ("c3", "2026-07-11T15:44:00", 7.0),
        ("c4", "2026-07-11T16:00:00", 100.0),
        ("c5", "2026-07-12T01:00:00", 1.0),
        // The same weekday a year earlier.
        ("c6", "2025-07-19T12:00:00", 3.0),
        ("c7", "2026-06-30T12:00:00", 50.0),
    ]
    .map(|(id, close, amount)| world.event("check.closed", check("p1", id, close, amount)));
    world.record("p1", &events).await;
    world
}

#[tokio::test]
async fn today_is_compared_up_to_the_last_finished_quarter() {
    let world = a_few_weeks().await;
    let rows = daily(&world, scope("2026-07-18", "2026-07-18", GroupBy::Unspecified)).await;
    let [today] = rows.as_slice() else { panic!("{rows:?}") };
    assert!(today.so_far);
    assert_eq!(today.figures.as_ref().unwrap().gross_sales, 3000);
    assert_eq!(today.comparable.as_ref().unwrap().gross_sales, 3000);
    assert_eq!(today.last_week.as_ref().unwrap().gross_sales, 700);
    assert_eq!(today.last_year.as_ref().unwrap().gross_sales, 300);

    // At 15:50 the quarter of the second check is not finished.
    world.set_clock("2026-07-18T19:50:00Z");
    let rows = daily(&world, scope("2026-07-18", "2026-07-18", GroupBy::Unspecified)).await;
    assert_eq!(rows[0].comparable.as_ref().unwrap().gross_sales, 1000);
    assert_eq!(rows[0].figures.as_ref().unwrap().gross_sales, 3000);
}

#[tokio::test]
async fn last_seven_days_are_today_and_the_six_before() {
    let world = a_few_weeks().await;
    let rows = daily(&world, None).await;
    let dates: Vec<_> = rows
        .iter()
        .map(|row| (row.business_date.as_str(), row.figures.as_ref().unwrap().gross_sales))
        .collect();
    // 1 AM of the 12th belongs to the 11th, which is the seventh day before.
    assert_eq!(dates, [("2026-07-18", 3000)]);
    let rows = daily(&world, scope("2026-07-11", "2026-07-17", GroupBy::Unspecified)).await;
    assert_eq!((rows.len(), rows[0].figures.as_ref().unwrap().gross_sales), (1, 10800));
    assert_eq!(rows[0].last_week, None, "nothing where there was no trade");
}

#[tokio::test]
async fn months_and_whole_ranges_add_up_their_days() {
    let world = a_few_weeks().await;
    let months = daily(&world, scope("2026-06-01", "2026-07-18", GroupBy::Month)).await;
    let sums: Vec<_> = months
        .iter()
        .map(|row| (row.business_date.as_str(), row.figures.as_ref().unwrap().gross_sales))
        .collect();
    assert_eq!(sums, [("2026-06-01", 5000), ("2026-07-01", 13800)]);
    let whole = daily(&world, scope("2026-06-01", "2026-07-18", GroupBy::None)).await;
    assert_eq!((whole.len(), whole[0].figures.as_ref().unwrap().gross_sales), (1, 18800));
}

#[tokio::test]
async fn open_shifts_count_up_to_now() {
    let world = a_few_weeks().await;
    let shift = json!({"posID": "p1", "posShiftID": "s1", "revision": 1, "rate": 20, "clockIn": "2026-07-18T14:00:00"});
    world.record("p1", &[world.event("shift.opened", shift.clone())]).await;
    let rows = daily(&world, scope("2026-07-18", "2026-07-18", GroupBy::Unspecified)).await;
    let figures = rows[0].figures.as_ref().unwrap();
    assert_eq!((figures.gross_labor, figures.open_shifts, figures.not_clocked_out), (4000, 1, 0));
    let mut closed = shift;
    closed["clockOut"] = json!("2026-07-18T15:00:00");
    world.record("p1", &[world.event("shift.closed", closed)]).await;
    let rows = daily(&world, scope("2026-07-18", "2026-07-18", GroupBy::Unspecified)).await;
    let figures = rows[0].figures.as_ref().unwrap();
    assert_eq!((figures.gross_labor, figures.open_shifts), (2000, 0));
}

#[tokio::test]
async fn hours_and_items_add_up_to_the_day() {
    let world = a_few_weeks().await;
    let hours = report(&world, ReportKind::Hourly, scope("2026-07-11", "2026-07-11", GroupBy::None)).await;
    let sums: Vec<_> =
        hours.iter().map(|row| (row.hour, row.figures.as_ref().unwrap().gross_sales)).collect();
    assert_eq!(sums, [(15, 700), (16, 10000), (25, 100)]);
    let items = report(&world, ReportKind::Item, scope("2026-07-11", "2026-07-11", GroupBy::Day)).await;
    let figures = items[0].figures.as_ref().unwrap();
    assert_eq!(items[0].members, ["soup", "Soup", "Food", ""]);
    assert_eq!((figures.gross_sales, figures.quantity), (10800, 3000));
    assert_eq!(items[0].business_date, "2026-07-11");
}

#[tokio::test]
async fn wrong_range_is_refused_by_its_field() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    for (start, end, field) in [
        ("2026-07-18", "2026-07-19", "endDate"),
        ("x", "2026-07-18", "startDate"),
        ("2026-07-18", "", "endDate"),
    ] {
        let message = ReportRequest {
            kind: ReportKind::Daily.into(),
            scope: scope(start, end, GroupBy::Day),
            ..ReportRequest::default()
        };
        let status = world.client().report(world.request(&["p1"], message)).await.unwrap_err();
        assert_eq!(status.metadata().get("x-saffron-field").unwrap(), field);
    }
}

#[tokio::test]
async fn answer_of_too_many_rows_is_refused() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    for n in 0..41 {
        let mut sold = check("p1", &format!("c{n}"), "2026-07-10T12:00:00", 1.0);
        let lines =
            (0..1_000).map(|line| json!({"posItemID": format!("i{n}-{line}"), "name": "x", "amount": 1}));
        sold["items"] = lines.collect();
        world.ingest("p1", &[world.event("check.closed", sold)]).await;
    }
    world.settled().await;
    let ask = |kind: ReportKind| {
        let message = ReportRequest {
            kind: kind.into(),
            scope: scope("2026-07-10", "2026-07-10", GroupBy::Day),
            ..ReportRequest::default()
        };
        let request = world.request(&["p1"], message);
        async { world.client().report(request).await }
    };
    let status = ask(ReportKind::Item).await.unwrap_err();
    assert_eq!(status.metadata().get("x-saffron-field").unwrap(), "endDate");
    assert!(ask(ReportKind::MajorCategory).await.is_ok());
}

#[tokio::test]
async fn discount_without_a_counted_line_is_unassigned() {
    let world = a_few_weeks().await;
    // Half past ten, and the same a week earlier: both lie before the last finished quarter.
    for (id, date) in [("d1", "2026-07-18"), ("d2", "2026-07-11")] {
        let mut data = check("p1", id, &format!("{date}T10:30:00"), 40.0);
        data["items"][0]["voided"] = json!(true);
        data["discount"] = json!(5);
        data["payments"] = json!([]);
        world.record("p1", &[world.event("check.closed", data)]).await;
    }
    let today = |group_by| scope("2026-07-18", "2026-07-18", group_by);
    let discounts = |rows: &[ReportRow], side: fn(&ReportRow) -> &Option<Box<Sums>>| {
        rows.iter().filter_map(|row| side(row).as_ref()).map(|sums| sums.gross_discounts).sum::<i64>()
    };
    for group_by in [GroupBy::Day, GroupBy::Month, GroupBy::None] {
        for (kind, unassigned) in [
            (ReportKind::Item, vec!["", "", "", ""]),
            (ReportKind::MajorCategory, vec![""]),
            (ReportKind::MinorCategory, vec!["", ""]),
            (ReportKind::Employee, vec!["", ""]),
            (ReportKind::Hourly, vec![]),
            (ReportKind::Daily, vec![]),
        ] {
            let rows = report(&world, kind, today(group_by)).await;
            let what = format!("{kind:?} by {group_by:?}");
            assert_eq!(discounts(&rows, |row| &row.figures), 500, "{what}");
            assert_eq!(discounts(&rows, |row| &row.comparable), 500, "{what}");
            assert_eq!(discounts(&rows, |row| &row.last_week), 500, "{what}");
            assert!(rows.iter().any(|row| row.members == unassigned), "{what}: {rows:?}");
        }
    }
    // Over days that are over, and over a month.
    for (start, end, group_by) in
        [("2026-07-11", "2026-07-11", GroupBy::Day), ("2026-07-01", "2026-07-11", GroupBy::None)]
    {
        let rows = report(&world, ReportKind::MajorCategory, scope(start, end, group_by)).await;
        let sums: Vec<_> = rows
            .iter()
            .map(|row| (row.members.concat(), row.figures.as_ref().unwrap()))
            .map(|(name, sums)| (name, sums.gross_sales, sums.gross_discounts))
            .collect();
        assert_eq!(sums, [(String::new(), 0, 500), ("Food".into(), 10_800, 0)]);
    }
}

#[tokio::test]
async fn seconds_of_a_shift_count() {
    let world = World::at("2026-07-18T23:00:00Z").await;
    let shift = json!({"posID": "p1", "posShiftID": "s1", "revision": 1, "rate": 15, "job": "Cook",
        "clockIn": "2026-07-18T10:00:30", "clockOut": "2026-07-18T18:00:29"});
    world.record("p1", &[world.event("shift.closed", shift)]).await;
    let today = || scope("2026-07-18", "2026-07-18", GroupBy::None);
    for kind in [ReportKind::Daily, ReportKind::Hourly, ReportKind::Labor] {
        let rows = report(&world, kind, today()).await;
        let labor: i64 = rows.iter().map(|row| row.figures.as_ref().unwrap().gross_labor).sum();
        assert_eq!(labor, 12_000, "{kind:?}");
    }
}
