//! Shifts whose POS sends no wage.

use saffron_core::Code;
use saffron_proto::reports::{
    GetWagesRequest, GroupBy, ReportKind, ReportRequest, Scope, SetWageRequest, Sums, Wages,
};
use saffron_testkit::{eventually, refusal, with};
use serde_json::{Value, json};

use crate::world::World;

/// 16:00 in New York.
const NOW: &str = "2026-07-18T20:00:00Z";

/// A shift of four hours without a rate.
fn shift(id: &str, date: &str, more: Value) -> Value {
    with(
        json!({"posID": "p1", "posShiftID": id, "revision": 1, "job": "Cook", "employee": {"id": "e1", "name": "Ana"},
            "clockIn": format!("{date}T10:00:00"), "clockOut": format!("{date}T14:00:00")}),
        more,
    )
}

async fn send(world: &World, kind: &str, data: Value) {
    world.facts("p1", kind, &[data]).await;
}

/// The sums of a report over two days.
async fn sums(world: &World, kind: ReportKind) -> Sums {
    let scope = Scope {
        pos_ids: Vec::new(),
        start_date: "2026-07-17".into(),
        end_date: "2026-07-18".into(),
        group_by: GroupBy::None.into(),
    };
    let request = ReportRequest { kind: kind.into(), scope: Some(scope), ..ReportRequest::default() };
    let mut all = Sums::default();
    for row in world.report(world.request(&["p1"], request)).await {
        all.add(&row.figures.unwrap());
    }
    all
}

/// Labor in cents, and seconds without a wage: the same in each report.
async fn labor(world: &World) -> (i64, i64) {
    let daily = sums(world, ReportKind::Daily).await;
    for kind in [ReportKind::Hourly, ReportKind::Labor] {
        let other = sums(world, kind).await;
        assert_eq!(other.gross_labor, daily.gross_labor, "{kind:?}");
        assert_eq!(other.seconds_without_wage, daily.seconds_without_wage, "{kind:?}");
    }
    (daily.gross_labor, daily.seconds_without_wage)
}

async fn wages(world: &World) -> Wages {
    let message = GetWagesRequest { pos_id: "p1".into() };
    world.client().get_wages(world.request(&["p1"], message)).await.unwrap().into_inner().wages.unwrap()
}

fn set(employee_id: &str, job: &str, from: &str, rate: Option<i64>) -> SetWageRequest {
    let (employee_id, job, from) = (employee_id.into(), job.into(), from.into());
    SetWageRequest { pos_id: "p1".into(), employee_id, job, from, rate }
}

/// Enters a wage, and waits until the shifts are counted with it.
async fn enter(world: &World, message: SetWageRequest) {
    world.client().set_wage(world.request(&["p1"], message)).await.unwrap();
    eventually("shifts to be counted again", || async { (!wages(world).await.counting).then_some(()) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shifts_without_a_rate_count_with_the_entered_wage() {
    let world = World::at(NOW).await;
    send(&world, "shift.closed", shift("s1", "2026-07-17", json!({}))).await;
    send(&world, "shift.closed", shift("s2", "2026-07-18", json!({"employee": {"id": "e2", "name": "Bo"}})))
        .await;
    send(&world, "shift.closed", shift("paid", "2026-07-18", json!({"rate": 10}))).await;
    // Open since 15:00.
    send(&world, "shift.opened", shift("open", "2026-07-18", json!({"clockIn": "2026-07-18T15:00:00"})))
        .await;
    assert_eq!(labor(&world).await, (4_000, 9 * 3600));
    let before = wages(&world).await;
    let without: Vec<_> =
        before.without_wage.iter().map(|of| (of.employee_name.as_str(), of.shifts)).collect();
    assert_eq!(without, [("Ana", 2), ("Bo", 1)]);
    assert_eq!(
        (before.without_wage[0].first.as_str(), before.without_wage[0].last.as_str()),
        ("2026-07-17", "2026-07-18")
    );

    enter(&world, set("", "Cook", "2026-07-18", Some(1_500))).await;
    assert_eq!(labor(&world).await, (4_000 + 6_000 + 1_500, 4 * 3600), "the day before has none yet");
    enter(&world, set("e1", "", "2026-07-01", Some(2_000))).await;
    assert_eq!(labor(&world).await, (4_000 + 8_000 + 6_000 + 2_000, 0));
    let list = wages(&world).await;
    let listed: Vec<_> =
        list.wages.iter().map(|wage| (wage.employee_name.as_str(), wage.job.as_str(), wage.rate)).collect();
    assert_eq!((listed, list.without_wage.len()), (vec![("Ana", "", 2_000), ("", "Cook", 1_500)], 0));

    // What comes in later counts with it at once, and a correction takes away what was added.
    send(
        &world,
        "shift.closed",
        shift(
            "open",
            "2026-07-18",
            json!({"revision": 2, "clockIn": "2026-07-18T15:00:00", "clockOut": "2026-07-18T15:30:00"}),
        ),
    )
    .await;
    assert_eq!(labor(&world).await, (4_000 + 8_000 + 6_000 + 1_000, 0));
    send(&world, "shift.closed", shift("s1", "2026-07-17", json!({"revision": 2, "rate": 30}))).await;
    assert_eq!(labor(&world).await, (4_000 + 12_000 + 6_000 + 1_000, 0));
    send(&world, "shift.removed", json!({"posID": "p1", "posShiftID": "s2", "revision": 9})).await;
    assert_eq!(labor(&world).await, (4_000 + 12_000 + 1_000, 0));

    enter(&world, set("e1", "", "2026-07-01", None)).await;
    assert_eq!(labor(&world).await, (4_000 + 12_000 + 750, 0), "the job's wage again");
    enter(&world, set("", "Cook", "2026-07-18", None)).await;
    assert_eq!(labor(&world).await, (4_000 + 12_000, 1_800));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_shifts_are_counted_again_page_by_page() {
    let world = World::at(NOW).await;
    let shifts: Vec<Value> = (0..1_100).map(|n| shift(&format!("s{n}"), "2026-07-18", json!({}))).collect();
    world.facts("p1", "shift.closed", &shifts).await;
    assert_eq!(labor(&world).await, (0, 1_100 * 4 * 3600));
    enter(&world, set("", "Cook", "2026-01-01", Some(1_000))).await;
    assert_eq!(labor(&world).await, (1_100 * 4_000, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn wages_that_make_no_sense_are_refused() {
    let world = World::at(NOW).await;
    for (message, field) in [
        (set("", "", "2026-07-18", Some(1)), "employeeID"),
        (set("e1", "Cook", "2026-07-18", Some(1)), "job"),
        (set("e1", "", "someday", Some(1)), "from"),
        (set("e1", "", "2026-07-18", Some(0)), "rate"),
        (set("e1", "", "2026-07-18", Some(100_001)), "rate"),
        (set(&"x".repeat(201), "", "2026-07-18", Some(1)), "employeeID"),
    ] {
        let refused = refusal(world.client().set_wage(world.request(&["p1"], message)).await);
        assert_eq!((refused.code, refused.field.as_deref()), (Code::Invalid, Some(field)));
    }
}
