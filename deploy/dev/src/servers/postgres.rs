//! The launcher's own Postgres: created once in the private folder, with a database and a role for each service.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use nix::sys::signal::Signal;
use url::Url;

use crate::files;
use crate::packages::Packages;
use crate::proc::Daemon;
use crate::secrets::Secrets;
use crate::services::{SERVICES, database};
use crate::{Config, Step, Tool};

/// The use of a server, which decides whether data has to outlive a crash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Acknowledged data outlives a crash.
    Keep,
    /// For tests: fast, and data may be lost.
    Test,
}

/// A Postgres to start, its data folder made.
pub struct Server {
    /// How to run it.
    pub daemon: Daemon,
    /// The address for the superuser: `postgres://postgres:…@127.0.0.1:port/postgres`.
    pub url: Url,
}

impl Server {
    /// Creates the data folder if it is missing; the server is not started yet.
    pub async fn prepare(
        config: &Config,
        packages: &Packages,
        password: &str,
        kind: Use,
        step: &Step,
    ) -> Result<Self> {
        let outer = config.home.join("postgres");
        let data = outer.join("data");
        fs::create_dir_all(&outer).with_context(|| format!("cannot create {}", outer.display()))?;
        fs::set_permissions(&outer, Permissions::from_mode(0o700))?;
        hand_over(config, &outer)?;
        if !data.join("saffron.conf").exists() {
            step.note("creating the database folder");
            let _ = fs::remove_dir_all(&data);
            create(config, packages, password, kind, &outer, &data).await?;
        }
        configure(config, &data, kind)?;
        let port = config.ports.postgres;
        let (folder, at) = (data.display().to_string(), port.to_string());
        let args = ["-D", &folder, "-h", "127.0.0.1", "-p", &at];
        let env = BTreeMap::from([("LC_ALL".to_owned(), "C".to_owned())]);
        let daemon = Daemon {
            folder: PathBuf::from("/"),
            account: config.postgres_account,
            // Fast shutdown: sessions are ended, everything committed is kept.
            stop_signal: Signal::SIGINT,
            patience: Duration::from_secs(30),
            ..Daemon::of(config, "postgres", packages.postgres("postgres"), &args, &env)
        };
        let url = Url::parse(&format!("postgres://postgres:{password}@127.0.0.1:{port}/postgres"))?;
        Ok(Self { daemon, url })
    }
}

/// Runs initdb.
async fn create(
    config: &Config,
    packages: &Packages,
    password: &str,
    kind: Use,
    outer: &Path,
    data: &Path,
) -> Result<()> {
    let pwfile = outer.join("password");
    fs::write(&pwfile, password)?;
    fs::set_permissions(&pwfile, Permissions::from_mode(0o600))?;
    hand_over(config, &pwfile)?;
    let made = Tool::new("initdb", packages.postgres("initdb"))
        .args("--username=postgres --auth=scram-sha-256 --encoding=UTF8 --no-instructions".split(' '))
        .args("--locale-provider=builtin --locale=C.UTF-8".split(' '))
        .args("--lc-messages=C --lc-collate=C --lc-ctype=C".split(' '))
        .args([format!("--pwfile={}", pwfile.display()), format!("--pgdata={}", data.display())])
        // Each connection of an unoptimised program repeats them; the password is random.
        .args((kind == Use::Test).then_some("--set=scram_iterations=1"))
        .env("LC_ALL", "C")
        .account(config.postgres_account)
        .folder(Path::new("/"))
        .log(config.logs().join("initdb.log"))
        .limit(Duration::from_secs(120))
        .run(|_| ())
        .await;
    let _ = fs::remove_file(&pwfile);
    made.map(drop)
}

/// Puts the settings of the repository beside those that initdb wrote, at every start.
fn configure(config: &Config, data: &Path, kind: Use) -> Result<()> {
    let read = |name: &str| files::read(config.repo.join("deploy/postgres").join(name));
    let mut settings = read("saffron.conf")?;
    if kind == Use::Test {
        settings.push_str(&read("test.conf")?);
    }
    let own = data.join("saffron.conf");
    fs::write(&own, settings)?;
    hand_over(config, &own)?;
    let main = data.join("postgresql.conf");
    let text = fs::read_to_string(&main)?;
    let include = "include 'saffron.conf'";
    if !text.lines().any(|line| line == include) {
        fs::write(&main, format!("{text}\n{include}\n"))?;
    }
    Ok(())
}

/// Gives a file to the account that Postgres runs as.
fn hand_over(config: &Config, path: &Path) -> Result<()> {
    let Some(account) = config.postgres_account else { return Ok(()) };
    chown(path, Some(account.uid), Some(account.gid))
        .with_context(|| format!("cannot give {} to the account that Postgres runs as", path.display()))
}

/// psql with the address of a database.
#[derive(Clone)]
pub struct Psql {
    program: PathBuf,
    url: Url,
}

impl Psql {
    /// psql of the fetched package, for the database of the URL.
    pub fn new(packages: &Packages, url: Url) -> Self {
        Self { program: packages.postgres("psql"), url }
    }

    /// psql for another database of the same server.
    pub fn database(&self, name: &str) -> Self {
        let mut url = self.url.clone();
        url.set_path(name);
        Self { program: self.program.clone(), url }
    }

    /// The address, password and all.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Runs a script, stopping at the first error, and gives what it prints: one line a row, fields parted by `|`.
    pub async fn run(&self, script: String) -> Result<String> {
        let mut bare = self.url.clone();
        let password = bare.password().unwrap_or_default().to_owned();
        bare.set_password(None).map_err(|()| anyhow!("this is no Postgres address"))?;
        Tool::new("psql", &self.program)
            .args("--no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --file=-".split(' '))
            .args([format!("--dbname={bare}")])
            .env("PGPASSWORD", password)
            .env("PGCONNECT_TIMEOUT", "5")
            .input(script)
            .limit(Duration::from_secs(60))
            .run(|_| ())
            .await
    }

    /// Whether the server answers.
    pub async fn answers(&self) -> bool {
        self.run("SELECT 1;".into()).await.is_ok()
    }

    /// Creates the role and the database of each service where they are missing, and sets the role's password.
    pub async fn create_databases(&self, secrets: &Secrets) -> Result<()> {
        let mut script = String::from("SET client_min_messages = warning;\n");
        for service in SERVICES {
            let (name, password) = (database(service), secrets.database(service)?);
            script.push_str(&format!(
                "SELECT 'CREATE ROLE {name} LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{name}') \\gexec\n\
                 ALTER ROLE {name} PASSWORD '{password}';\n\
                 SELECT 'CREATE DATABASE {name} OWNER {name}' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '{name}') \\gexec\n\
                 REVOKE ALL ON DATABASE {name} FROM PUBLIC;\n"
            ));
        }
        self.run(script).await.map(drop).context("cannot make the services' databases")
    }
}
