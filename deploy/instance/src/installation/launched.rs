//! An instance that the launcher runs, as `cargo dev up` does.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use nix::sys::signal::Signal;
use saffron_dev::proc::Identity;
use saffron_dev::services::{GATEWAY, variable};
use saffron_dev::state::{Phase, State};

use crate::{Base, until};

/// How long a killed process may take to be gone.
const GONE: Duration = Duration::from_secs(300);

/// An instance run by `cargo dev`, which is stopped when it is dropped.
pub struct Launched {
    base: Base,
    /// Variables of the launcher and of all that it starts.
    pub settings: BTreeMap<String, String>,
}

impl Deref for Launched {
    type Target = Base;
    fn deref(&self) -> &Base {
        &self.base
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        let _ = self.run(&["down"]);
    }
}

impl Launched {
    /// A private folder and free ports; nothing runs yet.
    pub fn new() -> Result<Self> {
        let base = Base::temporary()?;
        let web = base.empty_app()?.display().to_string();
        Ok(Self { base, settings: BTreeMap::from([("SAFFRON_GATEWAY_WEB_DIR".to_owned(), web)]) })
    }

    /// [`Launched::new`] without limits of rates, for a load from one address and one session.
    pub fn with_unlimited_rates() -> Result<Self> {
        let mut launched = Self::new()?;
        launched.settings.extend(unlimited_rates());
        Ok(launched)
    }

    /// The launcher for this instance, with no other `SAFFRON_` variable of this process.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.config.launcher);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("SAFFRON_") {
                command.env_remove(name);
            }
        }
        command.args(args).envs(self.config.variables()).envs(&self.settings).stdin(Stdio::null());
        command
    }

    /// Runs a command of the launcher to its end.
    pub fn run(&self, args: &[&str]) -> Result<Output> {
        let output = self.command(args).output();
        output.with_context(|| format!("cannot start {}", self.config.launcher.display()))
    }

    /// The command that starts everything.
    pub fn up(&self) -> Command {
        self.command(&["up", "--detach", "--no-demo", "--no-build"])
    }

    /// Starts everything, and waits until it is ready.
    pub async fn start(&self) -> Result<()> {
        finish(self.up()).await.map(drop)
    }

    /// Starts Postgres and NATS alone.
    pub async fn start_servers(&self) -> Result<()> {
        finish(self.command(&["up", "--detach", "--servers"])).await.map(drop)
    }

    /// Runs a command of `saffron` with the services' variables; gives its output.
    pub async fn saffron(&self, args: &[&str]) -> Result<String> {
        finish(self.command(&[&["run", "--", "saffron"], args].concat())).await
    }

    /// Stops everything.
    pub async fn down(&self) -> Result<()> {
        finish(self.command(&["down"])).await.map(drop)
    }

    /// Stops everything, and fails if a process or a used port is left.
    pub async fn stop(self) -> Result<()> {
        let state = self.state();
        self.down().await?;
        self.expect_nothing_left(&state)
    }

    /// Waits until the instance is ready.
    pub fn ready(&self) -> Result<State> {
        until("the instance to be ready", || {
            let state = self.state();
            (state.phase == Phase::Ready).then_some(state)
        })
    }

    /// Waits until a process of this name runs that is another one than `before`.
    pub async fn started_again(
        &self,
        name: &str,
        before: Option<&Identity>,
        patience: Duration,
    ) -> Result<Identity> {
        let began = Instant::now();
        loop {
            let found = self.process(name).filter(|id| before.is_none_or(|before| before.pid != id.pid));
            if let Some(id) = found {
                return Ok(id);
            }
            ensure!(began.elapsed() < patience, "{name} was not started again");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// The variables by which a gateway does not limit the rates of an address or a session.
pub fn unlimited_rates() -> [(String, String); 4] {
    ["SESSION_RATE", "SESSION_BURST", "ADDRESS_RATE", "INGEST_RATE"]
        .map(|rate| (variable(GATEWAY, rate), "10000".to_owned()))
}

/// Runs a command to its end; gives its output, or an error with its standard error.
pub async fn finish(mut command: Command) -> Result<String> {
    let words: Vec<String> = command.get_args().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let Output { status, stdout, stderr } = tokio::task::spawn_blocking(move || command.output()).await??;
    ensure!(
        status.success(),
        "`{}` ended with {status}: {}",
        words.join(" "),
        String::from_utf8_lossy(&stderr)
    );
    Ok(String::from_utf8_lossy(&stdout).into_owned())
}

/// Sends SIGKILL and waits until the process is gone.
pub async fn kill(id: &Identity) -> Result<()> {
    id.signal(Signal::SIGKILL);
    ensure!(id.gone(GONE).await, "process {} survives SIGKILL", id.pid);
    Ok(())
}
