//! One run of a bench: its folder, its output and its figures.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use saffron_dev::Config;
use saffron_dev::bench::figure::Figure;
use saffron_dev::output::{Output, Step, seconds};
use saffron_instance::{Base, Instance, Settings};

use crate::machine;

/// Settings of Postgres beside deploy/postgres/saffron.conf: none of them is less safe.
const POSTGRES: [(&str, &str); 5] = [
    ("shared_buffers", "1GB"),
    ("max_wal_size", "8GB"),
    ("fsync", "on"),
    ("synchronous_commit", "on"),
    ("full_page_writes", "on"),
];
/// Variables of the services beside their defaults: one person, from one address, may ask as fast as the machine answers.
const RATES: [(&str, &str); 6] = [
    ("SAFFRON_GATEWAY_SESSION_RATE", "1000000"),
    ("SAFFRON_GATEWAY_SESSION_BURST", "1000000"),
    ("SAFFRON_GATEWAY_ADDRESS_RATE", "1000000"),
    ("SAFFRON_GATEWAY_INGEST_RATE", "1000000"),
    ("SAFFRON_GATEWAY_ADDRESS_CONCURRENCY", "1024"),
    ("SAFFRON_GATEWAY_ADDRESS_CONNECTIONS", "1000000"),
];
/// How long a wait may make no progress.
const STILL: Duration = Duration::from_secs(120);

/// A run of a bench.
pub struct Run {
    pub config: Config,
    pub out: Output,
    /// Added as they are measured: they count even if the bench fails afterwards.
    pub figures: Vec<Figure>,
    command: String,
    began: Instant,
}

impl Run {
    /// A run of the bench with this command line.
    pub fn new(config: Config, command: String) -> Run {
        Run { config, out: Output::new(), figures: Vec::new(), command, began: Instant::now() }
    }

    /// An instance without services, whose folder has this name, with further settings of Postgres; its servers lose
    /// nothing.
    pub async fn servers(&self, name: &str, further: &[(&'static str, &'static str)]) -> Result<Instance> {
        self.start(name, further, None).await
    }

    /// An instance without services, of another program than the built one if one is named.
    pub async fn servers_of(&self, name: &str, program: Option<&Path>) -> Result<Instance> {
        self.start(name, &[], program).await
    }

    /// An instance with every service, of another program than the built one if one is named.
    pub async fn instance(&self, name: &str, program: Option<&Path>) -> Result<Instance> {
        let mut instance = self.servers_of(name, program).await?;
        instance.serve_all().await?;
        Ok(instance)
    }

    async fn start(
        &self,
        name: &str,
        further: &[(&'static str, &'static str)],
        program: Option<&Path>,
    ) -> Result<Instance> {
        let settings = Settings {
            postgres: POSTGRES.iter().chain(further).copied().collect(),
            variables: RATES.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            program: program.map(Path::to_owned),
        };
        Instance::start(Base::at(self.config.separate(name)?)?, name, settings, &self.out).await
    }

    /// Prints a line.
    pub fn line(&self, text: impl AsRef<str>) {
        self.out.line(text);
    }

    /// Prints the command, the machine and its settings.
    pub async fn head(&self, instance: &Instance) -> Result<()> {
        let names: Vec<&str> =
            POSTGRES.iter().map(|(name, _)| *name).chain(["jit", "max_connections"]).collect();
        let query = format!(
            "SELECT name || ' = ' || current_setting(name) FROM pg_settings WHERE name IN ('{}') ORDER BY 1;",
            names.join("','")
        );
        let psql = instance.psql().await?;
        let (settings, version) =
            (psql.run(query).await?, psql.run("SHOW server_version;".to_owned()).await?);
        let settings: Vec<&str> = settings.lines().collect();
        let rates = RATES.map(|(name, value)| format!("{name}={value}"));
        self.line(format!(
            "\ncommand: {}\nmachine: {}\nPostgres {}: {}\nNATS: deploy/nats/nats.conf, sync_interval always, one node\n\
             services: release build, one process each; {}\n\
             everything on one machine and its loopback, the load included",
            self.command,
            machine::line(),
            version.trim(),
            settings.join(", "),
            rates.join(" ")
        ));
        Ok(())
    }

    /// Prints how long the run took.
    pub fn took(&self) {
        self.line(format!("took {}", seconds(self.began.elapsed())));
    }
}

/// Calls `look` until it gives an inner `Ok`; an inner `Err` is the progress, which has to keep changing.
pub async fn until_done<T>(
    step: &Step,
    every: Duration,
    mut look: impl AsyncFnMut() -> Result<Result<T, String>>,
) -> Result<T> {
    let (mut last, mut moved) = (String::new(), Instant::now());
    loop {
        match look().await? {
            Ok(done) => return Ok(done),
            Err(state) if state == last => {
                ensure!(moved.elapsed() < STILL, "nothing moves: {state}; see the logs")
            }
            Err(state) => {
                step.note(&state);
                (last, moved) = (state, Instant::now());
            }
        }
        tokio::time::sleep(every).await;
    }
}
