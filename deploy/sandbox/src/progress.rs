//! Lines on standard output for the program that started the sandbox: `progress <done> <total> <text>`, then `ready`, and
//! `complete` once older days are sent too.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of days of trade that are sent, of all that are to be sent. Clones share the count.
#[derive(Clone, Default)]
pub struct Progress {
    done: Arc<AtomicUsize>,
    total: Arc<AtomicUsize>,
}

impl Progress {
    /// Adds days that are to be sent.
    pub fn expect(&self, days: usize) {
        self.total.fetch_add(days, Ordering::Relaxed);
    }

    /// Adds days that are sent, and prints a progress line.
    pub fn sent(&self, days: usize) {
        let done = self.done.fetch_add(days, Ordering::Relaxed) + days;
        self.show(&format!("{done} of {} days of trade", self.total.load(Ordering::Relaxed)));
    }

    /// Prints a progress line with this text.
    pub fn show(&self, text: &str) {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        print(&format!("progress {done} {total} {text}"));
    }
}

/// Prints `ready`: the stand-in can be used from now on.
pub fn ready() {
    print("ready");
}

/// Prints `complete`: work that went on after `ready` is finished.
pub fn complete() {
    print("complete");
}

/// Prints a line; a closed standard output is no reason to stop.
pub fn print(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
