//! Migrations of a service's schema.

use std::time::{Duration, Instant};

use sqlx::migrate::{MigrateError, Migration, Migrator};
use sqlx::{Connection as _, Executor as _, PgConnection};

use super::Database;
use super::connect::tls::describe_migration;
use crate::Fault;

/// How long a migration waits for a lock or a connection.
const PATIENCE: Duration = Duration::from_secs(10 * 60);

static KIT_MIGRATIONS: Migrator = sqlx::migrate!();

/// Every migration of a service: kit's tables first, then its own, whose versions begin at 100.
#[must_use]
pub fn migrations(own: &Migrator) -> Vec<Migration> {
    KIT_MIGRATIONS.iter().chain(own.iter()).cloned().collect()
}

/// Brings a service's schema up to date, by [`migrations`]. Each is applied whole or not at all; of several processes
/// at once, one does it and the others wait.
///
/// # Errors
/// If a migration fails, or gets no lock or no connection for ten minutes; what was applied before it stays.
pub async fn migrate(database: &Database, own: &Migrator) -> Result<(), Fault> {
    let migrator = Migrator::with_migrations(migrations(own));
    let began = Instant::now();
    loop {
        match attempt(database, &migrator).await {
            Ok(()) => return Ok(()),
            Err(error) if is_time_out(&error) && began.elapsed() < PATIENCE => {
                tracing::warn!(%error, service = database.service(), "the migration waits");
            }
            Err(error) => {
                let why = describe_migration(&error);
                return Err(Fault::Permanent(format!("migration of {}: {why}", database.service())));
            }
        }
    }
}

/// One attempt, on a connection that is closed afterwards, which releases its locks.
async fn attempt(database: &Database, migrator: &Migrator) -> Result<(), MigrateError> {
    let mut connection: PgConnection = database.pool().raw().acquire().await?.detach();
    // A table of many rows takes its time. The lock time-out stays, since later statements queue behind a waiting one; and
    // a migration whose client is gone ends by itself.
    connection.execute("SET statement_timeout = 0; SET client_connection_check_interval = '1s'").await?;
    migrator.run_direct(None, &mut connection, false).await?;
    connection.close().await?;
    Ok(())
}

/// Whether there was no lock or no connection in time.
fn is_time_out(error: &MigrateError) -> bool {
    let (MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) = error else {
        return false;
    };
    let code = error.as_database_error().and_then(|e| e.code());
    matches!(error, sqlx::Error::PoolTimedOut) || code.is_some_and(|code| code == "55P03" || code == "40P01")
}
