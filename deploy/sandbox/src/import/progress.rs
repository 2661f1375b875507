//! The progress of an import: a bar on a terminal, a line now and then elsewhere.

use std::io::Write as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The time between two plain lines.
const EVERY: Duration = Duration::from_secs(5);

/// The progress of one step, whose total is known.
pub struct Progress {
    /// Hidden where standard error is no terminal.
    bar: ProgressBar,
    last_line: Instant,
}

impl Progress {
    /// A step of `total` units; `unit` is `rows`, `checks` or `bytes`.
    pub fn new(title: &'static str, total: u64, unit: &'static str) -> Progress {
        let count = match unit {
            "bytes" => "{binary_bytes}/{binary_total_bytes} {binary_bytes_per_sec}".to_owned(),
            _ => format!("{{human_pos}}/{{human_len}} {unit} {{per_sec}}"),
        };
        let style = ProgressStyle::with_template(&format!("{{prefix}} {{wide_bar}} {count} {{eta}}"));
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(total).with_style(style).with_prefix(title);
        Progress { bar, last_line: Instant::now() }
    }

    /// Sets how much is done in all.
    pub fn at(&mut self, done: u64) {
        self.bar.set_position(done);
        if self.bar.is_hidden() && self.last_line.elapsed() >= EVERY {
            self.last_line = Instant::now();
            let total = self.bar.length().unwrap_or_default();
            let percent = done.saturating_mul(100).checked_div(total).unwrap_or(100);
            let rate = u128::from(done) * 1000 / self.bar.elapsed().as_millis().max(1);
            let title = self.bar.prefix();
            // A closed standard error is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{title}: {percent} %, {done} of {total}, {rate} a second");
        }
    }

    /// Adds to how much is done.
    pub fn more(&mut self, count: u64) {
        self.at(self.bar.position() + count);
    }

    /// Ends the step and removes its bar.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
