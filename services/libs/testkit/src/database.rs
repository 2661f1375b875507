use saffron_core::Clock;
use saffron_kit::Secret;
use saffron_kit::pg::{Database, PgConfig, migrate};
use sqlx::migrate::Migrator;
use sqlx::{Connection as _, PgConnection};
use uuid::Uuid;

use crate::server;

/// A fresh database with the schema of `service`, cloned from a template that the first test makes.
pub async fn database(service: &'static str, migrations: &'static Migrator, clock: Clock) -> Database {
    let url = database_url(service, migrations).await;
    let config = PgConfig::new(Secret::new(url), 3);
    Database::open(service, &config, clock).unwrap()
}

/// The URL of a fresh database with the schema of `service`.
pub async fn database_url(service: &'static str, migrations: &'static Migrator) -> String {
    let server = server("SAFFRON_TEST_POSTGRES_URL");
    let mut admin = PgConnection::connect(&server).await.unwrap();
    let version = saffron_kit::pg::migrations(migrations).iter().fold(0_u32, |sum, m| {
        m.checksum.iter().fold(sum, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte)))
    });
    let template = format!("template_{service}_{version:08x}");
    // Tests run in parallel, in several processes: one of them makes the template.
    sqlx::query("SELECT pg_advisory_lock(7)").execute(&mut admin).await.unwrap();
    let known: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
        .bind(&template)
        .fetch_one(&mut admin)
        .await
        .unwrap();
    if !known {
        let draft = format!("draft_{}", Uuid::new_v4().simple());
        run(&mut admin, format!("CREATE DATABASE {draft}")).await;
        let config = PgConfig::new(Secret::new(with_database(&server, &draft)), 1);
        let database = Database::open(service, &config, Clock::system()).unwrap();
        migrate(&database, migrations).await.unwrap();
        database.pool().close().await;
        run(&mut admin, format!("ALTER DATABASE {draft} RENAME TO {template}")).await;
    }
    let name = format!("test_{}", Uuid::new_v4().simple());
    run(&mut admin, format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")).await;
    sqlx::query("SELECT pg_advisory_unlock(7)").execute(&mut admin).await.unwrap();
    admin.close().await.unwrap();
    with_database(&server, &name)
}

async fn run(admin: &mut PgConnection, statement: String) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(admin).await.unwrap();
}

fn with_database(server: &str, name: &str) -> String {
    let (base, _) = server.rsplit_once('/').expect("a URL with a database");
    format!("{base}/{name}")
}
