//! Postgres: one database and role per service, transactions that publish, and the tables behind them.

mod batches;
mod column;
pub(crate) mod connect;
pub mod dump;
mod inbox;
mod measured;
mod migrate;
mod once;
mod outbox;
mod queue;
mod touch;
mod tx;

use std::sync::Arc;
use std::time::Duration;

use saffron_core::Clock;
pub use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::Notify;

pub use batches::Batches;
pub use column::column;
pub use connect::conn::Conn;
pub use connect::planner::{NoSwitch, Planner};
pub use connect::pool::Pool;
use connect::{conn, tls};
pub use migrate::{migrate, migrations};
pub use once::Once;
pub use outbox::{Refused, run_relay};
pub use queue::{Backoff, Claimed, Queue};
pub(crate) use tx::LARGEST_LETTER;
pub use tx::{Savepoint, Tx};

use crate::config::{ConfigError, Env, wrong};
use crate::deadline::deadline;
use crate::telemetry::TransactionSpan;
use crate::{Fault, Secret};

/// How long a healthy database may take to answer.
const ANSWER: Duration = Duration::from_secs(2);
/// How long a transaction may wait for its service between two statements.
const IN_TRANSACTION: Duration = Duration::from_secs(30);
/// How long a statement may wait for a lock.
const LOCK: Duration = Duration::from_secs(10);

/// How a service reaches its database.
#[derive(Debug, Clone)]
pub struct PgConfig {
    /// `postgres://role:password@host:port/database`; `?sslmode=verify-full&sslrootcert=FILE` has TLS with a server that
    /// this authority, or one of the machine's, signed for
    pub url: Secret,
    /// The most connections of this process.
    pub max_connections: u32,
    /// How statements are planned.
    pub planner: Planner,
}

impl PgConfig {
    /// A database at this URL, its statements planned as usual.
    #[must_use]
    pub fn new(url: Secret, max_connections: u32) -> PgConfig {
        PgConfig { url, max_connections, planner: Planner::default() }
    }

    /// From `SAFFRON_<SERVICE>_DATABASE_URL`, `SAFFRON_<SERVICE>_DATABASE_CONNECTIONS` (24: a consumer for each partition of
    /// the facts, and some for readers) and `SAFFRON_<SERVICE>_DATABASE_PLANNER` (none: as usual).
    ///
    /// # Errors
    /// If one is missing or cannot be read.
    pub fn from_env(service: &str, env: &Env) -> Result<PgConfig, ConfigError> {
        let service = service.to_uppercase();
        let name = format!("SAFFRON_{service}_DATABASE_URL");
        let url = env.secret(&name)?;
        let is_postgres =
            ["postgres://", "postgresql://"].iter().any(|scheme| url.expose().starts_with(scheme));
        if !is_postgres || url.expose().parse::<PgConnectOptions>().is_err() {
            return Err(wrong(&name, "is no postgres:// URL, or one with an sslmode that there is not"));
        }
        tls::expect_roots(url.expose()).map_err(|why| wrong(&name, why))?;
        let max_connections = env.or(&format!("SAFFRON_{service}_DATABASE_CONNECTIONS"), 24)?;
        let planner = env.or(&format!("SAFFRON_{service}_DATABASE_PLANNER"), Planner::default())?;
        Ok(PgConfig { url, max_connections, planner })
    }
}

/// A service's own database.
#[derive(Clone)]
pub struct Database {
    pool: Pool,
    service: &'static str,
    clock: Clock,
    wake: Arc<Notify>,
    announce: Option<tx::Announce>,
}

impl Database {
    /// Opens a pool. Connections are made when they are needed, so a database that is away now is no error.
    ///
    /// # Errors
    /// If the URL cannot be read.
    pub fn open(service: &'static str, config: &PgConfig, clock: Clock) -> Result<Database, ConfigError> {
        let options: PgConnectOptions = config.url.expose().parse().map_err(|_| {
            wrong(&format!("SAFFRON_{}_DATABASE_URL", service.to_uppercase()), "is no postgres:// URL")
        })?;
        let statement_limit = format!("{}ms", deadline(conn::STATEMENT).as_millis());
        let in_transaction = format!("{}s", deadline(IN_TRANSACTION).as_secs());
        let lock_limit = format!("{}s", deadline(LOCK).as_secs());
        let options = options.application_name(service).options(config.planner.switches()).options([
            ("statement_timeout", statement_limit.as_str()),
            ("idle_in_transaction_session_timeout", in_transaction.as_str()),
            ("lock_timeout", lock_limit.as_str()),
        ]);
        let pool = Pool::open(options, config.max_connections);
        Ok(Database { pool, service, clock, wake: Arc::new(Notify::new()), announce: None })
    }

    /// The same database, whose transactions publish `E` for every location that they change ([`Tx::touch`]).
    #[must_use]
    pub fn announcing<E: saffron_core::event::Changed>(self) -> Database {
        Database { announce: Some(touch::announce::<E>), ..self }
    }

    /// The pool, for reads outside a transaction.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The service whose database this is.
    #[must_use]
    pub fn service(&self) -> &'static str {
        self.service
    }

    /// The clock for times that are written.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Begins a transaction that can publish.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn begin(&self) -> Result<Tx, Fault> {
        let span = TransactionSpan::begin(self.service);
        Ok(Tx::new(
            self.pool.acquire().await?.in_transaction("BEGIN").await?,
            self.clock.clone(),
            self.wake.clone(),
            self.announce,
            span,
        ))
    }

    /// Begins a transaction that only reads, and sees the database as it is at its first statement.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn snapshot(&self) -> Result<Snapshot, Fault> {
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        let span = TransactionSpan::begin(self.service);
        Ok(Snapshot { inner: self.pool.acquire().await?.in_transaction(begin).await?, span })
    }

    /// Whether the database answers.
    pub async fn answers(&self) -> bool {
        match self.pool.acquire().await {
            Ok(connection) => connection.answers(deadline(ANSWER)).await,
            Err(_) => false,
        }
    }
}

/// The database as it was at one moment, for answers of several statements.
pub struct Snapshot {
    inner: Conn,
    span: TransactionSpan,
}

impl Snapshot {
    /// The connection to run queries on.
    pub fn conn(&mut self) -> &mut Conn {
        &mut self.inner
    }

    /// Ends the transaction.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn end(self) -> Result<(), Fault> {
        let Snapshot { inner, mut span } = self;
        inner.commit().await?;
        span.committed();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_with_wrong_tls_settings_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("an authority.crt");
        std::fs::write(&path, "").unwrap();
        let read = |query: &str| {
            let url = format!("postgres://auth:s3cret@db/auth{query}");
            PgConfig::from_env("auth", &Env::of([("SAFFRON_AUTH_DATABASE_URL", url)]))
                .map_err(|e| e.to_string())
        };
        let path = path.to_str().unwrap().replace(' ', "%20");
        assert!(read("").is_ok() && read("?sslmode=require").is_ok());
        assert!(read(&format!("?sslmode=verify-full&sslrootcert={path}")).is_ok());

        let none = read(&format!("?sslmode=verify-full&sslrootcert={path}.old")).unwrap_err();
        assert!(none.starts_with("SAFFRON_AUTH_DATABASE_URL: sslrootcert=/"), "{none}");
        assert!(none.contains("an authority.crt.old: No such file") && !none.contains("s3cret"), "{none}");
        let mode = read("?sslmode=verify_full").unwrap_err();
        assert!(mode.contains("sslmode") && !mode.contains("s3cret"), "{mode}");
    }
}
