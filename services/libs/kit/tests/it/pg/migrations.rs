//! Migrations that are slow, that meet others, and that die.

use std::borrow::Cow;

use saffron_core::Clock;
use saffron_kit::Secret;
use saffron_kit::pg::{Database, PgConfig, migrate, migrations};
use saffron_testkit::{database_url, eventually};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection as _, PgConnection, SqlStr};

use crate::NO_MIGRATIONS;

fn of(statements: &[&'static str]) -> Migrator {
    let one = |(version, sql): (i64, &&'static str)| {
        Migration::new(
            version,
            Cow::Borrowed("a test"),
            MigrationType::Simple,
            SqlStr::from_static(sql),
            false,
        )
    };
    Migrator::with_migrations((100..).zip(statements).map(one).collect())
}

/// A database of its own, and as a service opens it.
async fn place() -> (String, Database) {
    let url = database_url("kit", &NO_MIGRATIONS).await;
    let config = PgConfig::new(Secret::new(url.clone()), 3);
    let database = Database::open("kit", &config, Clock::system()).unwrap();
    (url, database)
}

async fn versions(connection: &mut PgConnection) -> Vec<i64> {
    let own = "SELECT version FROM _sqlx_migrations WHERE version >= 100 ORDER BY version";
    sqlx::query_scalar(own).fetch_all(connection).await.unwrap()
}

#[tokio::test]
async fn a_migration_may_outlast_the_statement_time_out() {
    let (url, database) = place().await;
    migrate(&database, &of(&["SELECT pg_sleep(16); CREATE TABLE made (id int)"])).await.unwrap();
    assert_eq!(versions(&mut PgConnection::connect(&url).await.unwrap()).await, [100]);
}

#[tokio::test]
async fn a_migration_that_dies_is_finished_by_one_of_the_next() {
    let (url, database) = place().await;
    migrate(
        &database,
        &of(&["CREATE TABLE rows (id int); INSERT INTO rows SELECT generate_series(1, 100000)"]),
    )
    .await
    .unwrap();
    // Longer than a service waits for a lock.
    let mut holder = PgConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE rows IN ACCESS SHARE MODE").execute(&mut holder).await.unwrap();
    static BOTH: [&str; 2] = [
        "CREATE TABLE rows (id int); INSERT INTO rows SELECT generate_series(1, 100000)",
        "CREATE TABLE made (id int); ALTER TABLE rows ADD COLUMN more int NOT NULL DEFAULT 1",
    ];
    let begin = |database: &Database| {
        let database = database.clone();
        tokio::spawn(async move { migrate(&database, &of(&BOTH)).await })
    };
    let mut look = PgConnection::connect(&url).await.unwrap();
    let first = begin(&database);
    waits(&mut look, "relation", 1).await;
    first.abort();
    let _ = first.await;
    waits(&mut look, "relation", 0).await;
    assert_eq!(versions(&mut look).await, [100]);
    let both = [begin(&database), begin(&database)];
    waits(&mut look, "advisory", 1).await;
    waits(&mut look, "relation", 1).await;
    // One is sent away, and comes again.
    let (waiter, since) = waiter(&mut look).await;
    eventually("another try", || {
        let url = url.clone();
        async move {
            let mut look = PgConnection::connect(&url).await.unwrap();
            let now: Option<(i32, f64)> = sqlx::query_as(WAITER).fetch_optional(&mut look).await.unwrap();
            now.is_some_and(|now| now != (waiter, since)).then_some(())
        }
    })
    .await;
    sqlx::raw_sql("COMMIT").execute(&mut holder).await.unwrap();
    for one in both {
        one.await.unwrap().unwrap();
    }
    assert_eq!(versions(&mut look).await, [100, 101]);
    let sum: i64 = sqlx::query_scalar("SELECT sum(more) FROM rows").fetch_one(&mut look).await.unwrap();
    assert_eq!(sum, 100_000);
    let known = migrations(&of(&BOTH)).len() as i64;
    let applied: i64 =
        sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations").fetch_one(&mut look).await.unwrap();
    assert_eq!(applied, known);
}

/// Who waits for the table, and since when their session lasts.
const WAITER: &str = "SELECT a.pid, extract(epoch FROM a.backend_start)::float8 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE NOT l.granted AND l.locktype = 'relation' AND a.datname = current_database()";

async fn waiter(look: &mut PgConnection) -> (i32, f64) {
    sqlx::query_as(WAITER).fetch_one(look).await.unwrap()
}

/// Waits until so many wait for locks of this kind in this database.
async fn waits(look: &mut PgConnection, kind: &str, count: i64) {
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = $1
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let began = std::time::Instant::now();
    loop {
        let found: i64 = sqlx::query_scalar(waiting).bind(kind).fetch_one(&mut *look).await.unwrap();
        if found == count {
            return;
        }
        assert!(began.elapsed() < saffron_testkit::PATIENCE, "{found} of {count} wait for {kind}");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}
