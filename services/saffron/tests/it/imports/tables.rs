//! What is taken back leaves nothing behind: the tables of every service are those of a run without it.

use std::collections::BTreeMap;

use saffron_services::SERVICES;
use saffron_testkit::eventually_ok;
use serde_json::{Value, json};

use super::{Place, square};
use crate::facts::settled;
use crate::world::{World, check, world};

/// Rows of each table, by `service.table`.
type Tables = BTreeMap<String, Vec<String>>;

/// Services whose tables record people, keys and the imports themselves.
const APART: [&str; 2] = ["auth", "connectors"];

/// Tables of what was done, not of what stands: queues, what was seen already, and what was said to people.
const RECORDS: [&str; 12] = [
    "outbox",
    "outbox_refused",
    "inbox",
    "_sqlx_migrations",
    "worker",
    "stale",
    "happening",
    "letters_read",
    "tombstone",
    "pace",
    "restamp",
    "change",
];

/// Rows, by the beginning of their table's name, that say no more than that a check is gone, or that it used nothing. Months
/// are folded at any time.
const NOTHING: [(&str, &str); 8] = [
    ("customers.pos_check", "voided AND net_sales = 0 AND earned = 0 AND spent = 0 AND reward_used = 0"),
    ("inventory.sold_check", "sold = '{}' AND promo_code IS NULL"),
    (
        "marketing.pos_check",
        "sales = 0 AND profit = 0 AND discount = 0 AND redemptions = 0 AND promo_code IS NULL",
    ),
    ("payments.pos_check", "voided AND charged = 0 AND share_orders = 0"),
    (
        "reports.check_fact",
        "fact::jsonb @> '{\"voided\": true, \"lines\": [], \"payments\": []}' AND fact::jsonb -> 'lines' = '[]'",
    ),
    ("reports.month", "true"),
    ("reports.pos_check", "removed AND gross_sales = 0"),
    ("reports.rollup", "facts = 0 OR grain <> 0"),
];

/// Columns that say which fact was taken last, not what it says.
const COLUMNS: [&str; 6] = ["event_id", "revision", "version", "updated_at", "changed_at", "seq"];

/// The days of June that the till traded on.
const DAYS: std::ops::RangeInclusive<u32> = 1..=30;

/// A month of a till: guests, items, and checks with voids, discounts, tips, refunds and cash.
async fn till(place: &Place<'_>) -> i64 {
    let event = |id: String, kind: &str, data: Value| json!({"specversion": "1.0", "id": id, "source": "till", "type": kind, "data": data});
    let mut events = vec![
        event(
            "guest".into(),
            "customer.upserted",
            json!({"posID": place.pos_id, "posCustomerID": "lea", "revision": 1,
            "firstName": "Lea", "lastName": "Roth", "email": "lea@example.com", "emailConsent": true}),
        ),
        event(
            "soup".into(),
            "item.upserted",
            json!({"posID": place.pos_id, "posItemID": "soup", "revision": 1,
            "name": "Soup", "price": 9, "estimatedCost": 3}),
        ),
    ];
    let mut net = 0;
    for day in DAYS {
        for n in 0..4_u32 {
            let cents = i64::from(1000 + day * 10 + n);
            let mut sold = check(place.pos_id, &format!("t{day}-{n}"), cents as f64 / 100.0);
            let data = &mut sold["data"];
            data["closeTime"] = json!(format!("2026-06-{day:02}T18:0{n}:00"));
            data["employee"] = json!({"id": format!("e{n}"), "name": format!("Server {n}")});
            data["payments"][0]["tip"] = json!(1.5);
            match n {
                1 => data["posCustomerID"] = json!("lea"),
                2 => data["items"][0]["cost"] = json!(3),
                3 => {
                    data["items"].as_array_mut().unwrap().push(
                        json!({"posItemID": "cola", "name": "Cola", "quantity": 1, "price": 3, "voided": true}));
                }
                _ => data["payments"][0]["type"] = json!("Cash"),
            }
            net += cents;
            events.push(sold);
        }
    }
    for events in events.chunks(100) {
        assert_eq!(place.world.ingest(&place.ingest_key, &json!(events)).await.status, 202);
    }
    net
}

/// What stands in the tables of every service.
async fn tables(world: &World) -> Tables {
    let mut tables = Tables::new();
    for (service, url) in SERVICES.iter().zip(&world.databases) {
        if APART.contains(&service.name) {
            continue;
        }
        let pool = sqlx::PgPool::connect(url).await.unwrap();
        let names: Vec<String> = sqlx::query_scalar(
            "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1",
        )
        .fetch_all(&pool)
        .await
        .unwrap();
        for name in names.into_iter().filter(|name| !RECORDS.contains(&name.as_str())) {
            let columns = COLUMNS.map(|column| format!("'{column}'")).join(", ");
            let table = format!("{}.{name}", service.name);
            let nothing =
                NOTHING.iter().find(|(of, _)| table.starts_with(of)).map_or("false", |(_, rows)| *rows);
            let rows = format!(
                "SELECT (to_jsonb(t) - ARRAY[{columns}])::text FROM \"{name}\" t WHERE NOT ({nothing}) ORDER BY 1"
            );
            let rows = sqlx::query_scalar(sqlx::AssertSqlSafe(rows)).fetch_all(&pool).await.unwrap();
            tables.insert(table, rows);
        }
        pool.close().await;
    }
    tables
}

/// What one has and the other has not.
fn differences(wanted: &Tables, found: &Tables) -> Vec<String> {
    let mut lines = Vec::new();
    for (table, rows) in wanted {
        let others = &found[table];
        let missing = rows.iter().filter(|row| !others.contains(row)).map(|row| format!("{table} - {row}"));
        let added = others.iter().filter(|row| !rows.contains(row)).map(|row| format!("{table} + {row}"));
        let all: Vec<String> = missing.chain(added).collect();
        lines.extend(all.iter().take(4).cloned());
        if all.len() > 4 {
            lines.push(format!("{table}: {} rows differ", all.len()));
        }
        if all.is_empty() && rows.len() != others.len() {
            lines.push(format!("{table}: {} rows and {}", rows.len(), others.len()));
        }
    }
    lines
}

/// Waits until the tables are these.
async fn expect(world: &World, wanted: &Tables) {
    eventually_ok("the tables", || async {
        let found = differences(wanted, &tables(world).await);
        if found.is_empty() { Ok(()) } else { Err(json!(found)) }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undone_import_leaves_the_tables_of_a_run_without_it() {
    let (csv, file) = square(DAYS, 5);
    let alone = {
        let world = world().await;
        let ana = Place::new(&world, "ana@example.com", "p1").await;
        let net = till(&ana).await;
        ana.expect_june(net, 120).await;
        settled(&world).await;
        tables(&world).await
    };
    for is_first in [false, true] {
        let world = world().await;
        let ana = Place::new(&world, "ana@example.com", "p1").await;
        let mut net = if is_first { 0 } else { till(&ana).await };
        ana.expect_june(net, if is_first { 0 } else { 120 }).await;
        let import = ana.upload(&[("june.csv", &csv)]).await;
        if !is_first {
            let choice = json!({"importID": import["importID"], "conflictChoice": "replace"});
            ana.call("answer-import", choice).await.ok();
        }
        assert_eq!(ana.bring(&import).await["state"], "done");
        ana.expect_june(file, 150).await;
        if is_first {
            net = till(&ana).await;
            ana.expect_june(file + net, 270).await;
        }
        assert_eq!(ana.undo(&import).await["state"], "undone");
        ana.expect_june(net, 120).await;
        settled(&world).await;
        expect(&world, &alone).await;
    }
}
