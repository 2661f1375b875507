//! A service's database as one file and back, by Postgres' own pg_dump and pg_restore, and changes that a database needs
//! after it was restored from an older state.

mod citus;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::str::FromStr as _;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use saffron_core::{Code, Error};
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::process::Command;

use super::{Database, PgConfig};
use crate::config::{ConfigError, Env, wrong};
use crate::{Fault, Secret};

/// By how much a counter that others compare is raised above what a restored database knows of it: more than it can have
/// moved on since.
pub const LEAP: i64 = 1 << 32;
/// How long writing or reading one file may take.
const LONGEST: Duration = Duration::from_secs(12 * 60 * 60);

/// The programs pg_dump and pg_restore.
#[derive(Debug, Clone)]
pub struct Programs {
    folder: Option<PathBuf>,
}

impl Programs {
    /// The programs in the folder `SAFFRON_POSTGRES_BIN`, or on the PATH.
    ///
    /// # Errors
    /// If it names no folder.
    pub fn from_env(env: &Env) -> Result<Programs, ConfigError> {
        let folder = env.text("SAFFRON_POSTGRES_BIN").map(PathBuf::from);
        if folder.as_ref().is_some_and(|folder| !folder.is_dir()) {
            return Err(wrong("SAFFRON_POSTGRES_BIN", "is no folder"));
        }
        Ok(Programs { folder })
    }

    /// Writes a database as it is at one moment into a file that is not there yet. With Citus it is a moment for each node.
    ///
    /// # Errors
    /// The error of pg_dump.
    pub async fn dump(&self, config: &PgConfig, file: &Path) -> Result<(), Fault> {
        let mut connection = connect_options(config)?.connect().await?;
        let is_spread = citus::is_installed(&mut connection).await?;
        connection.close().await?;
        let file = format!("--file={}", file.display());
        let mut args = vec!["--format=custom", "--no-owner", "--no-privileges", &file];
        args.extend(is_spread.then_some(citus::NO_EXTENSION));
        self.run("pg_dump", config, &args, is_spread).await
    }

    /// Replaces the content of a database by that of a dumped file. After any failure, another run repairs it.
    ///
    /// # Errors
    /// Conflict, if the database is in use; else the error of Postgres.
    pub async fn restore(&self, config: &PgConfig, file: &Path) -> Result<(), Fault> {
        let mut connection = connect_options(config)?.connect().await?;
        let file = file.display().to_string();
        let is_spread = citus::is_installed(&mut connection).await?;
        let restore = async |parts: &[&str]| {
            let args = ["--no-owner", "--no-privileges", "--single-transaction", &file];
            self.run("pg_restore", config, &[&args, parts].concat(), is_spread).await
        };
        if is_spread {
            citus::clear(&mut connection).await?;
            restore(&["--schema-only"]).await?;
            citus::distribute(&mut connection).await?;
            restore(&["--data-only"]).await?;
            citus::forget(&mut connection).await?;
            return Ok(connection.close().await?);
        }
        sqlx::raw_sql("SET lock_timeout = '10s'; DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public")
            .execute(&mut connection)
            .await?;
        connection.close().await?;
        restore(&[]).await
    }

    /// Runs one of the programs to its end.
    async fn run(
        &self,
        program: &str,
        config: &PgConfig,
        args: &[&str],
        is_spread: bool,
    ) -> Result<(), Fault> {
        let path = self.folder.as_ref().map_or_else(|| PathBuf::from(program), |folder| folder.join(program));
        let (url, password) = without_password(&config.url)?;
        let mut command = Command::new(&path);
        command
            .args(args)
            .arg(format!("--dbname={url}"))
            .env("PGPASSWORD", password.expose())
            .env("PGCONNECT_TIMEOUT", "5")
            .envs(is_spread.then_some(citus::OPTIONS))
            .envs(roots_variable(config)?)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let started = command.spawn().map_err(|error| {
            let what = "Install PostgreSQL's client programs, of the server's version or a newer one, or name their folder by SAFFRON_POSTGRES_BIN.";
            Fault::Permanent(format!("{} does not start: {error}. {what}", path.display()))
        })?;
        let ended = tokio::time::timeout(LONGEST, started.wait_with_output()).await;
        let ended = ended.map_err(|_| Fault::Permanent(format!("{program} does not end")))?;
        let ended = ended.map_err(|error| Fault::Permanent(format!("{program}: {error}")))?;
        if ended.status.success() {
            return Ok(());
        }
        let error = String::from_utf8_lossy(&ended.stderr);
        Err(Fault::Permanent(format!("{program}: {}", error.trim())))
    }
}

/// Refuses a database that a service is connected to.
///
/// # Errors
/// Conflict, naming the service; or the database is away.
pub async fn expect_unused(service: &str, config: &PgConfig) -> Result<(), Fault> {
    let mut connection = connect_options(config)?.connect().await?;
    let others: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
    )
    .fetch_one(&mut connection)
    .await?;
    connection.close().await?;
    if others > 0 {
        let what = format!("The database of {service} is in use. Stop every service, and try again.");
        return Err(Error::new(Code::Conflict, what).into());
    }
    Ok(())
}

/// Raises the sequence of a restored database's events: readers may have seen later events than it holds itself.
///
/// # Errors
/// If the database is away.
pub async fn raise_event_sequence(database: &Database) -> Result<(), Fault> {
    sqlx::query(
        "SELECT setval(pg_get_serial_sequence('outbox', 'id'), nextval(pg_get_serial_sequence('outbox', 'id')) + $1)",
    )
    .bind(LEAP)
    .execute(database.pool())
    .await?;
    Ok(())
}

/// A database's address without its password, and the password: command lines can be read by everyone on the machine.
fn without_password(url: &Secret) -> Result<(String, Secret), Fault> {
    let wrong = || Fault::Permanent("a database's address is no postgres:// URL".into());
    let (scheme, rest) = url.expose().split_once("://").ok_or_else(wrong)?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let Some((login, host)) = authority.rsplit_once('@') else {
        return Ok((url.expose().to_owned(), Secret::new("")));
    };
    let (user, password) = login.split_once(':').unwrap_or((login, ""));
    let password = percent_decode_str(password).decode_utf8().map_err(|_| wrong())?;
    Ok((format!("{scheme}://{user}@{host}{path}"), Secret::new(password.into_owned())))
}

/// The variable by which the programs trust the machine's authorities, as services do without an sslrootcert. An sslrootcert
/// in the URL outranks it.
fn roots_variable(config: &PgConfig) -> Result<Option<(&'static str, &'static str)>, Fault> {
    let mode = connect_options(config)?.get_ssl_mode();
    Ok(matches!(mode, PgSslMode::VerifyFull).then_some(("PGSSLROOTCERT", "system")))
}

fn connect_options(config: &PgConfig) -> Result<PgConnectOptions, Fault> {
    PgConnectOptions::from_str(config.url.expose())
        .map_err(|_| Fault::Permanent("a database's address is no postgres:// URL".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_on_the_command_line() {
        for (url, bare, password) in [
            (
                "postgres://a:p%40s%3As@db:5432/a?sslmode=require",
                "postgres://a@db:5432/a?sslmode=require",
                "p@s:s",
            ),
            ("postgres://a@db/a", "postgres://a@db/a", ""),
            ("postgres://db/a", "postgres://db/a", ""),
            ("postgres:///a?host=/run&user=a@b", "postgres:///a?host=/run&user=a@b", ""),
        ] {
            let (found, secret) = without_password(&Secret::new(url)).unwrap();
            assert_eq!((found.as_str(), secret.expose()), (bare, password), "{url}");
        }
    }

    #[test]
    fn verify_full_trusts_the_machine_s_authorities() {
        for (query, is_set) in [
            ("", false),
            ("?sslmode=require", false),
            ("?sslmode=verify-ca", false),
            ("?sslmode=verify-full", true),
        ] {
            let url = Secret::new(format!("postgres://a@db/a{query}"));
            let found = roots_variable(&PgConfig::new(url, 1)).unwrap();
            assert_eq!(found, is_set.then_some(("PGSSLROOTCERT", "system")), "{query}");
        }
    }
}
