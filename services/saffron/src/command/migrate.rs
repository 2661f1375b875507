use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::pg::{Database, Migrator, PgConfig, migrate};

/// The services that have a database, with their schemas.
pub const SCHEMAS: [(&str, &Migrator); 7] = [
    ("auth", &saffron_auth::MIGRATIONS),
    ("reports", &saffron_reports::MIGRATIONS),
    ("inventory", &saffron_inventory::MIGRATIONS),
    ("customers", &saffron_customers::MIGRATIONS),
    ("marketing", &saffron_marketing::MIGRATIONS),
    ("payments", &saffron_payments::MIGRATIONS),
    ("notifications", &saffron_notifications::MIGRATIONS),
];

/// Each service's schema, in its own database. A value that is missing is named before anything is changed.
pub async fn all(env: &Env) -> anyhow::Result<()> {
    let mut databases = Vec::new();
    for (service, migrations) in SCHEMAS {
        let config = PgConfig::from_env(service, env)?;
        databases.push((Database::open(service, &config, Clock::system())?, migrations));
    }
    for (database, migrations) in databases {
        migrate(&database, migrations).await?;
        println!("{}: schema is up to date", database.service());
    }
    Ok(())
}
