//! What processes hold in memory, looked at all the time.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::task::JoinHandle;

/// How often it is looked.
const EVERY: Duration = Duration::from_millis(250);
const MIB: f64 = 1024.0 * 1024.0;

/// Resident bytes of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    pub before: u64,
    pub most: u64,
    pub now: u64,
}

impl Held {
    /// By how much it grew at most.
    pub fn grew(&self) -> u64 {
        self.most.saturating_sub(self.before)
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: u64| bytes as f64 / MIB;
        write!(
            f,
            "{:.0} MiB before, {:.0} at most, {:.0} after",
            mib(self.before),
            mib(self.most),
            mib(self.now)
        )
    }
}

pub struct Memory {
    held: Arc<Mutex<BTreeMap<&'static str, Held>>>,
    looking: JoinHandle<()>,
}

impl Memory {
    /// Looks at these processes from now on.
    pub fn watch(processes: BTreeMap<&'static str, u32>) -> Self {
        let first = processes.iter().map(|(name, pid)| {
            let before = resident(*pid);
            (*name, Held { before, most: before, now: before })
        });
        let held = Arc::new(Mutex::new(first.collect::<BTreeMap<_, _>>()));
        let seen = held.clone();
        let looking = tokio::spawn(async move {
            let mut every = tokio::time::interval(EVERY);
            loop {
                every.tick().await;
                for (name, pid) in &processes {
                    let now = resident(*pid);
                    let mut seen = seen.lock().unwrap();
                    let held = seen.entry(name).or_default();
                    *held = Held { now, most: held.most.max(now), ..*held };
                }
            }
        });
        Self { held, looking }
    }

    /// What was seen until now.
    pub fn seen(&self) -> BTreeMap<&'static str, Held> {
        self.held.lock().unwrap().clone()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.looking.abort();
    }
}

/// Resident bytes of a process; none once it has ended.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kib.unwrap_or_default() * 1024
}
