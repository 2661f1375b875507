//! The state file: the running processes of an instance, so that another launcher can end them or clean up after a killed
//! one.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::sys::signal::Signal;
use serde::{Deserialize, Serialize};

use crate::files;
use crate::proc::{Identity, stop};
use crate::{Config, Output};

/// A file in the private folder that the launcher holds locked for as long as it lives.
const LOCK: &str = "lock";
/// The state file in the private folder.
const STATE: &str = "state.json";
/// How long a launcher may take to stop everything in order.
const LAUNCHER_PATIENCE: Duration = Duration::from_secs(90);

/// How far a start is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The steps of the start are running.
    #[default]
    Starting,
    /// The address was printed.
    Ready,
    /// Being stopped.
    Stopping,
}

/// The instance as the state file describes it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// The launcher that runs it.
    pub launcher: Option<Identity>,
    /// How far the start is.
    pub phase: Phase,
    /// The address of the app, e.g. `http://localhost:8080`.
    pub address: String,
    /// Processes in the order of their start; they are ended in the opposite order.
    pub processes: Vec<Recorded>,
}

/// One process of an instance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recorded {
    /// The name of the process, e.g. `reports`.
    pub name: String,
    /// The process.
    pub id: Identity,
    /// The signal that ends it in order.
    pub signal: i32,
}

impl State {
    /// The state of the instance in a private folder; empty if there is none or it cannot be read.
    pub fn read(home: &Path) -> Self {
        files::read_json(home.join(STATE)).unwrap_or_default()
    }

    /// The running process of that name.
    pub fn process(&self, name: &str) -> Option<&Identity> {
        let mut named = self.processes.iter().filter(|process| process.name == name);
        named.find(|process| process.id.alive()).map(|process| &process.id)
    }
}

/// The lock of an instance: one launcher at a time has it; the system releases it when that launcher ends.
pub struct Instance {
    home: PathBuf,
    state: Mutex<State>,
    _lock: File,
}

impl Instance {
    /// Locks the instance, and ends the processes that a killed launcher left behind.
    pub async fn take(config: &Config, out: &Output) -> Result<Arc<Self>> {
        config.create_home()?;
        let Some(lock) = try_lock(&config.home)? else {
            let state = State::read(&config.home);
            let pid = state.launcher.map(|id| format!(" (process {})", id.pid)).unwrap_or_default();
            let at = if state.address.is_empty() { String::new() } else { format!(" at {}", state.address) };
            bail!(
                "Saffron already runs{at}{pid}. Stop it with `cargo dev down`, or run another beside it with SAFFRON_HOME and SAFFRON_PORT"
            );
        };
        clean(&config.home, out).await;
        let state = State { launcher: Identity::own(), ..State::default() };
        let instance = Arc::new(Self { home: config.home.clone(), state: Mutex::new(state), _lock: lock });
        instance.change(|_| ())?;
        Ok(instance)
    }

    /// Changes the state and writes it.
    pub fn change(&self, change: impl FnOnce(&mut State)) -> Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        files::replace(&self.home.join(STATE), &serde_json::to_string_pretty(&*state)?, 0o644)
    }

    /// Adds a started process to the state; a restarted one keeps its position in the order.
    pub fn record(&self, name: &str, id: &Identity, signal: Signal) -> Result<()> {
        let recorded = Recorded { name: name.to_owned(), id: id.clone(), signal: signal as i32 };
        self.change(|state| match state.processes.iter_mut().find(|process| process.name == name) {
            Some(known) => *known = recorded,
            None => state.processes.push(recorded),
        })
    }

    /// The running process of that name.
    pub fn process(&self, name: &str) -> Option<Identity> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).process(name).cloned()
    }

    /// Removes a process that has ended from the state.
    pub fn forget(&self, name: &str) -> Result<()> {
        self.change(|state| state.processes.retain(|process| process.name != name))
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // With processes left, the next start or `down` has to find them.
        if state.processes.is_empty() {
            let _ = fs::remove_file(self.home.join(STATE));
        }
    }
}

/// Stops the instance in a private folder, whichever launcher runs it; false if nothing ran.
pub async fn down(home: &Path, out: &Output) -> Result<bool> {
    if !home.exists() {
        return Ok(false);
    }
    let mut found = false;
    if try_lock(home)?.is_none() {
        found = true;
        let launcher = State::read(home).launcher.with_context(|| {
            let lock = home.join(LOCK);
            format!("something holds {} locked and is no launcher of ours; end it by hand", lock.display())
        })?;
        if !stop(&launcher, Signal::SIGTERM, LAUNCHER_PATIENCE).await {
            out.line("The launcher did not stop in time and was killed.");
        }
    }
    let Some(_lock) = try_lock(home)? else {
        bail!("a launcher was started meanwhile; run `cargo dev down` again");
    };
    Ok(clean(home, out).await || found)
}

/// Whether a launcher runs the instance in this folder.
pub fn is_running(home: &Path) -> bool {
    home.exists() && matches!(try_lock(home), Ok(None))
}

/// Locks a private folder; none if a launcher has it locked.
fn try_lock(home: &Path) -> Result<Option<File>> {
    let path = home.join(LOCK);
    let file = File::options().create(true).write(true).truncate(false).open(&path);
    let file = file.with_context(|| format!("cannot open {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}

/// Ends the processes that a state file names, last started first; true if there were any. Only for the holder of the
/// folder's lock.
pub async fn clean(home: &Path, out: &Output) -> bool {
    let state = State::read(home);
    let mut found = false;
    for left in state.processes.iter().rev().filter(|process| process.id.alive()) {
        found = true;
        out.line(format!("Ending {} (process {}), which was left running.", left.name, left.id.pid));
        let signal = Signal::try_from(left.signal).unwrap_or(Signal::SIGTERM);
        stop(&left.id, signal, Duration::from_secs(20)).await;
    }
    let _ = fs::remove_file(home.join(STATE));
    found
}
