//! What an earlier version stored, and what it goes on with while another one is rolled out.

use serde_json::{Value, json};

use crate::world::World;

/// The columns of what shifts move.
const MOVED: &str = "SELECT coalesce(sum(abs(gross_labor) + abs(labor_minutes) + abs(labor_seconds) + abs(facts)), 0)::bigint";

/// A shift as a version stamped it that cut seconds off, in the night in which the hour of 1 AM comes twice.
fn in_minutes(revision: i64) -> Value {
    let shift = json!({"posShiftID": "s1", "businessDate": "2026-10-31", "employee": {"id": "e1", "name": "Ana"},
        "job": "Cook", "clockIn": {"at": "2026-11-01T03:00:30Z", "wall": "2026-10-31T23:00:30"},
        "clockOut": {"at": "2026-11-01T08:00:29Z", "wall": "2026-11-01T03:00:29"}, "unpaidMinutes": 10,
        "rate": 10.01, "regularMinutes": 269, "overtimeMinutes": 20, "overtimeRate": null, "tips": 3.00});
    let precedence = json!({"revision": revision, "closed": true, "eventId": format!("old{revision}")});
    json!({"posID": "p1", "zone": "America/New_York", "receivedAt": "1970-01-01T00:00:00Z",
        "facts": [{"precedence": precedence, "body": {"shift": shift}}]})
}

async fn put(world: &World, batch: &Value) {
    world.put_batch("p1", batch.to_string().as_bytes()).await;
    world.settled().await;
}

async fn moved(world: &World, table: &str, date: &str) -> i64 {
    let moved = format!("{MOVED} FROM {table} WHERE business_date = '{date}'");
    sqlx::query_scalar(sqlx::AssertSqlSafe(moved)).fetch_one(&world.pool).await.unwrap()
}

#[tokio::test]
async fn fact_in_minutes_is_taken_back_exactly() {
    let world = World::at("2026-11-18T20:00:00Z").await;
    put(&world, &in_minutes(1)).await;
    // Where the version before put it: over the wall clock, in whole minutes.
    let quarters: Vec<(i16, i64, i64, i64)> = sqlx::query_as(
        "SELECT quarter, gross_labor, labor_minutes, labor_seconds FROM rollup_quarter ORDER BY quarter",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    assert_eq!((quarters.len(), quarters[0].0, quarters[16].0), (17, 92, 108));
    let sum = |of: fn(&(i16, i64, i64, i64)) -> i64| quarters.iter().map(of).sum::<i64>();
    assert_eq!((sum(|row| row.1), sum(|row| row.2), sum(|row| row.3)), (4_988, 289, 0));
    let stored: String = sqlx::query_scalar("SELECT fact FROM shift").fetch_one(&world.pool).await.unwrap();
    assert!(!stored.contains("\"seconds\""), "it stays a fact in minutes: {stored}");

    // Its correction counts seconds, on another day.
    let corrected = json!({"posID": "p1", "posShiftID": "s1", "revision": 2, "rate": 10.01, "job": "Cook",
        "employee": {"id": "e1", "name": "Ana"}, "clockIn": "2026-11-02T10:00:30", "clockOut": "2026-11-02T18:00:29"});
    world.record("p1", &[world.event("shift.closed", corrected)]).await;
    for table in ["rollup_day", "rollup_quarter"] {
        assert_eq!(moved(&world, table, "2026-10-31").await, 0, "{table}");
    }
    let labor: Vec<(String, i64, i64, i64)> = sqlx::query_as(
        "SELECT business_date::text, facts, regular_minutes * 60 + regular_seconds, overtime_minutes * 60 + overtime_seconds
         FROM rollup_labor ORDER BY business_date",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let expected = [("2026-10-31".to_owned(), 0, 0, 0), ("2026-11-02".to_owned(), 1, 28_799, 0)];
    assert_eq!(labor, expected);
    // And what counts seconds is taken back by a fact in minutes, as a message that waited may bring one.
    put(&world, &in_minutes(3)).await;
    for table in ["rollup_day", "rollup_quarter"] {
        assert_eq!(moved(&world, table, "2026-11-02").await, 0, "{table}");
        assert!(moved(&world, table, "2026-10-31").await > 0, "{table}");
    }
}

#[tokio::test]
async fn check_of_before_is_taken_back_exactly() {
    let world = World::at("2026-11-18T20:00:00Z").await;
    // As a version stamped it that did not ask whether a check balances.
    let moment = json!({"at": "2026-11-17T17:00:00Z", "wall": "2026-11-17T12:00:00"});
    let check = json!({"posCheckID": "c1", "businessDate": "2026-11-17", "opened": moment, "closed": moment, "covers": 2,
        "lines": [{"posItemID": "i", "name": "Soup", "amount": 9.00}], "payments": [{"type": "Cash", "amount": 5.00}],
        "sourceFee": 0.00, "discount": 0.00, "rewardUsed": 0.00, "voided": false});
    let precedence = json!({"revision": 1, "closed": true, "eventId": "old1"});
    put(
        &world,
        &json!({"posID": "p1", "zone": "America/New_York", "receivedAt": "1970-01-01T00:00:00Z",
        "facts": [{"precedence": precedence, "body": {"check": check}}]}),
    )
    .await;
    let day = || async {
        sqlx::query_as::<_, (i64, i64, i64)>(
            "SELECT gross_sales, gross_payment, out_of_balance FROM rollup_day",
        )
        .fetch_one(&world.pool)
        .await
        .unwrap()
    };
    assert_eq!(day().await, (900, 500, 0));
    let corrected = json!({"posID": "p1", "posCheckID": "c1", "revision": 2, "closeTime": "2026-11-17T12:00:00",
        "covers": 2, "items": [{"posItemID": "i", "name": "Soup", "amount": 9}],
        "payments": [{"type": "Cash", "amount": 8}]});
    world.record("p1", &[world.event("check.closed", corrected)]).await;
    assert_eq!(day().await, (900, 800, -100));
}

#[tokio::test]
async fn entries_of_a_check_of_before_are_not_taken_back() {
    let world = World::at("2026-11-18T20:00:00Z").await;
    // As a version stamped it that knew no entries by name.
    let moment = json!({"at": "2026-11-17T17:00:00Z", "wall": "2026-11-17T12:00:00"});
    let check = json!({"posCheckID": "c1", "businessDate": "2026-11-17", "opened": moment, "closed": moment, "covers": 2,
        "lines": [{"posItemID": "i", "name": "Soup", "amount": 9.00, "discount": 1.00, "tax": 0.80},
            {"posItemID": "i", "name": "Soup", "amount": 9.00, "voided": true}],
        "payments": [], "sourceFee": 0.00, "discount": 0.00, "rewardUsed": 0.00, "voided": false});
    let precedence = json!({"revision": 1, "closed": true, "eventId": "old1"});
    put(
        &world,
        &json!({"posID": "p1", "zone": "America/New_York", "receivedAt": "1970-01-01T00:00:00Z",
        "facts": [{"precedence": precedence, "body": {"check": check}}]}),
    )
    .await;
    let entries = || async { world.count("rollup_entry WHERE facts <> 0 OR amount <> 0").await };
    assert_eq!(entries().await, 0);
    let same = json!({"posID": "p1", "posCheckID": "c1", "revision": 2, "closeTime": "2026-11-17T12:00:00", "covers": 2,
        "items": [{"posItemID": "i", "name": "Soup", "amount": 9, "discount": 1, "tax": 0.8},
            {"posItemID": "i", "name": "Soup", "amount": 9, "voided": true}]});
    world.record("p1", &[world.event("check.closed", same)]).await;
    let sums: (i64, i64) = sqlx::query_as("SELECT sum(facts)::bigint, sum(amount)::bigint FROM rollup_entry")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(sums, (3, 100 + 80 + 900));
}

#[tokio::test]
async fn version_before_writes_to_the_tables_of_this_one() {
    let world = World::at("2026-11-18T20:00:00Z").await;
    // Its statements name none of the columns that came later.
    for statement in [
        "INSERT INTO rollup_day AS r (pos_id, grain, business_date, facts, gross_sales, gross_discounts, gross_tax, gross_voids,
           gross_tips, gross_reward_used, gross_payment, gross_cost, gross_labor, labor_minutes, sales_without_cost, checks,
           covers) VALUES ('p1', 0, '2026-11-01', 1, 0, 0, 0, 0, 0, 0, 0, 0, 9, 7, 0, 0, 0)
         ON CONFLICT (pos_id, grain, business_date) DO UPDATE SET labor_minutes = r.labor_minutes + excluded.labor_minutes",
        "INSERT INTO rollup_labor (pos_id, grain, business_date, job, employee, employee_name, last_day, facts,
           regular_minutes, overtime_minutes, pay, tips)
         VALUES ('p1', 0, '2026-11-01', '', '', '', '2026-11-01', 1, 7, 0, 9, 0)",
        "INSERT INTO shift (pos_id, pos_shift_id, revision, closed, event_id, business_date, fact)
         VALUES ('p1', 's1', 1, true, 'e1', '2026-11-01', '{}')",
    ] {
        sqlx::query(statement).execute(&world.pool).await.unwrap();
    }
    let seconds: i64 =
        sqlx::query_scalar("SELECT labor_seconds FROM rollup_day").fetch_one(&world.pool).await.unwrap();
    assert_eq!(seconds, 0);
}
