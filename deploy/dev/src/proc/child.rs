//! Long-running children: each in a process group of its own, with a log file of its own.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use nix::sys::signal::Signal;
use tokio::process::{Child, ChildStdout, Command};

use super::{Identity, tail};
use crate::Config;
use crate::config::Account;

/// How long to wait for a process to end after SIGKILL.
const AFTER_KILL: Duration = Duration::from_secs(5);

/// The description of a long-running process: how it is started and ended.
#[derive(Clone)]
pub struct Daemon {
    /// The name for people; the log is `<name>.log`.
    pub name: String,
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Variables beside the inherited ones.
    pub env: BTreeMap<String, String>,
    /// The working folder.
    pub folder: PathBuf,
    /// Its log file: standard error, and standard output unless that is read.
    pub log: PathBuf,
    /// The account that it runs as, if not the launcher's.
    pub account: Option<Account>,
    /// The signal that asks it to end in order.
    pub stop_signal: Signal,
    /// How long it may take to end before it is killed.
    pub patience: Duration,
}

/// A started [`Daemon`].
pub struct Running {
    /// The identity of the process.
    pub id: Identity,
    child: Child,
    stop_signal: Signal,
    patience: Duration,
}

impl Daemon {
    /// A program of Saffron, with a log of this name: it ends at SIGTERM, within the 12 s that a service may take.
    pub fn of(
        config: &Config,
        name: &str,
        program: PathBuf,
        args: &[&str],
        env: &BTreeMap<String, String>,
    ) -> Self {
        Self {
            name: name.to_owned(),
            program,
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            env: env.clone(),
            folder: config.repo.clone(),
            log: config.logs().join(format!("{name}.log")),
            account: None,
            stop_signal: Signal::SIGTERM,
            patience: Duration::from_secs(12),
        }
    }

    /// Starts the process with its output in its log.
    pub fn start(&self) -> Result<Running> {
        self.spawn(false).map(|(running, _)| running)
    }

    /// Starts the process; with `read`, standard output is handed to the caller, and only standard error goes into the log.
    pub(crate) fn spawn(&self, read: bool) -> Result<(Running, Option<ChildStdout>)> {
        let log = OpenOptions::new().create(true).append(true).open(&self.log);
        let log = log.with_context(|| format!("cannot write {}", self.log.display()))?;
        let stdout = if read { Stdio::piped() } else { log.try_clone()?.into() };
        let mut command = Command::new(&self.program);
        command.args(&self.args).envs(&self.env).current_dir(&self.folder).process_group(0);
        command.stdin(Stdio::null()).stdout(stdout).stderr(log);
        if let Some(account) = self.account {
            command.uid(account.uid).gid(account.gid);
        }
        let mut child =
            command.spawn().with_context(|| format!("cannot start {}", self.program.display()))?;
        let stdout = child.stdout.take();
        let id = child.id().and_then(|pid| Identity::of(i32::try_from(pid).ok()?));
        let id = id.ok_or_else(|| {
            let (name, log, end) = (&self.name, self.log.display(), tail(&self.log, 20));
            anyhow!("{name} ended at once. The end of {log}:\n{end}")
        })?;
        Ok((Running { id, child, stop_signal: self.stop_signal, patience: self.patience }, stdout))
    }
}

impl Running {
    /// Waits until the process ends by itself; gives its exit status as text.
    pub async fn ended(&mut self) -> String {
        match self.child.wait().await {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        }
    }

    /// Whether the process has ended.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the process in order, or by force after its patience; false if force was needed.
    pub async fn stop(mut self) -> bool {
        let stopping = stop(&self.id, self.stop_signal, self.patience);
        let (in_order, _) = tokio::join!(stopping, self.child.wait());
        in_order
    }
}

/// Ends a process in order, or by force after `patience`, with what is left of its group; false if force was needed.
pub async fn stop(id: &Identity, signal: Signal, patience: Duration) -> bool {
    id.signal(signal);
    if id.gone(patience).await {
        return true;
    }
    id.signal_group(Signal::SIGKILL);
    id.gone(AFTER_KILL).await;
    false
}
