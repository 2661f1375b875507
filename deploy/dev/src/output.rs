//! What the launcher shows: one list of steps, live on a terminal, plain lines otherwise.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// How often a plain log repeats what a long step is doing.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// The output of the launcher. Clones are cheap and write to the same terminal.
#[derive(Clone)]
pub struct Output {
    live: Option<MultiProgress>,
}

impl Default for Output {
    fn default() -> Self {
        Self::new()
    }
}

impl Output {
    /// Live progress if standard error is a terminal, plain lines otherwise.
    pub fn new() -> Self {
        let live = std::io::stderr().is_terminal().then(MultiProgress::new);
        Self { live }
    }

    /// Prints one line to standard output; a closed pipe is no reason to stop.
    pub fn line(&self, text: impl AsRef<str>) {
        let write = || {
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "{}", text.as_ref());
            let _ = out.flush();
        };
        match &self.live {
            Some(live) => live.suspend(write),
            None => write(),
        }
    }

    /// Begins a step; it shows until it is done, failed or dropped.
    pub fn step(&self, title: impl Into<String>) -> Step {
        let title = title.into();
        let bar = self.live.as_ref().map(|live| {
            let style = ProgressStyle::with_template("{spinner} {prefix} {elapsed:.dim} {wide_msg:.dim}");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
            let bar = live.add(ProgressBar::new_spinner().with_style(style).with_prefix(title.clone()));
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        if bar.is_none() {
            self.line(format!("… {title}"));
        }
        Step { out: self.clone(), title, bar, began: Instant::now(), last_line: Mutex::new(Instant::now()) }
    }
}

/// A step that is running.
pub struct Step {
    out: Output,
    title: String,
    bar: Option<ProgressBar>,
    began: Instant,
    last_line: Mutex<Instant>,
}

impl Step {
    /// Shows what the step is doing at this moment.
    pub fn note(&self, text: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(text.to_owned());
            return;
        }
        let Ok(mut last_line) = self.last_line.lock() else { return };
        if last_line.elapsed() >= PLAIN_EVERY {
            *last_line = Instant::now();
            self.out.line(format!("  {}: {text} ({})", self.title, seconds(self.began.elapsed())));
        }
    }

    /// Ends the step as successful; `what` is its result for people, and may be empty.
    pub fn done(self, what: &str) {
        self.end("✓", what);
    }

    /// Ends the step as failed; the caller reports the error itself.
    pub fn failed(self, why: &str) {
        self.end("✗", why);
    }

    /// Prints the last line of the step, with a mark for its result.
    fn end(self, mark: &str, what: &str) {
        let colon = if what.is_empty() { "" } else { ": " };
        let line = format!("{mark} {}{colon}{what} ({})", self.title, seconds(self.began.elapsed()));
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.out.line(line);
    }
}

impl Drop for Step {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A duration as people read it: `0.4 s`, `12 s`, `3 min 20 s`.
pub fn seconds(duration: Duration) -> String {
    match duration.as_secs() {
        0..10 => format!("{:.1} s", duration.as_secs_f64()),
        whole @ 10..60 => format!("{whole} s"),
        whole => format!("{} min {} s", whole / 60, whole % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_rounded_to_their_size() {
        assert_eq!(seconds(Duration::from_millis(440)), "0.4 s");
        assert_eq!(seconds(Duration::from_secs(12)), "12 s");
        assert_eq!(seconds(Duration::from_secs(200)), "3 min 20 s");
    }
}
