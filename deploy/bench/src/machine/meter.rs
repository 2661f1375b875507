//! How busy each process keeps the machine, and its memory. Read from /proc; elsewhere than on Linux both are unknown.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use saffron_dev::bench::machine::cores;
pub use saffron_dev::bench::machine::line;

/// Processor time in /proc is in hundredths of a second on every Linux.
const TICKS_PER_SECOND: f64 = 100.0;

/// The most cores that other work may keep busy without spoiling a measurement.
const SPOILT: f64 = 0.1;

/// Processor time of processes, each with those that it started, from one moment on.
pub struct Meter {
    began: Instant,
    watched: Vec<(&'static str, i32)>,
    before: BTreeMap<&'static str, f64>,
    whole_before: Whole,
}

/// How busy each process was.
pub struct Usage {
    /// Cores that each kept busy, on average.
    pub cores: BTreeMap<&'static str, f64>,
    /// Cores that were idle only because the disk was waited for.
    pub disk: f64,
    /// Cores that were busy with anything else on this machine.
    pub others: f64,
}

impl Meter {
    /// Begins to measure these processes and this one.
    pub fn begin(watched: impl IntoIterator<Item = (&'static str, i32)>) -> Meter {
        let own = i32::try_from(std::process::id()).unwrap_or(0);
        let watched: Vec<_> = watched.into_iter().chain([("this bench", own)]).collect();
        Meter { began: Instant::now(), before: used(&watched), whole_before: Whole::read(), watched }
    }

    /// Adds processes that were started since.
    pub fn join(&mut self, started: impl IntoIterator<Item = (&'static str, i32)>) {
        self.watched.extend(started);
    }

    /// The usage since the beginning.
    pub fn end(&self) -> Usage {
        let seconds = self.began.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        let share = |(name, after): (&'static str, f64)| {
            (name, (after - self.before.get(name).copied().unwrap_or(0.0)).max(0.0) / seconds)
        };
        let cores: BTreeMap<_, _> = used(&self.watched).into_iter().map(share).collect();
        let whole = Whole::read();
        let all = (whole.busy - self.whole_before.busy) / seconds;
        Usage {
            disk: (whole.disk - self.whole_before.disk).max(0.0) / seconds,
            others: (all - cores.values().sum::<f64>()).max(0.0),
            cores,
        }
    }
}

impl Usage {
    /// All cores that were busy with what was watched.
    pub fn busy(&self) -> f64 {
        self.cores.values().sum()
    }

    /// The limit, as far as the processors show it: the processes that keep them busy, or that they were waiting.
    pub fn limit(&self) -> String {
        let mut shares: Vec<_> = self.cores.iter().collect();
        shares.sort_by(|a, b| b.1.total_cmp(a.1));
        let shares: Vec<String> = shares.iter().map(|(name, cores)| format!("{name} {cores:.2}")).collect();
        let what = match (self.busy() + self.others >= 0.85 * cores() as f64, self.others > SPOILT) {
            (true, false) => "the processors",
            (true, true) => "the processors, which something else used too",
            (false, _) => "waiting, not the processors",
        };
        format!(
            "{what}; of {} cores busy {:.2}: {}; with anything else {:.2}; idle for the disk {:.2}",
            cores(),
            self.busy(),
            shares.join(", "),
            self.others,
            self.disk
        )
    }
}

/// Seconds of processor time by name.
fn used(watched: &[(&'static str, i32)]) -> BTreeMap<&'static str, f64> {
    let processes: Vec<Process> = Process::all().collect();
    let of = |root: i32| -> f64 {
        // Children that have ended count in their parent; Postgres' sessions are children of its first process.
        let own = |process: &&Process| process.pid == root || process.parent == root;
        processes.iter().filter(own).map(|process| process.ticks).sum::<f64>() / TICKS_PER_SECOND
    };
    let bench = i32::try_from(std::process::id()).unwrap_or(0);
    let alone = |pid: i32| processes.iter().find(|p| p.pid == pid).map_or(0.0, |p| p.own / TICKS_PER_SECOND);
    watched.iter().map(|(name, pid)| (*name, if *pid == bench { alone(*pid) } else { of(*pid) })).collect()
}

/// Bytes of memory of each of these processes with its children, shared pages by their share; 0 where the system does not
/// say. Of a large Postgres it takes the system a while to count.
pub fn memories(pids: &[i32]) -> Vec<u64> {
    let mut bytes = vec![0; pids.len()];
    for process in Process::all() {
        let root = pids.iter().position(|pid| process.pid == *pid || process.parent == *pid);
        if let Some(bytes) = root.and_then(|root| bytes.get_mut(root)) {
            *bytes += process.memory().unwrap_or(0);
        }
    }
    bytes
}

/// Bytes of memory of a process with its children.
pub fn memory(pid: i32) -> u64 {
    memories(&[pid]).into_iter().sum()
}

struct Process {
    pid: i32,
    parent: i32,
    /// Its own time.
    own: f64,
    /// Its own time and that of its ended children.
    ticks: f64,
}

impl Process {
    fn all() -> impl Iterator<Item = Process> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| Process::read(entry.file_name().to_str()?.parse().ok()?))
    }

    fn read(pid: i32) -> Option<Process> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The command's name stands in parentheses and may hold anything.
        let fields: Vec<&str> = stat.get(stat.rfind(')')? + 1..)?.split_ascii_whitespace().collect();
        let number = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok());
        let own = number(11)? + number(12)?;
        Some(Process { pid, parent: number(1)? as i32, own, ticks: own + number(13)? + number(14)? })
    }

    /// Bytes of memory of the process alone.
    fn memory(&self) -> Option<u64> {
        let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.pid)).ok()?;
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        Some(line.split_ascii_whitespace().next()?.parse::<u64>().ok()? * 1024)
    }
}

/// Seconds of all cores together.
struct Whole {
    /// Busy.
    busy: f64,
    /// Idle while the disk was waited for.
    disk: f64,
}

impl Whole {
    fn read() -> Whole {
        let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
        let total = stat.lines().next().unwrap_or_default();
        let ticks: Vec<f64> =
            total.split_ascii_whitespace().skip(1).filter_map(|field| field.parse().ok()).collect();
        // user, nice, system, idle, iowait, irq, softirq, steal
        let of = |places: &[usize]| {
            places.iter().filter_map(|place| ticks.get(*place)).sum::<f64>() / TICKS_PER_SECOND
        };
        Whole { busy: of(&[0, 1, 2, 5, 6, 7]), disk: of(&[4]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn busy_process_is_seen() {
        let meter = Meter::begin([]);
        let began = Instant::now();
        let mut sum = 0_u64;
        while meter.end().cores["this bench"] == 0.0 {
            (0..100_000).for_each(|n| sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(n)));
            assert!(began.elapsed() < Duration::from_secs(60), "no time of this process is seen");
        }
    }
}
