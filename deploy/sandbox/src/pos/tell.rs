//! Lines on standard output for whoever started the sandbox: `progress <done> <total> <text>`, then `ready`.

use std::io::Write as _;

/// Counts days of all restaurants.
pub struct Tell {
    done: usize,
    total: usize,
}

impl Tell {
    /// Nothing is done yet.
    pub fn new() -> Tell {
        Tell { done: 0, total: 0 }
    }

    /// Something is under way that has no measure.
    pub fn doing(&self, text: &str) {
        self.line(text);
    }

    /// So many more days are to be sent.
    pub fn expect(&mut self, days: usize) {
        self.total += days;
    }

    /// So many more days are sent.
    pub fn sent(&mut self, days: usize) {
        self.done += days;
        self.line(&format!("{} of {} days of trade", self.done, self.total));
    }

    /// The past is there.
    pub fn ready(&self) {
        write("ready");
    }

    fn line(&self, text: &str) {
        write(&format!("progress {} {} {text}", self.done, self.total));
    }
}

/// One line; that nobody reads any more is no reason to stop.
pub fn write(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
