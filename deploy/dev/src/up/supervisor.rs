//! Keeps an instance's processes running, and ends them in order.

use std::collections::BTreeMap;
use std::future::Future;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use nix::sys::signal::Signal;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::ChildStdout;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;

use crate::Output;
use crate::proc::{Daemon, Identity, Running, tail};
use crate::state::{Instance, State};

/// The first pause before a process that ended is started again; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// After running this long a process counts as healthy again.
const CALM: Duration = Duration::from_secs(30);
/// How often a process is checked that may hang.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// A process that ends this often while the instance starts will not come up.
const HOPELESS: u32 = 4;

/// The order of starting. Stages stop in the opposite order, the processes of one stage together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The database.
    Postgres,
    /// The message broker.
    Nats,
    /// Services behind the gateway.
    Services,
    /// The gateway: stops before the services that it calls.
    Gateway,
    /// The stand-ins of the sandbox.
    Outside,
}

struct Member {
    daemon: Daemon,
    stage: Stage,
    deaths: Arc<AtomicU32>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// The processes of one instance.
pub struct Supervisor {
    instance: Arc<Instance>,
    out: Output,
    members: Vec<Member>,
    watches: JoinSet<()>,
}

impl Supervisor {
    /// A supervisor without processes.
    pub fn new(instance: Arc<Instance>, out: Output) -> Self {
        Self { instance, out, members: Vec::new(), watches: JoinSet::new() }
    }

    /// Starts a process and keeps it running until [`Supervisor::stop`]. With `lines`, its standard output goes there,
    /// a line at a time; lines that are not read in time are dropped.
    pub fn start(&mut self, daemon: Daemon, stage: Stage, lines: Option<mpsc::Sender<String>>) -> Result<()> {
        let (deaths, (stop, stopped)) = (Arc::<AtomicU32>::default(), oneshot::channel());
        let (instance, out) = (self.instance.clone(), self.out.clone());
        let keeper = Keeper { daemon: daemon.clone(), lines, instance, out, deaths: deaths.clone() };
        let running = keeper.launch()?;
        let task = tokio::spawn(keeper.keep(running, stopped));
        self.members.push(Member { daemon, stage, deaths, stop, task });
        Ok(())
    }

    /// Checks a process every second, and ends it where `check` is true, so that it is started again.
    pub fn watch<F: Future<Output = bool> + Send>(
        &mut self,
        name: &'static str,
        is_stuck: impl Fn(Identity) -> F + Send + 'static,
    ) {
        let (instance, out) = (self.instance.clone(), self.out.clone());
        self.watches.spawn(async move {
            loop {
                sleep(CHECK_EVERY).await;
                let Some(process) = instance.process(name) else { continue };
                if is_stuck(process.clone()).await {
                    out.line(format!("{name} hangs, and only another start helps."));
                    process.signal(Signal::SIGTERM);
                    process.gone(CALM).await;
                }
            }
        });
    }

    /// Waits until `check` is true, or fails if the process keeps ending.
    pub async fn wait<F: Future<Output = bool>>(
        &self,
        what: &str,
        patience: Duration,
        check: impl Fn() -> F,
    ) -> Result<()> {
        let began = Instant::now();
        loop {
            if check().await {
                return Ok(());
            }
            let is_hopeless = |member: &&Member| member.deaths.load(Ordering::Relaxed) >= HOPELESS;
            if let Some(Member { daemon: Daemon { name, log, .. }, .. }) =
                self.members.iter().find(is_hopeless)
            {
                bail!("{name} does not start. The end of {}:\n{}", log.display(), tail(log, 20));
            }
            if began.elapsed() > patience {
                let logs = self.members.iter().map(|member| member.daemon.log.display().to_string());
                let (seconds, logs) = (patience.as_secs(), logs.collect::<Vec<_>>().join(", "));
                bail!("{what} did not come up within {seconds} s; the logs are {logs}");
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends every process: the last stage first, each bounded by its own patience, then by force.
    pub async fn stop(mut self) {
        self.watches.abort_all();
        let mut stages: BTreeMap<Stage, Vec<Member>> = BTreeMap::new();
        for member in std::mem::take(&mut self.members) {
            stages.entry(member.stage).or_default().push(member);
        }
        for members in stages.into_values().rev() {
            let tasks: Vec<_> = members.into_iter().map(Member::end).collect();
            for task in tasks {
                let _ = task.await;
            }
        }
    }
}

impl Drop for Supervisor {
    /// Given up without [`Supervisor::stop`]: nothing is started again, and the state file names what is left.
    fn drop(&mut self) {
        self.members.iter().for_each(|member| member.task.abort());
    }
}

impl Member {
    /// Asks the process to stop; the task ends with it.
    fn end(self) -> JoinHandle<()> {
        let _ = self.stop.send(());
        self.task
    }
}

/// Kills every process of a state file at once.
pub async fn kill_all(state: State) {
    for process in &state.processes {
        process.id.signal_group(Signal::SIGKILL);
    }
    for process in &state.processes {
        process.id.gone(Duration::from_secs(5)).await;
    }
}

/// Keeps one process running.
struct Keeper {
    daemon: Daemon,
    lines: Option<mpsc::Sender<String>>,
    instance: Arc<Instance>,
    out: Output,
    deaths: Arc<AtomicU32>,
}

impl Keeper {
    /// Starts the process and adds it to the state file.
    fn launch(&self) -> Result<Running> {
        let (running, stdout) = self.daemon.spawn(self.lines.is_some())?;
        if let (Some(lines), Some(stdout)) = (&self.lines, stdout) {
            tokio::spawn(pass_on(stdout, lines.clone()));
        }
        self.instance.record(&self.daemon.name, &running.id, self.daemon.stop_signal)?;
        Ok(running)
    }

    /// Starts the process again whenever it ends, until `stop`.
    async fn keep(self, first: Running, mut stop: oneshot::Receiver<()>) {
        let name = &self.daemon.name;
        let mut pause = FIRST_PAUSE;
        let mut current = Some(first);
        loop {
            if let Some(mut running) = current.take() {
                let began = Instant::now();
                let how = tokio::select! {
                    how = running.ended() => how,
                    _ = &mut stop => {
                        if !running.stop().await {
                            self.out.line(format!("{name} did not end in time and was killed."));
                        }
                        break;
                    }
                };
                self.deaths.fetch_add(1, Ordering::Relaxed);
                if began.elapsed() > CALM {
                    pause = FIRST_PAUSE;
                }
                let log = self.daemon.log.display();
                self.out.line(format!("{name} ended ({how}); starting it again. Its log: {log}"));
            }
            tokio::select! {
                () = sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
                _ = &mut stop => break,
            }
            match self.launch() {
                Ok(running) => current = Some(running),
                Err(error) => self.out.line(format!("{name} cannot be started: {error:#}")),
            }
        }
        let _ = self.instance.forget(name);
    }
}

/// Sends the lines of a process' output on; a line that finds the channel full is dropped.
async fn pass_on(stdout: ChildStdout, lines: mpsc::Sender<String>) {
    let mut reader = BufReader::new(stdout).lines();
    while let Ok(Some(line)) = reader.next_line().await {
        let _ = lines.try_send(line);
    }
}

/// Keeps the log of the last run beside an empty one.
pub(super) fn fresh_log(log: &Path) {
    let _ = std::fs::rename(log, log.with_extension("last.log"));
}
