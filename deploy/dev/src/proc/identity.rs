//! The identity of a process, which another process with the same number later does not share.

use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

/// A process: its number with its start time, as numbers are used again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Process id; also the id of its process group if it is a [`super::Daemon`].
    pub pid: i32,
    /// The start time as the system notes it; only compared.
    started: String,
}

impl Identity {
    /// The process that has this number at this moment.
    pub fn of(pid: i32) -> Option<Self> {
        (pid > 0).then(|| started(pid)).flatten().map(|started| Self { pid, started })
    }

    /// This process.
    pub fn own() -> Option<Self> {
        Self::of(i32::try_from(std::process::id()).ok()?)
    }

    /// Whether this very process still runs; one that has ended and waits for its parent does not.
    pub fn alive(&self) -> bool {
        started(self.pid).is_some_and(|started| started == self.started)
    }

    /// Sends a signal, if the process still runs.
    pub fn signal(&self, signal: Signal) {
        if self.alive() {
            let _ = kill(Pid::from_raw(self.pid), signal);
        }
    }

    /// Sends a signal to the process and to those of its group.
    pub fn signal_group(&self, signal: Signal) {
        if self.alive() {
            let _ = killpg(Pid::from_raw(self.pid), signal);
        }
    }

    /// Waits until the process is gone; false if it still runs after `patience`.
    pub async fn gone(&self, patience: Duration) -> bool {
        let began = Instant::now();
        while self.alive() {
            if began.elapsed() > patience {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        true
    }
}

/// The start time since boot with the boot's id, as the system writes them; none if there is no such process.
#[cfg(target_os = "linux")]
fn started(pid: i32) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The command's name stands in parentheses and may hold anything: the fields begin after the last one.
    let mut fields = stat.get(stat.rfind(')')? + 1..)?.split_ascii_whitespace();
    if matches!(fields.next()?, "Z" | "X") {
        return None;
    }
    let ticks = fields.nth(18)?;
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(format!("{}:{ticks}", boot.trim()))
}

#[cfg(not(target_os = "linux"))]
fn started(pid: i32) -> Option<String> {
    let output = std::process::Command::new("ps")
        .args(["-o", "stat=,lstart=", "-p", &pid.to_string()])
        .output()
        .ok()?;
    let line = String::from_utf8(output.stdout).ok()?;
    let (stat, start) = line.trim().split_once(char::is_whitespace)?;
    (!stat.starts_with('Z')).then(|| start.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_is_known_by_its_start() {
        let own = Identity::own().unwrap();
        assert!(own.alive());
        let other = Identity { started: "another".into(), ..own };
        assert!(!other.alive());
    }

    #[tokio::test]
    async fn ended_child_is_gone_before_and_after_the_wait() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let id = Identity::of(child.id().try_into().unwrap()).unwrap();
        assert!(id.alive());
        assert!(!id.gone(Duration::from_millis(1)).await);
        id.signal(Signal::SIGKILL);
        assert!(id.gone(Duration::from_secs(10)).await);
        child.wait().unwrap();
        assert!(!id.alive());
    }
}
