//! Keeps an instance's processes running, and ends them in order.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use nix::sys::signal::Signal;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::ChildStdout;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::proc::{Daemon, Identity, Running, tail};
use crate::say::Say;
use crate::state::{Instance, State};

/// The first pause before a process that ended is started again; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// After running this long a process counts as well again.
const CALM: Duration = Duration::from_secs(30);
/// How often a process is looked at that may be stuck.
const LOOK: Duration = Duration::from_secs(1);
/// A process that ends this often while the instance starts will not come up.
const HOPELESS: u32 = 4;

/// The order of starting; stopping goes the other way, and those of one stage stop together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Where data is.
    Postgres,
    /// What carries messages.
    Nats,
    /// Services behind the gateway.
    Services,
    /// The edge: stops first, so that nobody calls what is gone.
    Gateway,
    /// What plays the outside world.
    Outside,
}

struct Member {
    name: String,
    stage: Stage,
    log: PathBuf,
    deaths: Arc<AtomicU32>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// The processes of one instance.
pub struct Supervisor {
    instance: Arc<Instance>,
    say: Say,
    members: Vec<Member>,
    watches: Vec<JoinHandle<()>>,
}

impl Supervisor {
    /// Of no process yet.
    pub fn new(instance: Arc<Instance>, say: Say) -> Self {
        Self { instance, say, members: Vec::new(), watches: Vec::new() }
    }

    /// Starts a process and keeps it running until [`Supervisor::stop`]. With `lines`, its standard output goes there,
    /// a line at a time; lines that nobody takes are dropped.
    pub fn start(&mut self, daemon: Daemon, stage: Stage, lines: Option<mpsc::Sender<String>>) -> Result<()> {
        let keeper = Keeper {
            daemon,
            lines,
            instance: self.instance.clone(),
            say: self.say.clone(),
            deaths: Arc::default(),
        };
        let running = keeper.launch()?;
        let (stop, stopped) = oneshot::channel();
        self.members.push(Member {
            name: keeper.daemon.name.clone(),
            stage,
            log: keeper.daemon.log.clone(),
            deaths: keeper.deaths.clone(),
            stop,
            task: tokio::spawn(keeper.keep(running, stopped)),
        });
        Ok(())
    }

    /// Looks every so often at a process that it keeps running, and has it end where only another start helps.
    pub fn watch<F: Future<Output = bool> + Send>(
        &mut self,
        name: &'static str,
        is_stuck: impl Fn(Identity) -> F + Send + 'static,
    ) {
        let (instance, say) = (self.instance.clone(), self.say.clone());
        self.watches.push(tokio::spawn(async move {
            loop {
                sleep(LOOK).await;
                let Some(process) = instance.process(name) else { continue };
                if is_stuck(process.clone()).await {
                    say.line(format!("{name} is stuck and only another start helps."));
                    process.signal(Signal::SIGTERM);
                    process.gone(CALM).await;
                }
            }
        }));
    }

    /// Waits until `check` is true.
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
            if let Some(member) =
                self.members.iter().find(|member| member.deaths.load(Ordering::Relaxed) >= HOPELESS)
            {
                let log = tail(&member.log, 20);
                bail!("{} does not start. The end of {}:\n{log}", member.name, member.log.display());
            }
            if began.elapsed() > patience {
                let logs: Vec<_> =
                    self.members.iter().map(|member| member.log.display().to_string()).collect();
                bail!(
                    "{what} did not come up within {} s; the logs are {}",
                    patience.as_secs(),
                    logs.join(", ")
                );
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends every process: the last stage first, each bounded by its own patience, then by force.
    pub async fn stop(mut self) {
        self.watches.iter().for_each(JoinHandle::abort);
        let mut members = std::mem::take(&mut self.members);
        members.sort_by_key(|member| std::cmp::Reverse(member.stage));
        let mut members = members.into_iter().peekable();
        while let Some(member) = members.next() {
            let stage = member.stage;
            let mut tasks = vec![member.end()];
            while let Some(other) = members.next_if(|other| other.stage == stage) {
                tasks.push(other.end());
            }
            for task in tasks {
                let _ = task.await;
            }
        }
    }
}

impl Drop for Supervisor {
    /// Given up without [`Supervisor::stop`]: nothing is started again, and the state file names what is left.
    fn drop(&mut self) {
        self.watches.iter().for_each(JoinHandle::abort);
        for member in &self.members {
            member.task.abort();
        }
    }
}

impl Member {
    fn end(self) -> JoinHandle<()> {
        let _ = self.stop.send(());
        self.task
    }
}

/// Ends every process that an instance has noted, at once and by force.
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
    say: Say,
    deaths: Arc<AtomicU32>,
}

impl Keeper {
    fn launch(&self) -> Result<Running> {
        let running = match &self.lines {
            None => self.daemon.start()?,
            Some(lines) => {
                let (running, stdout) = self.daemon.start_read()?;
                tokio::spawn(pass_on(stdout, lines.clone()));
                running
            }
        };
        self.instance.record(&self.daemon.name, &running.id, self.daemon.stop_signal)?;
        Ok(running)
    }

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
                            self.say.line(format!("{name} did not end in time and was killed."));
                        }
                        break;
                    }
                };
                self.deaths.fetch_add(1, Ordering::Relaxed);
                if began.elapsed() > CALM {
                    pause = FIRST_PAUSE;
                }
                self.say.line(format!(
                    "{name} ended ({how}); starting it again. Its log: {}",
                    self.daemon.log.display()
                ));
            }
            tokio::select! {
                () = sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
                _ = &mut stop => break,
            }
            match self.launch() {
                Ok(running) => current = Some(running),
                Err(error) => self.say.line(format!("{name} cannot be started: {error:#}")),
            }
        }
        let _ = self.instance.forget(name);
    }
}

async fn pass_on(stdout: ChildStdout, lines: mpsc::Sender<String>) {
    let mut reader = BufReader::new(stdout).lines();
    while let Ok(Some(line)) = reader.next_line().await {
        let _ = lines.try_send(line);
    }
}

/// Keeps the log of the last run beside an empty one.
pub(super) fn fresh_log(log: &PathBuf) {
    let _ = std::fs::rename(log, log.with_extension("last.log"));
}
