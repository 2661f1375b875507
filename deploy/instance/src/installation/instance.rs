//! An instance that this process runs itself: servers, and services that are started and stopped one by one.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use nix::sys::signal::Signal;
use saffron_core::Clock;
use saffron_dev::Output;
use saffron_dev::instance::{Servers, environment};
use saffron_dev::nats;
use saffron_dev::packages::Packages;
use saffron_dev::ports::StandIn;
use saffron_dev::postgres::{Psql, Server, Use};
use saffron_dev::proc::{Daemon, Tool};
use saffron_dev::services::{self, GATEWAY, SERVICES};
use saffron_dev::state::{self, State};
use saffron_dev::up::{Stage, Supervisor};
use saffron_sandbox::mail;
use serde_json::{Value, json};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::base::{Base, programs};

/// The name under which all services run in one process.
const ALL: &str = "all";
/// How long servers and services may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long processes may take to end when the instance is dropped.
const DROPPED: Duration = Duration::from_secs(10);

/// Differences from a usual instance.
#[derive(Default)]
pub struct Settings<'a> {
    /// Settings of Postgres beside deploy/postgres/saffron.conf; the last one of a name counts.
    pub postgres: Vec<(&'a str, &'a str)>,
    /// Variables of the services.
    pub variables: Vec<(String, String)>,
    /// Another `saffron` than the built one.
    pub program: Option<PathBuf>,
}

/// Servers, a mail catcher, and the services that were started on them.
pub struct Instance {
    /// The variables of the services.
    pub env: BTreeMap<String, String>,
    /// The path of `saffron`, for whatever is started from now on.
    pub program: PathBuf,
    services: BTreeMap<&'static str, Supervisor>,
    servers: Supervisor,
    lock: Arc<state::Instance>,
    packages: Packages,
    out: Output,
    _mails: (mail::Running, DropGuard),
    _left: Left,
    base: Base,
}

impl Deref for Instance {
    type Target = Base;
    fn deref(&self) -> &Base {
        &self.base
    }
}

impl Instance {
    /// Starts the servers, and creates schemas and streams. No service runs yet.
    pub async fn start(base: Base, name: &str, settings: Settings<'_>, out: &Output) -> Result<Instance> {
        let (config, secrets) = (&base.config, &base.secrets);
        let lock = state::Instance::take(config, out).await?;
        let left = Left { home: config.home.clone() };
        let packages = Packages::get(config, |_| ()).await?;
        let mut servers = Supervisor::new(lock.clone(), out.clone());
        let step = out.step(format!("{name}: Postgres, NATS, schemas, streams"));
        let Server { mut daemon, url } =
            Server::prepare(config, &packages, &secrets.postgres, Use::Keep, &step).await?;
        let further = settings.postgres.iter();
        daemon.args.extend(further.flat_map(|(name, value)| ["-c".to_owned(), format!("{name}={value}")]));
        servers.start(daemon, Stage::Postgres, None)?;
        servers.start(nats::daemon(config, &packages, secrets, Use::Keep)?, Stage::Nats, None)?;
        let psql = Psql::new(&packages, url.clone());
        servers.wait("Postgres", PATIENCE, || psql.answers()).await?;
        let address = format!("127.0.0.1:{}", config.ports.nats);
        servers.wait("NATS with JetStream", PATIENCE, || nats::answers(&address)).await?;

        let mut env = environment(config, secrets, &Servers { postgres: url, given_nats: None })?;
        // Without it no web app need be built.
        env.remove("SAFFRON_GATEWAY_WEB_DIR");
        env.extend(settings.variables);
        let stop = CancellationToken::new();
        let at = |part| ([127, 0, 0, 1], config.ports.stand_in(part)).into();
        let mails = mail::Config::new(Clock::system());
        let mails = mail::Config { listen: at(StandIn::Mails), page: at(StandIn::MailPage), ..mails };
        let mails = (mail::serve(mails, stop.clone()).await?, stop.drop_guard());
        let instance = Instance {
            env,
            services: BTreeMap::new(),
            servers,
            lock,
            program: settings.program.map_or_else(Self::built, Ok)?,
            packages,
            out: out.clone(),
            _mails: mails,
            _left: left,
            base,
        };
        instance.make_databases().await?;
        step.done("");
        Ok(instance)
    }

    /// Makes the databases, schemas, streams and consumers that are missing.
    pub async fn make_databases(&self) -> Result<()> {
        self.psql().await?.create_databases(&self.secrets).await?;
        self.saffron(&["migrate"], &[]).await?;
        self.saffron(&["streams", "apply"], &[]).await
    }

    /// Runs a command of `saffron` to its end, with variables that overrule the usual ones.
    pub async fn saffron(&self, args: &[&str], variables: &[(&str, String)]) -> Result<()> {
        Tool::new(format!("saffron {}", args.join(" ")), &self.program)
            .args(args)
            .env_without("SAFFRON_")
            .envs(&self.env)
            .envs(variables.iter().map(|(name, value)| (*name, value.as_str())))
            .folder(&self.config.repo)
            .log(self.config.logs().join(format!("{}.log", args.join("-"))))
            .limit(Duration::from_secs(300))
            .run(|_| ())
            .await
            .map(drop)
    }

    /// The path of the built `saffron`.
    pub fn built() -> Result<PathBuf> {
        Ok(programs()?.join("saffron"))
    }

    /// A client program of Postgres for a database, as the role of reports.
    pub fn postgres_client(&self, program: &str, database: &str) -> Result<Tool> {
        Ok(Tool::new(program, self.packages.postgres(program))
            .env("PGHOST", "127.0.0.1")
            .env("PGPORT", self.config.ports.postgres.to_string())
            .env("PGUSER", services::database("reports"))
            .env("PGPASSWORD", self.secrets.database("reports")?)
            .env("PGDATABASE", database)
            .env("LC_ALL", "C"))
    }

    /// The process of a service with these variables, not started.
    pub fn daemon(&self, name: &str, env: BTreeMap<String, String>) -> Daemon {
        Daemon {
            name: name.to_owned(),
            program: self.program.clone(),
            args: vec![name.to_owned()],
            env,
            folder: self.config.repo.clone(),
            log: self.config.logs().join(format!("{name}.log")),
            account: None,
            stop_signal: Signal::SIGTERM,
            patience: Duration::from_secs(12),
        }
    }

    /// Starts a service, or `all` of them in one process.
    pub fn serve(&mut self, name: &'static str) -> Result<()> {
        self.serve_as(name, self.env.clone())
    }

    /// [`Instance::serve`] with other variables.
    pub fn serve_as(&mut self, name: &'static str, env: BTreeMap<String, String>) -> Result<()> {
        let mut supervisor = Supervisor::new(self.lock.clone(), self.out.clone());
        let stage = if name == GATEWAY || name == ALL { Stage::Gateway } else { Stage::Services };
        supervisor.start(self.daemon(name, env), stage, None)?;
        self.services.insert(name, supervisor);
        Ok(())
    }

    /// Starts every service that the program has, each as a process, and waits until they answer.
    pub async fn serve_all(&mut self) -> Result<()> {
        let step = self.out.step("services");
        let table = Tool::new("saffron services", &self.program)
            .args(["services"])
            .env_without("SAFFRON_")
            .limit(PATIENCE)
            .run(|_| ())
            .await?;
        let table: Value = serde_json::from_str(&table).context("no table of services")?;
        let known = table.get("services").and_then(Value::as_array).context("no services")?;
        for name in services::all() {
            if name == GATEWAY || known.iter().any(|service| service.get("name") == Some(&json!(name))) {
                self.serve(name)?;
            }
        }
        self.ready(GATEWAY).await?;
        step.done("");
        Ok(())
    }

    /// Stops services and starts them again.
    pub async fn restart(&mut self, names: &[&'static str]) -> Result<()> {
        for name in names.iter().rev() {
            self.end(name).await;
        }
        for name in names {
            self.serve(name)?;
        }
        self.ready(GATEWAY).await
    }

    /// Waits until the gateway says that all services answer; fails early if its process, named so, keeps ending.
    pub async fn ready(&self, process: &str) -> Result<()> {
        let client = reqwest::Client::builder().timeout(Duration::from_secs(2)).no_proxy().build()?;
        let url = format!("{}/readyz", self.address());
        let ready =
            || async { client.get(&url).send().await.is_ok_and(|answer| answer.status().is_success()) };
        let gateway = self.services.get(process).context("the gateway was not started")?;
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

    /// The names and ids of the running processes.
    pub fn processes(&self) -> Vec<(&'static str, i32)> {
        let state = self.state();
        let names = ["postgres", "nats", ALL].into_iter().chain(services::all());
        names.filter_map(|name| state.process(name).map(|id| (name, id.pid))).collect()
    }

    /// Stops everything, fails if a process or a used port is left, and removes the folder.
    pub async fn stop(mut self) -> Result<()> {
        let state = self.state();
        self.end_all().await;
        let Instance { servers, lock, base, .. } = self;
        servers.stop().await;
        drop(lock);
        base.expect_nothing_left(&state)?;
        let home = &base.config.home;
        fs::remove_dir_all(home).with_context(|| format!("cannot remove {}", home.display()))
    }
}

/// Ends the processes of an instance that is dropped without having been stopped.
struct Left {
    home: PathBuf,
}

impl Drop for Left {
    fn drop(&mut self) {
        end_all_of(&self.home);
    }
}

/// Ends the processes in the state file of a private folder.
fn end_all_of(home: &Path) {
    let processes = State::read(home).processes;
    for process in processes.iter().rev() {
        process.id.signal(Signal::try_from(process.signal).unwrap_or(Signal::SIGTERM));
    }
    let began = Instant::now();
    while processes.iter().any(|process| process.id.alive()) && began.elapsed() < DROPPED {
        std::thread::park_timeout(Duration::from_millis(20));
    }
    processes.iter().for_each(|process| process.id.signal_group(Signal::SIGKILL));
}
