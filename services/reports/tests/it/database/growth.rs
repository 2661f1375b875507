//! Reports cost the same however much there is: every statement about figures touches at most one page more in
//! each scan of an index at ten times the facts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex};

use futures::StreamExt as _;
use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use saffron_kit::pg::Database;
use saffron_proto::reports::{GroupBy, ReportKind, ReportRequest, Scope};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Row as _};
use tracing::field::{Field, Visit};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer};

use crate::world::{World, drawer, kinds, with_entries};

const FIRST: Date = date(2026, 7, 6);
/// The week that is asked for.
const WEEK: (Date, Date) = (date(2026, 7, 15), date(2026, 7, 21));

/// The statements that this thread sends, as sqlx logs them.
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<BTreeSet<String>>>);

impl<S: tracing::Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        struct Text(String, String);
        impl Visit for Text {
            fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
                match field.name() {
                    "db.statement" => self.0 = format!("{value:?}"),
                    "summary" => self.1 = format!("{value:?}"),
                    _ => {}
                }
            }
            fn record_str(&mut self, field: &Field, value: &str) {
                match field.name() {
                    "db.statement" => self.0 = value.to_owned(),
                    "summary" => self.1 = value.to_owned(),
                    _ => {}
                }
            }
        }
        let mut text = Text(String::new(), String::new());
        event.record(&mut text);
        // The summary stands for the whole where the statement is short.
        let statement = if text.0.is_empty() { text.1 } else { text.0 };
        let statement = statement.trim().to_owned();
        if statement.starts_with("SELECT")
            && statement.contains("rollup_")
            && statement.contains("unnest($1::integer[]")
        {
            self.0.lock().unwrap().insert(statement);
        }
    }
}

// On one thread, whose statements are then no other test's.
#[tokio::test]
async fn ten_times_the_facts_cost_one_page_more_at_most() {
    let world = World::at("2027-01-01T12:00:00Z").await;
    trade(&world, 0..40, 0..18).await;
    let known = {
        let statements = Statements::default();
        let listening = EnvFilter::new("sqlx::query=debug");
        let _listening =
            tracing_subscriber::registry().with(statements.clone().with_filter(listening)).set_default();
        ask_for_every_report(&world).await;
        statements.0.lock().unwrap().clone()
    };
    let reports: BTreeSet<&str> =
        ["day", "quarter", "item", "dimension", "tender", "labor", "entry", "cash"].into();
    for table in reports {
        let table = format!("rollup_{table}");
        assert!(known.iter().any(|text| text.contains(&table)), "no report read {table}: {known:#?}");
    }
    let database = world.database();
    let small = pages(&database, &known).await;
    // Ten times the checks: three times the days of three times the locations, and some.
    trade(&world, 40..126, 0..18).await;
    trade(&world, 0..126, 18..58).await;
    let large = pages(&database, &known).await;
    let checks = world.count("pos_check").await;
    assert!(checks >= 10 * 40 * 18 * 2, "{checks}");
    for (scan, before) in &small {
        let after = large.get(scan).unwrap_or_else(|| panic!("another plan without {scan}: {large:#?}"));
        assert!(*after <= before + 1.0, "{scan}: {before} pages before, {after} after");
    }
}

/// Two checks and a shift a day and location, day by day.
async fn trade(world: &World, locations: std::ops::Range<usize>, days: std::ops::Range<i64>) {
    for day in days {
        let date = FIRST + day.days();
        let puts = locations.clone().map(|number| {
            let pos_id = format!("p{number}");
            let mut events: Vec<Value> =
                (0..2).map(|n| world.event("check.closed", sold(&pos_id, date, n))).collect();
            events.push(world.event(
                "shift.closed",
                json!({
                "posID": pos_id, "posShiftID": format!("s{date}"), "revision": 1, "rate": 20, "job": "Cook",
                "clockIn": format!("{date}T10:00:00"), "clockOut": format!("{date}T18:00:00"),
                "employee": {"id": "e1", "name": "Ana"}}),
            ));
            events.push(world.event("cash.counted", drawer(&pos_id, &date.to_string())));
            async move { world.ingest(&pos_id, &events).await }
        });
        futures::stream::iter(puts).buffered(64).for_each(|()| async {}).await;
        // A day is recorded before the next one comes, as it is in life: several days in one batch would lie on one page.
        world.settled().await;
    }
}

fn sold(pos_id: &str, date: Date, n: i64) -> Value {
    let items: Vec<Value> = (0..3)
        .map(|item| json!({"posItemID": format!("i{item}"), "name": "Soup", "amount": 10, "cost": 2}))
        .collect();
    with_entries(json!({"posID": pos_id, "posCheckID": format!("{date}-{n}"), "revision": 1,
        "closeTime": format!("{date}T{}:30:00", 12 + n), "covers": 2, "items": items, "table": "1",
        "employee": {"id": "e1", "name": "Ana"}, "cashier": {"id": "e1", "name": "Ana"},
        "orderType": "Dine In", "orderInputType": "online", "orderSource": "Web", "revenueCenter": "Bar",
        "payments": [{"type": "Cash", "amount": 30}]}))
}

async fn ask_for_every_report(world: &World) {
    for kind in kinds().map(i32::from) {
        for group_by in [GroupBy::Day, GroupBy::None] {
            let scope = Scope {
                pos_ids: vec!["p5".into()],
                start_date: WEEK.0.to_string(),
                end_date: WEEK.1.to_string(),
                group_by: group_by.into(),
            };
            let message = ReportRequest { kind, scope: Some(scope), ..ReportRequest::default() };
            let rows = world.report(world.request(&["p5"], message)).await;
            assert!(!rows.is_empty(), "{:?}", ReportKind::try_from(kind));
        }
    }
}

/// Pages per scan of an index, of every statement with the week and the two it is compared with: the median of
/// many locations, because where a page of an index ends is chance. Planned as the service has them planned.
async fn pages(database: &Database, statements: &BTreeSet<String>) -> BTreeMap<String, f64> {
    let mut connection = database.pool().acquire().await.unwrap();
    // A location's row is written again with every batch: how many pages they fill says how batches came.
    sqlx::query("VACUUM FULL location").execute(&mut connection).await.unwrap();
    sqlx::query("VACUUM ANALYZE").execute(&mut connection).await.unwrap();
    let mut scans = Scans::new();
    for statement in statements {
        let prepare = format!("PREPARE asked AS {statement}");
        sqlx::raw_sql(AssertSqlSafe(prepare)).execute(&mut connection).await.unwrap();
        for number in 0..40 {
            let ask = format!(
                "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE asked ({})",
                arguments(statement, &format!("p{number}"))
            );
            let plan: Value =
                sqlx::query(AssertSqlSafe(ask)).fetch_one(&mut connection).await.unwrap().get(0);
            visit(&plan[0]["Plan"], statement, &mut scans);
        }
        sqlx::raw_sql("DEALLOCATE asked").execute(&mut connection).await.unwrap();
    }
    let median = |mut pages: Vec<f64>| {
        pages.sort_by(f64::total_cmp);
        pages[pages.len() / 2]
    };
    scans.into_iter().map(|(scan, pages)| (scan, median(pages))).collect()
}

/// What a statement is asked with: the week, and the two it is compared with.
fn arguments(statement: &str, pos_id: &str) -> String {
    let back = |days: i64| (WEEK.0 - days.days(), WEEK.1 - days.days());
    let spans = [WEEK, back(7), back(364)];
    let dates = |dates: [Date; 3]| format!("'{{{}}}'::date[]", dates.map(|date| date.to_string()).join(","));
    let first = dates(spans.map(|(first, _)| first));
    let mut arguments = vec!["'{0,2,3}'".to_owned(), format!("'{{{}}}'", [pos_id; 3].join(","))];
    if statement.contains("$3::smallint[]") {
        arguments.extend(["'{0,0,0}'".to_owned(), first, dates(spans.map(|(_, last)| last))]);
    } else {
        arguments.extend([first, "'{60,60,60}'".to_owned()]);
    }
    if statement.contains("$6") {
        let now = 1_798_761_600;
        let locations = format!("'{{{pos_id}}}'");
        arguments.push(locations);
        if statement.contains("$9") {
            arguments.extend([format!("'{}'", back(364).0), format!("'{}'", WEEK.1), now.to_string()]);
        }
    } else {
        arguments.push(format!("'{{{pos_id}}}'"));
    }
    arguments.join(", ")
}

/// Pages of each location's scans, by what is scanned.
type Scans = BTreeMap<String, Vec<f64>>;

fn visit(node: &Value, statement: &str, scans: &mut Scans) {
    let kind = node["Node Type"].as_str().unwrap();
    let relation = node["Relation Name"].as_str().unwrap_or_default();
    assert!(
        kind != "Seq Scan" || !relation.starts_with("rollup_"),
        "{relation} is read from end to end by {statement}"
    );
    // By an index, or by a bitmap of its entries, which lies below: what is touched of both counts.
    if !relation.is_empty() {
        let pages =
            node["Shared Hit Blocks"].as_f64().unwrap() + node["Shared Read Blocks"].as_f64().unwrap();
        let loops = node["Actual Loops"].as_f64().unwrap().max(1.0);
        scans.entry(format!("{relation} in {statement}")).or_default().push(pages / loops);
    }
    for child in node["Plans"].as_array().into_iter().flatten() {
        visit(child, statement, scans);
    }
}
