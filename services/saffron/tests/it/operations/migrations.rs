//! The way from one version of the schemas to the next: by a process that dies, by two at once, and past a replica that is
//! older.

use std::process::{Output, Stdio};

use saffron_core::Clock;
use saffron_kit::pg::{Migrator, migrations};
use saffron_services::SERVICES;
use saffron_testkit::eventually;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio::process::{Child, Command};

use crate::world::{Ground, check, ground, world};

/// The migration of reports that is under way when it dies, and a table that it comes to when it has changed others.
const VERSION: i64 = 102;
const LATER: &str = "rollup_labor";
/// Rows of another table that it has changed by then.
const ROWS: i64 = 50_000;

fn begin(vars: &[(String, String)]) -> Child {
    let mut saffron = Command::new(env!("CARGO_BIN_EXE_saffron"));
    saffron.arg("migrate").envs(vars.iter().cloned()).kill_on_drop(true);
    saffron.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

async fn end(saffron: Child) -> Output {
    tokio::time::timeout(saffron_testkit::PATIENCE, saffron.wait_with_output()).await.unwrap().unwrap()
}

fn reports_url(ground: &Ground) -> String {
    let mut vars = ground.vars.iter();
    vars.find(|(name, _)| name == "SAFFRON_REPORTS_DATABASE_URL").unwrap().1.clone()
}

/// Takes the database of reports back to an earlier version, as if it had never been changed since.
async fn earlier(url: &str) {
    let (server, name) = url.rsplit_once('/').unwrap();
    let mut admin = PgConnection::connect(&format!("{server}/postgres")).await.unwrap();
    for statement in [format!("DROP DATABASE {name} WITH (FORCE)"), format!("CREATE DATABASE {name}")] {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut admin).await.unwrap();
    }
    let mut old = migrations(saffron_reports::SPEC.migrations);
    old.retain(|migration| migration.version < VERSION);
    let mut database = PgConnection::connect(url).await.unwrap();
    Migrator::with_migrations(old).run(&mut database).await.unwrap();
    let figures =
        "SELECT string_agg(column_name, ', '), string_agg('0', ', ') FROM information_schema.columns
         WHERE table_name = 'rollup_day' AND column_name NOT IN ('pos_id', 'business_date')";
    let (names, zeros): (String, String) = sqlx::query_as(figures).fetch_one(&mut database).await.unwrap();
    let rows = format!(
        "INSERT INTO rollup_day (pos_id, business_date, {names})
         SELECT 'p' || n, '2026-07-18', {zeros} FROM generate_series(1, $1) n"
    );
    sqlx::query(AssertSqlSafe(rows)).bind(ROWS).execute(&mut database).await.unwrap();
}

/// Every column and index, and the newest version.
async fn schema(database: &mut PgConnection) -> (Vec<String>, i64) {
    let columns = "SELECT c.table_name || ' ' || c.column_name || ' ' || c.data_type || ' ' || c.is_nullable || coalesce(c.column_default, '')
             FROM information_schema.columns c WHERE table_schema = 'public'
         UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1";
    let columns: Vec<String> = sqlx::query_scalar(columns).fetch_all(&mut *database).await.unwrap();
    let columns = columns.into_iter().filter(|column| !is_of_a_month(column)).collect();
    let newest = "SELECT max(version) FROM _sqlx_migrations";
    (columns, sqlx::query_scalar(newest).fetch_one(database).await.unwrap())
}

/// Whether it is of a partition of a month, such as `check_fact_2026_11`: services make and drop these as time passes.
fn is_of_a_month(column: &str) -> bool {
    column.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|name| {
        let parts: Vec<&str> = name.split('_').collect();
        parts.windows(2).any(|of| {
            of.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
                && (of[0].len(), of[1].len()) == (4, 2)
        })
    })
}

/// Waits until so many sessions wait for a lock of this kind in this database.
async fn waits(database: &mut PgConnection, kind: &str, count: i64) {
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = $1
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let began = std::time::Instant::now();
    loop {
        let found: i64 = sqlx::query_scalar(waiting).bind(kind).fetch_one(&mut *database).await.unwrap();
        if found >= count {
            return;
        }
        assert!(began.elapsed() < saffron_testkit::PATIENCE, "{found} of {count} wait for {kind}");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_migration_is_finished_once_by_two_at_once() {
    let ground = ground(Clock::system(), &[]).await;
    let url = reports_url(&ground);
    let mut database = PgConnection::connect(&url).await.unwrap();
    let (wanted, newest) = schema(&mut database).await;
    drop(database);
    earlier(&url).await;
    let mut database = PgConnection::connect(&url).await.unwrap();
    let (before, version) = schema(&mut database).await;
    assert!(version < VERSION && before != wanted);

    let mut reader = PgConnection::connect(&url).await.unwrap();
    let read = format!("BEGIN; LOCK TABLE {LATER} IN ACCESS SHARE MODE");
    sqlx::raw_sql(AssertSqlSafe(read)).execute(&mut reader).await.unwrap();
    let mut killed = begin(&ground.vars);
    waits(&mut database, "relation", 1).await;
    killed.kill().await.unwrap();
    assert_eq!(schema(&mut database).await, (before, version), "half of a migration is there");

    let both = [begin(&ground.vars), begin(&ground.vars)];
    // One is at it, the other waits for it.
    waits(&mut database, "advisory", 1).await;
    sqlx::raw_sql("COMMIT").execute(&mut reader).await.unwrap();
    for one in both {
        let output = end(one).await;
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(schema(&mut database).await, (wanted, newest));
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM rollup_day WHERE grain = 0")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(rows, ROWS);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_replica_works_on_a_newer_schema() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    // What a newer version may do before the older one is gone: expand.
    for url in &world.databases {
        let mut database = PgConnection::connect(url).await.unwrap();
        let newer = "CREATE TABLE newer (id int); INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (9999, 'newer', true, '', 0)";
        sqlx::raw_sql(newer).execute(&mut database).await.unwrap();
    }
    let mut reports = PgConnection::connect(&world.databases[1]).await.unwrap();
    sqlx::raw_sql("ALTER TABLE pos_check ADD COLUMN newer int; ALTER TABLE rollup_day ADD COLUMN newer int NOT NULL DEFAULT 0")
        .execute(&mut reports)
        .await
        .unwrap();
    assert_eq!(world.ingest(&key, &check("p1", "c1", 8.5)).await.status, 202);
    world.expect_sales(&ana, 8.5).await;

    let before = schema(&mut reports).await;
    let urls = SERVICES.iter().zip(&world.databases);
    let name = |service: &str| format!("SAFFRON_{}_DATABASE_URL", service.to_uppercase());
    let vars: Vec<_> = urls.map(|(service, url)| (name(service.name), url.clone())).collect();
    let output = end(begin(&vars)).await;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("9999"), "{said}");
    assert_eq!(schema(&mut reports).await, before);
    eventually("reports to go on", || async {
        world.ingest(&key, &check("p1", "c2", 1.0)).await.status.eq(&202).then_some(())
    })
    .await;
    world.expect_sales(&ana, 9.5).await;
}
