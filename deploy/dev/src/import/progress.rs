//! How far an import is: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Between two plain lines.
const EVERY: Duration = Duration::from_secs(5);

/// One part of the work, whose size is known.
pub struct Progress {
    bar: Option<ProgressBar>,
    title: &'static str,
    total: u64,
    done: u64,
    began: Instant,
    spoke: Instant,
}

impl Progress {
    /// `unit` is what is counted: `rows`, `checks`, or `bytes`.
    pub fn new(title: &'static str, total: u64, unit: &'static str) -> Progress {
        let count = match unit {
            "bytes" => "{binary_bytes}/{binary_total_bytes} {binary_bytes_per_sec}".to_owned(),
            _ => format!("{{human_pos}}/{{human_len}} {unit} {{per_sec}}"),
        };
        let bar = std::io::stderr().is_terminal().then(|| ProgressBar::new(total));
        if let Some(bar) = &bar {
            let template = format!("{{prefix}} {{wide_bar}} {count} {{eta}}");
            bar.set_style(
                ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar.set_prefix(title);
        }
        let now = Instant::now();
        Progress { bar, title, total, done: 0, began: now, spoke: now }
    }

    /// So much is done in all.
    pub fn at(&mut self, done: u64) {
        self.done = done;
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if self.spoke.elapsed() >= EVERY {
            self.spoke = Instant::now();
            let percent = done.saturating_mul(100).checked_div(self.total).unwrap_or(100);
            let rate = u128::from(done) * 1000 / self.began.elapsed().as_millis().max(1);
            // A closed standard error is no reason to stop.
            let _ = writeln!(
                std::io::stderr(),
                "{}: {percent} %, {done} of {}, {rate} a second",
                self.title,
                self.total
            );
        }
    }

    /// So much more is done.
    pub fn more(&mut self, count: u64) {
        self.at(self.done + count);
    }

    /// The end: how long it took.
    pub fn finish(self) -> Duration {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.began.elapsed()
    }
}
