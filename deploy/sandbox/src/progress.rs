//! Lines on standard output for the program that started the sandbox: `progress <done> <total> <text>`, then `ready`,
//! and `complete` where more came behind it.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many days of trade were sent, of how many. A clone counts on.
#[derive(Clone, Default)]
pub struct Progress {
    done: Arc<AtomicUsize>,
    total: Arc<AtomicUsize>,
}

impl Progress {
    /// So many more days are to be sent.
    pub fn expect(&self, days: usize) {
        self.total.fetch_add(days, Ordering::Relaxed);
    }

    /// So many more days are sent.
    pub fn sent(&self, days: usize) {
        let done = self.done.fetch_add(days, Ordering::Relaxed) + days;
        self.show(&format!("{done} of {} days of trade", self.total.load(Ordering::Relaxed)));
    }

    /// What is under way.
    pub fn show(&self, text: &str) {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        print(&format!("progress {done} {total} {text}"));
    }
}

/// It can be used.
pub fn ready() {
    print("ready");
}

/// What came behind `ready` is there, too.
pub fn complete() {
    print("complete");
}

/// Prints a line. A reader that is gone is no reason to stop.
pub fn print(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
