//! Servers of one test run, which need not keep their data, in a folder that is removed with them.

use std::fs;

use anyhow::Result;

use crate::packages::Packages;
use crate::postgres::{Psql, Use};
use crate::proc::Identity;
use crate::secrets::Secrets;
use crate::state::{self, Instance, State};
use crate::up::{Supervisor, servers};
use crate::{Config, Output};

/// Postgres and NATS of one run.
pub struct TestServers {
    /// The address of Postgres for its superuser.
    pub postgres: String,
    /// The address of NATS, which has no users.
    pub nats: String,
    threads: String,
    own: Option<(Config, Supervisor)>,
}

impl TestServers {
    /// Takes the servers given by SAFFRON_TEST_POSTGRES_URL and SAFFRON_TEST_NATS_URL, or starts some.
    pub async fn start(config: &Config, out: &Output) -> Result<Self> {
        // Tests wait as often as they compute.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = config.env.get("RUST_TEST_THREADS").map_or((2 * cores).to_string(), str::to_owned);
        if let (Some(postgres), Some(nats)) =
            (config.env.get("SAFFRON_TEST_POSTGRES_URL"), config.env.get("SAFFRON_TEST_NATS_URL"))
        {
            return Ok(Self { postgres: postgres.to_owned(), nats: nats.to_owned(), threads, own: None });
        }
        let config = config.separate("servers")?;
        let instance = Instance::take(&config, out).await?;
        let secrets = Secrets::load(&config.home)?;
        let mut supervisor = Supervisor::new(instance, out.clone());
        let started = servers(&config, &secrets, Use::Test, out, &mut supervisor).await;
        let servers = match started {
            Ok(servers) => servers,
            Err(error) => {
                supervisor.stop().await;
                return Err(error);
            }
        };
        Ok(Self {
            postgres: servers.postgres.to_string(),
            nats: format!("nats://{}", servers.nats_address(&config)),
            threads,
            own: Some((config, supervisor)),
        })
    }

    /// The variables by which tests find the servers, and how many run at once.
    pub fn variables(&self) -> [(&'static str, String); 3] {
        [
            ("SAFFRON_TEST_POSTGRES_URL", self.postgres.clone()),
            ("SAFFRON_TEST_NATS_URL", self.nats.clone()),
            ("RUST_TEST_THREADS", self.threads.clone()),
        ]
    }

    /// A psql for these servers.
    pub async fn psql(&self, config: &Config) -> Result<Psql> {
        let packages = Packages::get(config, |_| ()).await?;
        Ok(Psql::new(&packages, self.postgres.parse()?))
    }

    /// Ends the servers that it started. Their data is removed beside what comes next: a thousand databases take minutes.
    pub async fn stop(self) {
        if let Some((config, supervisor)) = self.own {
            supervisor.stop().await;
            tokio::task::spawn_blocking(move || fs::remove_dir_all(&config.home));
        }
    }
}

/// Ends the processes and removes the folders of killed test runs.
pub async fn clean_up(config: &Config, out: &Output) -> Result<()> {
    let Ok(runs) = fs::read_dir(config.runs()) else { return Ok(()) };
    for run in runs.flatten().map(|entry| entry.path()) {
        if !state::is_running(&run) {
            state::down(&run, out).await?;
            let _ = fs::remove_dir_all(&run);
        }
    }
    Ok(())
}

/// Ends the processes and removes the folders of this launcher's own test runs, after a signal to stop.
pub async fn abandon(config: &Config, out: &Output) {
    let Ok(runs) = fs::read_dir(config.runs()) else { return };
    let own = format!("-{}", std::process::id());
    for run in runs.flatten().map(|entry| entry.path()) {
        if !run.file_name().is_some_and(|name| name.to_string_lossy().ends_with(&own)) {
            continue;
        }
        if State::read(&run).launcher == Identity::own() {
            state::clean(&run, out).await;
        } else {
            let _ = state::down(&run, out).await;
        }
        let _ = fs::remove_dir_all(&run);
    }
}
