use saffron_proto::reports::{Day, ListDaysRequest, ReportRow};
use saffron_testkit::collected;
use tonic::Code;

use crate::world::{World, check};

fn day(pos_id: &str, zone: &str, date: &str) -> Day {
    Day {
        pos_id: pos_id.into(),
        time_zone: zone.into(),
        business_date: date.into(),
        day_starts: String::new(),
    }
}

async fn rows(world: &World, days: Vec<Day>) -> Vec<ReportRow> {
    let request = world.as_gateway(ListDaysRequest { days });
    let parts = collected(world.days().list_days(request).await.unwrap()).await;
    parts.into_iter().filter_map(|part| part.row).collect()
}

#[tokio::test]
async fn other_services_are_found_of_days_with_trade() {
    // 16:00 in New York.
    let world = World::at("2026-07-18T20:00:00Z").await;
    let sold =
        |pos: &str, id: &str, close: &str, amount| world.event("check.closed", check(pos, id, close, amount));
    let here = [
        sold("p1", "c1", "2026-07-17T12:00:00", 30.0),
        sold("p1", "c2", "2026-07-10T12:00:00", 20.0),
        sold("p1", "c3", "2026-07-18T12:00:00", 5.0),
    ];
    world.record("p1", &here).await;
    world.record("p2", &[sold("p2", "c1", "2026-07-16T12:00:00", 7.0)]).await;
    let zone = "America/New_York";
    // Each location's own day; of p2 one without trade.
    let found = rows(&world, vec![day("p1", zone, "2026-07-17"), day("p2", zone, "2026-07-17")]).await;
    assert_eq!(found.len(), 1, "{found:?}");
    let (figures, before) = (found[0].figures.clone().unwrap(), found[0].last_week.clone().unwrap());
    assert_eq!((found[0].pos_id.as_str(), figures.gross_sales, before.gross_sales), ("p1", 3_000, 2_000));
    let found = rows(&world, vec![day("p1", zone, "2026-07-18"), day("p2", zone, "2026-07-16")]).await;
    let sales = |row: &ReportRow| (row.pos_id.clone(), row.figures.clone().unwrap().gross_sales, row.so_far);
    let mut found: Vec<_> = found.iter().map(sales).collect();
    found.sort();
    assert_eq!(found, [("p1".into(), 500, true), ("p2".into(), 700, false)]);
    // A running day without trade has no row.
    assert!(rows(&world, vec![day("p3", zone, "2026-07-18")]).await.is_empty());
    assert!(rows(&world, Vec::new()).await.is_empty());
}

#[tokio::test]
async fn only_other_services_are_found() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let ask = || ListDaysRequest { days: vec![day("p1", "America/New_York", "2026-07-17")] };
    let owner = world.days().list_days(world.request(&["p1"], ask())).await.unwrap_err();
    assert_eq!(owner.code(), Code::Unauthenticated);
    let twice = ListDaysRequest { days: [ask().days, ask().days].concat() };
    for (asked, field) in [
        (twice, "days"),
        (ListDaysRequest { days: vec![day("p1", "Mars", "2026-07-17")] }, "timeZone"),
        (ListDaysRequest { days: vec![day("p 1", "UTC", "2026-07-17")] }, "posID"),
        (ListDaysRequest { days: vec![day("p1", "UTC", "July")] }, "businessDate"),
    ] {
        let refused = world.days().list_days(world.as_gateway(asked)).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument);
        assert_eq!(refused.metadata().get("x-saffron-field").unwrap(), field);
    }
}
