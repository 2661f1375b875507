use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::pg::{Database, PgConfig, migrate};
use saffron_services::SERVICES;

/// Migrates the schema of each service, in its own database. A value that is missing is named before anything is changed.
pub async fn all(env: &Env) -> anyhow::Result<()> {
    let mut databases = Vec::new();
    for service in SERVICES {
        let config = PgConfig::from_env(service.name, env)?;
        databases.push((Database::open(service.name, &config, Clock::system())?, service.migrations));
    }
    for (database, migrations) in databases {
        migrate(&database, migrations).await?;
        println!("{}: schema is up to date", database.service());
    }
    Ok(())
}
