//! The machine that is measured on. Read from /proc; elsewhere than on Linux it stays unknown.

use std::fs;

/// One line about this machine: processor, cores, memory, kernel.
pub fn line() -> String {
    let field = |text: &str, name: &str| {
        let found = text.lines().find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix(':'));
        found.map_or_else(|| "unknown".to_owned(), |value| value.trim().to_owned())
    };
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let model = field(&read("/proc/cpuinfo"), "model name");
    let memory = field(&read("/proc/meminfo"), "MemTotal");
    let kilobytes: f64 = memory.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0.0);
    format!(
        "{model}, {} cores, {:.0} GiB of memory, {} {}",
        cores(),
        kilobytes / 1_048_576.0,
        std::env::consts::OS,
        read("/proc/sys/kernel/osrelease").trim()
    )
}

/// The number of cores of this machine.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
