//! The system that is measured: servers that lose nothing, and the services of a release build, each a process.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use nix::sys::signal::Signal;
use reqwest::Url;
use saffron_dev::instance::{self, Surroundings};
use saffron_dev::nats;
use saffron_dev::packages::Packages;
use saffron_dev::place::Place;
use saffron_dev::postgres::{Psql, Server, Use};
use saffron_dev::proc::{Daemon, Tool};
use saffron_dev::say::Say;
use saffron_dev::secrets::Secrets;
use saffron_dev::services::{self, GATEWAY, SERVICES};
use saffron_dev::state::{Instance, State};
use saffron_dev::up::{Stage, Supervisor};
use sqlx::{Connection as _, PgConnection};

/// What Postgres is told beside deploy/postgres/saffron.conf: nothing of it is less safe.
const POSTGRES: [(&str, &str); 5] = [
    ("shared_buffers", "1GB"),
    ("max_wal_size", "8GB"),
    ("fsync", "on"),
    ("synchronous_commit", "on"),
    ("full_page_writes", "on"),
];
/// What the services are told beside their defaults: one person, from one address, may ask as fast as the machine answers.
const RATES: [(&str, &str); 6] = [
    ("SAFFRON_GATEWAY_SESSION_RATE", "1000000"),
    ("SAFFRON_GATEWAY_SESSION_BURST", "1000000"),
    ("SAFFRON_GATEWAY_ADDRESS_RATE", "1000000"),
    ("SAFFRON_GATEWAY_INGEST_RATE", "1000000"),
    ("SAFFRON_GATEWAY_ADDRESS_CONCURRENCY", "1024"),
    ("SAFFRON_GATEWAY_ADDRESS_CONNECTIONS", "1000000"),
];
/// Every service in one process.
const ALL: &str = "all";
/// How long servers and services may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Servers of one's own, and the services that were started on them.
pub struct Stack {
    /// Folder and ports.
    pub place: Place,
    /// Keys and passwords.
    pub secrets: Secrets,
    /// Postgres' programs.
    pub packages: Packages,
    /// The services' variables.
    pub env: BTreeMap<String, String>,
    postgres: Url,
    saffron: PathBuf,
    say: Say,
    instance: Arc<Instance>,
    servers: Supervisor,
    services: BTreeMap<&'static str, Supervisor>,
}

impl Stack {
    /// Starts the servers, and makes schemas and streams.
    pub async fn start(outer: &Place, name: &str, say: &Say) -> Result<Stack> {
        Stack::start_with(outer, name, &[], say).await
    }

    /// The same with further settings of Postgres, which overrule the usual ones.
    pub async fn start_with(outer: &Place, name: &str, further: &[(&str, &str)], say: &Say) -> Result<Stack> {
        let place = outer.beside(name)?;
        let instance = Instance::take(&place, say).await?;
        let secrets = Secrets::load(&place.home)?;
        let packages = Packages::get(&place, |_| ()).await?;
        let mut servers = Supervisor::new(instance.clone(), say.clone());

        let step = say.step(format!("{name}: Postgres, NATS, schemas, streams"));
        let Server { mut daemon, url } =
            Server::prepare(&place, &packages, &secrets.postgres, Use::Keep, &step).await?;
        daemon.args.extend(
            POSTGRES
                .iter()
                .chain(further)
                .flat_map(|(name, value)| ["-c".to_owned(), format!("{name}={value}")]),
        );
        servers.start(daemon, Stage::Postgres, None)?;
        servers.start(nats::daemon(&place, &packages, &secrets, Use::Keep)?, Stage::Nats, None)?;
        let psql = Psql::new(&packages, url.clone());
        servers.wait("Postgres", PATIENCE, || psql.answers()).await?;
        let address = format!("127.0.0.1:{}", place.ports.nats);
        servers.wait("NATS with JetStream", PATIENCE, || nats::answers(&address)).await?;

        let around = Surroundings { postgres: url.clone(), given_nats: None };
        let mut env = instance::environment(&place, &secrets, &around)?;
        // Only the API is measured, so that the web app need not be built.
        env.remove("SAFFRON_GATEWAY_WEB_DIR");
        env.extend(RATES.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let saffron = std::env::current_exe().context("the path of this program")?.with_file_name("saffron");
        let stack = Stack {
            place,
            secrets,
            packages,
            env,
            postgres: url,
            saffron,
            say: say.clone(),
            instance,
            servers,
            services: BTreeMap::new(),
        };
        stack.make_databases().await?;
        stack.saffron(&["migrate"], &[]).await?;
        stack.saffron(&["streams", "apply"], &[]).await?;
        step.done("");
        Ok(stack)
    }

    /// Makes the services' databases as far as they are missing.
    pub async fn make_databases(&self) -> Result<()> {
        self.psql().create_databases(&self.secrets).await
    }

    /// Runs a command of the services' program to its end, with variables that overrule the usual ones.
    pub async fn saffron(&self, args: &[&str], variables: &[(&str, String)]) -> Result<()> {
        Tool::new(format!("saffron {}", args.join(" ")), &self.saffron)
            .args(args)
            .env_without("SAFFRON_")
            .envs(&self.env)
            .envs(variables.iter().map(|(name, value)| (*name, value.as_str())))
            .folder(&self.place.repo)
            .log(self.place.logs().join(format!("{}.log", args.join("-"))))
            .limit(Duration::from_secs(300))
            .run(|_| ())
            .await
            .map(drop)
    }

    /// Starts a service.
    pub fn serve(&mut self, name: &'static str) -> Result<()> {
        let mut supervisor = Supervisor::new(self.instance.clone(), self.say.clone());
        let daemon = Daemon {
            name: name.to_owned(),
            program: self.saffron.clone(),
            args: vec![name.to_owned()],
            env: self.env.clone(),
            folder: self.place.repo.clone(),
            log: self.place.logs().join(format!("{name}.log")),
            account: None,
            stop_signal: Signal::SIGTERM,
            patience: Duration::from_secs(12),
        };
        let stage = if name == GATEWAY || name == ALL { Stage::Gateway } else { Stage::Services };
        supervisor.start(daemon, stage, None)?;
        self.services.insert(name, supervisor);
        Ok(())
    }

    /// Starts every service and waits until they answer.
    pub async fn serve_all(&mut self) -> Result<()> {
        let step = self.say.step("services");
        for name in services::all() {
            self.serve(name)?;
        }
        self.ready().await?;
        step.done("");
        Ok(())
    }

    /// Stops services and starts them anew.
    pub async fn restart(&mut self, names: &[&'static str]) -> Result<()> {
        for name in names.iter().rev() {
            self.end(name).await;
        }
        for name in names {
            self.serve(name)?;
        }
        self.ready().await
    }

    async fn ready(&self) -> Result<()> {
        self.ready_at_once(GATEWAY).await
    }

    /// Waits until all services answer; `edge` is the process that the gateway is in.
    pub async fn ready_at_once(&self, edge: &str) -> Result<()> {
        let client = reqwest::Client::builder().timeout(Duration::from_secs(2)).no_proxy().build()?;
        let url = format!("http://127.0.0.1:{}/readyz", self.place.ports.gateway);
        let ready =
            || async { client.get(&url).send().await.is_ok_and(|answer| answer.status().is_success()) };
        let gateway = self.services.get(edge).context("the gateway was not started")?;
        gateway.wait("The services", PATIENCE, ready).await
    }

    /// Stops a service.
    pub async fn end(&mut self, name: &str) {
        if let Some(supervisor) = self.services.remove(name) {
            supervisor.stop().await;
        }
    }

    /// Stops all services.
    pub async fn end_all(&mut self) {
        for name in [ALL, GATEWAY].into_iter().chain(SERVICES) {
            self.end(name).await;
        }
    }

    /// The services' program.
    pub fn program(&self) -> &Path {
        &self.saffron
    }

    /// Stops everything and removes what it stored.
    pub async fn stop(mut self) -> Result<()> {
        self.end_all().await;
        self.servers.stop().await;
        fs::remove_dir_all(&self.place.home)
            .with_context(|| format!("cannot remove {}", self.place.home.display()))
    }

    /// The processes that run, with their names.
    pub fn processes(&self) -> Vec<(&'static str, i32)> {
        let state = State::read(&self.place.home);
        let names = ["postgres", "nats", ALL].into_iter().chain(services::all());
        names.filter_map(|name| state.process(name).map(|id| (name, id.pid))).collect()
    }

    /// psql as the superuser.
    pub fn psql(&self) -> Psql {
        Psql::new(&self.packages, self.postgres.clone())
    }

    /// A connection as the superuser to a database.
    pub async fn connect(&self, database: &str) -> Result<PgConnection> {
        let mut url = self.postgres.clone();
        url.set_path(database);
        PgConnection::connect(url.as_str()).await.with_context(|| format!("cannot connect to {database}"))
    }

    /// One of Postgres' client programs, told where a database is, as the role of reports.
    pub fn client(&self, program: &str, database: &str) -> Result<Tool> {
        Ok(Tool::new(program, self.packages.postgres(program))
            .env("PGHOST", "127.0.0.1")
            .env("PGPORT", self.place.ports.postgres.to_string())
            .env("PGUSER", services::database("reports"))
            .env("PGPASSWORD", self.secrets.database("reports")?)
            .env("PGDATABASE", database)
            .env("LC_ALL", "C"))
    }

    /// Lines about how the system is set up.
    pub async fn settings(&self) -> Result<Vec<String>> {
        let names: Vec<&str> =
            POSTGRES.iter().map(|(name, _)| *name).chain(["jit", "max_connections"]).collect();
        let list = names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(",");
        let query = format!(
            "SELECT name || ' = ' || current_setting(name) FROM pg_settings WHERE name IN ({list}) ORDER BY 1;"
        );
        let shown = self.psql().run(query).await?;
        let version = self.psql().run("SHOW server_version;".to_owned()).await?;
        let shown: Vec<&str> = shown.lines().collect();
        let rates: Vec<String> = RATES.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Ok(vec![
            format!("Postgres {}: {}", version.trim(), shown.join(", ")),
            "NATS: deploy/nats/nats.conf, sync_interval always, one node".to_owned(),
            format!("services: release build, one process each; {}", rates.join(" ")),
            "everything on one machine and its loopback, the load included".to_owned(),
        ])
    }
}
