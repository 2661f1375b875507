//! What lets reports be laid over many databases by location (docs/scaling.md): the shape of its tables, and of every
//! statement that it sends.

use std::path::{Path, PathBuf};

use saffron_proto::reports::{
    GetCheckRequest, GroupBy, ListChecksRequest, ReportKind, ReportRequest, Scope, SetWageRequest,
};
use saffron_testkit::{eventually, listed};
use serde_json::json;

use super::statements::Statements;
use crate::world::{World, check, drawer, kinds, with_entries};

/// Kit's tables and the list of work, which stay where transactions begin, and sqlx's own.
const NOT_BY_LOCATION: [&str; 8] = [
    "outbox",
    "outbox_refused",
    "inbox",
    "idempotency",
    "buried_event",
    "restamp",
    "wage_count",
    "_sqlx_migrations",
];
/// Tables that are laid over nodes by location.
const BY_LOCATION: [&str; 15] = [
    "location",
    "pos_check",
    "check_fact",
    "shift",
    "month",
    "rollup_day",
    "rollup_quarter",
    "rollup_item",
    "rollup_dimension",
    "rollup_tender",
    "rollup_labor",
    "rollup_entry",
    "cash_count",
    "rollup_cash",
    "wage",
];

/// What only the statement behind `report.changed` has.
const OF_EVENT: &str = "d.business_date, l.version";

#[tokio::test]
async fn every_unique_index_holds_the_location() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let found: Vec<(String, String)> = sqlx::query_as(
        "SELECT t.relname::text, i.relname::text
         FROM pg_index x
         JOIN pg_class t ON t.oid = x.indrelid
         JOIN pg_class i ON i.oid = x.indexrelid
         JOIN pg_namespace n ON n.oid = t.relnamespace
         WHERE n.nspname = 'public' AND x.indisunique AND NOT EXISTS (
             SELECT FROM pg_attribute a
             WHERE a.attrelid = t.oid AND a.attname = 'pos_id' AND a.attnum = ANY (x.indkey))",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let by_location = |table: &str| BY_LOCATION.contains(&table) || table.starts_with("check_fact_");
    let other: Vec<_> = found.iter().filter(|(table, _)| by_location(table)).collect();
    assert!(other.is_empty(), "without pos_id: {other:?}");
    assert!(found.iter().any(|(table, _)| table == "outbox"), "the query finds what there is");
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
           AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'pos_id')",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let known = |table: &&String| by_location(table) || NOT_BY_LOCATION.contains(&table.as_str());
    let new: Vec<_> = tables.iter().filter(|table| !known(table)).collect();
    assert!(new.is_empty(), "neither laid over nodes nor kept on the first one: {new:?}");
}

#[tokio::test]
async fn functions_select_columns() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let functions: Vec<(String, String)> = sqlx::query_as(
        "SELECT p.proname::text, p.prosrc FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
         WHERE n.nspname = 'public'",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    assert!(functions.iter().any(|(name, _)| name == "make_check_month"));
    for (name, source) in functions {
        assert_eq!(refused(&source), None, "{name}");
    }
}

/// What Citus refuses of a statement, as far as its text shows it; none where nothing is wrong.
fn refused(statement: &str) -> Option<String> {
    let words: Vec<&str> = statement.split_whitespace().collect();
    if words.windows(2).any(|pair| pair[0].ends_with("SELECT") && pair[1] == "FROM") {
        return Some("a subquery without columns".into());
    }
    for arm in statement.split("UNION ALL") {
        let arm = arm.split_whitespace().collect::<Vec<_>>().join(" ").replace("ANY(", "ANY (");
        let aliases = aliases(&arm);
        if arm.contains("unnest(") && !arm.contains(" pos_id = $") {
            for alias in &aliases {
                // In the sources, the variable with the condition of a few locations (store/mod.rs, `location_filter`).
                let written = format!("{{filter_{alias}}}");
                if !arm.contains(&format!("{alias}.pos_id = ANY (")) && !arm.contains(&written) {
                    return Some(format!("{alias} is joined to a list without ANY: every node is asked"));
                }
            }
        }
        for alias in aliases.iter().skip(1) {
            let is_joined = aliases.iter().any(|other| {
                other != alias
                    && (arm.contains(&format!("{alias}.pos_id = {other}.pos_id"))
                        || arm.contains(&format!("{other}.pos_id = {alias}.pos_id")))
            });
            if !is_joined {
                return Some(format!("{alias} is joined by a list's location, not by another table's"));
            }
        }
    }
    None
}

/// The names of the tables that a statement reads, in that statement. A table that it inserts into lies where its rows do.
fn aliases(arm: &str) -> Vec<String> {
    let words: Vec<&str> = arm.split(' ').collect();
    let mut aliases = Vec::new();
    for (place, pair) in words.windows(2).enumerate() {
        let (before, table) = (pair[0].trim_start_matches('('), pair[1].trim_end_matches([')', ',']));
        let is_read = ["FROM", "JOIN", "USING", "UPDATE"].contains(&before);
        if !is_read || !(BY_LOCATION.contains(&table) || table == "{table}") || pair[1].ends_with(')') {
            continue;
        }
        let mut after = words.iter().skip(place + 2).filter(|word| **word != "AS");
        let alias = after.next().map(|word| word.trim_end_matches([')', ','])).unwrap_or_default();
        let is_alias = !alias.is_empty() && alias.chars().all(|c| c.is_ascii_lowercase());
        aliases.push(if is_alias { alias.to_owned() } else { table.to_owned() });
    }
    aliases
}

#[test]
fn statement_that_citus_refuses_is_found() {
    for (statement, why) in [
        ("SELECT 1 WHERE EXISTS (SELECT FROM month)", "a subquery without columns"),
        (
            "SELECT p.place FROM unnest($1::text[]) WITH ORDINALITY AS p (pos_id, place)
             JOIN month m ON m.pos_id = p.pos_id",
            "m is joined to a list without ANY: every node is asked",
        ),
        (
            "DELETE FROM check_fact AS f USING unnest($1::text[]) AS o (pos_id) WHERE f.pos_id = o.pos_id",
            "f is joined to a list without ANY: every node is asked",
        ),
        (
            "SELECT l.version FROM unnest($1::text[]) AS d (pos_id)
             JOIN location l ON l.pos_id = d.pos_id AND l.pos_id = ANY ($1)
             LEFT JOIN rollup_day r ON r.pos_id = d.pos_id AND r.pos_id = ANY ($1)",
            "r is joined by a list's location, not by another table's",
        ),
    ] {
        assert_eq!(refused(statement).as_deref(), Some(why));
    }
    for fine in [
        "SELECT l.version FROM unnest($1::text[]) AS d (pos_id)
         JOIN location l ON l.pos_id = d.pos_id AND l.pos_id = ANY($1)
         LEFT JOIN rollup_day r ON r.pos_id = l.pos_id AND r.pos_id = ANY ($1)",
        "INSERT INTO month AS m (pos_id) SELECT pos_id FROM unnest($1::text[]) AS n (pos_id)",
        "SELECT version FROM location WHERE pos_id = $1 FOR UPDATE",
    ] {
        assert_eq!(refused(fine), None, "{fine}");
    }
}

#[test]
fn statements_in_the_sources_fit_citus() {
    let mut seen = 0;
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store")) {
        for text in literals(&std::fs::read_to_string(&path).unwrap()) {
            if ["SELECT ", "UPDATE ", "DELETE ", "INSERT "].iter().any(|verb| text.contains(verb)) {
                seen += 1;
                assert_eq!(refused(&text), None, "{}: {text}", path.display());
            }
        }
    }
    assert!(seen > 20, "only {seen} statements were found");
}

/// The files of a folder and of those in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The texts of a Rust source.
fn literals(source: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (before, from) = rest.split_at(at);
        rest = if from.starts_with("//") {
            from.split_once('\n').map_or("", |(_, rest)| rest)
        } else if from.starts_with('"') && before.ends_with("r#") {
            let (text, rest) = from[1..].split_once("\"#").unwrap();
            texts.push(text.to_owned());
            rest
        } else if let Some(quoted) = from.strip_prefix('"') {
            let mut escaped = false;
            let end = quoted.find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let end = end.unwrap();
            texts.push(quoted[..end].to_owned());
            &quoted[end + 1..]
        } else if let Some(rest) = from.strip_prefix("'\"'") {
            rest
        } else {
            &from[1..]
        };
    }
    texts
}

#[test]
fn later_migrations_alter_one_thing_at_a_time() {
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.as_str() < "0103" {
            continue;
        }
        for statement in std::fs::read_to_string(&path).unwrap().split(';') {
            let Some((_, altered)) = statement.split_once("ALTER TABLE ") else { continue };
            let mut depth = 0;
            let commas = altered.chars().filter(|c| {
                depth += i32::from(*c == '(') - i32::from(*c == ')');
                *c == ',' && depth == 0
            });
            assert_eq!(commas.count(), 0, "{name}: {altered}");
        }
    }
}

async fn ask(world: &World, pos_ids: &[&str], kind: ReportKind, days: (&str, &str), group_by: GroupBy) {
    let scope = Scope {
        pos_ids: Vec::new(),
        start_date: days.0.into(),
        end_date: days.1.into(),
        group_by: group_by.into(),
    };
    let request = world.request(
        pos_ids,
        ReportRequest { kind: kind.into(), scope: Some(scope), ..ReportRequest::default() },
    );
    assert!(!world.report(request).await.is_empty(), "{kind:?}");
}

#[tokio::test]
async fn statements_that_are_sent_fit_citus() {
    let (statements, _listening) = Statements::listen();
    let world = World::folding_at("2026-07-18T20:00:00Z", std::time::Duration::from_millis(20)).await;
    for pos_id in ["p1", "p2"] {
        for revision in 1..3 {
            let mut sold = with_entries(check(pos_id, "c1", "2026-07-18T12:00:00", 10.0));
            sold["revision"] = json!(revision);
            let mut before = check(pos_id, "c2", "2026-06-03T12:00:00", 10.0);
            before["revision"] = json!(revision);
            before["orderInputType"] = json!("online");
            let shift = json!({"posID": pos_id, "posShiftID": "s1", "revision": revision, "rate": 20,
                "clockIn": "2026-06-03T14:00:00", "clockOut": "2026-06-03T15:00:00"});
            let open = json!({"posID": pos_id, "posShiftID": "s2", "revision": revision, "rate": 20,
                "clockIn": "2026-07-18T14:00:00"});
            let events = [
                world.event("check.closed", sold),
                world.event("check.closed", before),
                world.event("cash.counted", drawer(pos_id, "2026-06-03")),
                world.event("cash.counted", drawer(pos_id, "2026-07-18")),
                world.event("shift.closed", shift),
                world.event("shift.opened", open),
            ];
            world.record(pos_id, &events).await;
        }
        let unrated = json!({"posID": pos_id, "posShiftID": "s3", "revision": 1, "job": "Cook",
            "clockIn": "2026-07-18T10:00:00", "clockOut": "2026-07-18T11:00:00"});
        world.record(pos_id, &[world.event("shift.closed", unrated)]).await;
        let wage = SetWageRequest {
            pos_id: pos_id.into(),
            job: "Cook".into(),
            from: "2026-07-01".into(),
            rate: Some(1_500),
            ..SetWageRequest::default()
        };
        world.client().set_wage(world.request(&[pos_id], wage)).await.unwrap();
    }
    eventually("wages to be counted", || async { (world.count("wage_count").await == 0).then_some(()) })
        .await;
    eventually("June to be folded", || async {
        (world.count("month WHERE NOT folded AND month < '2026-07-01'").await == 0).then_some(())
    })
    .await;
    for kind in kinds() {
        for group_by in [GroupBy::Day, GroupBy::Month, GroupBy::None] {
            ask(&world, &["p1", "p2"], kind, ("2026-06-01", "2026-07-18"), group_by).await;
        }
    }
    let scope = Scope {
        pos_ids: vec!["p1".into()],
        start_date: "2026-07-01".into(),
        end_date: "2026-07-18".into(),
        group_by: 0,
    };
    let list =
        ListChecksRequest { scope: Some(scope), limit: 1, search: "cash".into(), ..Default::default() };
    let answer = world.client().list_checks(world.request(&["p1", "p2"], list)).await.unwrap();
    assert_eq!(listed(answer).await.0.len(), 1);
    let one = GetCheckRequest { pos_id: "p1".into(), pos_check_id: "c1".into() };
    world.client().get_check(world.request(&["p1"], one)).await.unwrap();

    let sent = statements.taken();
    for part in [
        "rollup_labor",
        "DELETE FROM check_fact",
        "INSERT INTO shift",
        "UPDATE month",
        "make_check_month",
        "UPDATE shift",
    ] {
        assert!(sent.iter().any(|text| text.contains(part)), "nothing was sent about {part}");
    }
    assert!(sent.iter().any(|text| text.contains("OVER (PARTITION BY o.pos_id")), "open shifts");
    assert!(sent.iter().any(|text| text.contains(OF_EVENT)), "report.changed");
    // Not what makes a test's database, nor what goes to tables that are not laid over nodes.
    let verbs = ["SELECT ", "INSERT ", "UPDATE ", "DELETE "];
    let names_ours = |text: &str| BY_LOCATION.iter().any(|table| text.split(' ').any(|word| word == *table));
    let is_ours = |text: &&String| verbs.iter().any(|verb| text.starts_with(verb)) && names_ours(text);
    assert!(sent.iter().filter(is_ours).count() > 100);
    for text in sent.iter().filter(is_ours) {
        assert_eq!(refused(text), None, "{text}");
    }
}

#[tokio::test]
async fn several_locations_are_read_in_a_snapshot() {
    let (statements, _listening) = Statements::listen();
    let world = World::at("2026-07-18T20:00:00Z").await;
    for pos_id in ["p1", "p2"] {
        let sold = check(pos_id, "c1", "2026-07-10T12:00:00", 10.0);
        world.record(pos_id, &[world.event("check.closed", sold)]).await;
    }
    // The service works in turns on this thread: what it sends of the answer lies between these, and what it reads
    // for `report.changed` may lie there too.
    for (pos_ids, snapshots) in [(&["p1", "p2"][..], 1), (&["p1"][..], 0)] {
        statements.taken();
        ask(&world, pos_ids, ReportKind::Daily, ("2026-07-10", "2026-07-10"), GroupBy::Day).await;
        let sent = statements.taken();
        let of =
            |part: &str| sent.iter().filter(|text| text.contains(part) && !text.contains(OF_EVENT)).count();
        assert_eq!(of("REPEATABLE READ READ ONLY"), snapshots, "{pos_ids:?}: {sent:#?}");
        assert_eq!(of("rollup_day"), 1, "{pos_ids:?}: {sent:#?}");
    }
}
