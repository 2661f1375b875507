//! Resident memory of processes over time.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;

const MIB: f64 = 1024.0 * 1024.0;

/// Resident bytes of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemoryUse {
    /// At the first sample.
    pub before: u64,
    /// At most.
    pub most: u64,
    /// At the last sample.
    pub now: u64,
}

impl MemoryUse {
    /// The largest growth, in bytes.
    pub fn grew(&self) -> u64 {
        self.most.saturating_sub(self.before)
    }
}

impl fmt::Display for MemoryUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, most, now] = [self.before, self.most, self.now].map(|bytes| bytes as f64 / MIB);
        write!(f, "{before:.0} MiB before, {most:.0} at most, {now:.0} after")
    }
}

/// A sampler of the memory of processes; it ends when it is dropped.
pub struct Memory {
    held: Arc<Mutex<BTreeMap<&'static str, MemoryUse>>>,
    task: JoinHandle<()>,
}

impl Memory {
    /// Samples these processes, by name and id, from now on.
    pub fn watch(processes: impl IntoIterator<Item = (&'static str, i32)>, every: Duration) -> Self {
        let processes: Vec<(&'static str, i32)> = processes.into_iter().collect();
        let held = Arc::new(Mutex::new(BTreeMap::<&'static str, MemoryUse>::new()));
        let look = {
            let held = held.clone();
            move || {
                for (name, pid) in &processes {
                    let now = resident(*pid);
                    let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
                    let first = MemoryUse { before: now, most: now, now };
                    held.entry(name)
                        .and_modify(|held| *held = MemoryUse { most: held.most.max(now), now, ..*held })
                        .or_insert(first);
                }
            }
        };
        look();
        let task = tokio::spawn(async move {
            let mut every = tokio::time::interval(every);
            loop {
                every.tick().await;
                look();
            }
        });
        Self { held, task }
    }

    /// The memory of each process until now.
    pub fn samples(&self) -> BTreeMap<&'static str, MemoryUse> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Resident bytes of a process; 0 once it has ended.
fn resident(pid: i32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()).unwrap_or_default()
        * 1024
}
