use std::collections::VecDeque;
use std::io::{Result, Write};
use std::sync::Mutex;

use tracing_subscriber::filter::LevelFilter;

/// How many warnings are kept.
const KEPT: usize = 30;

static LAST: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

/// Keeps the last warnings of this process from now on, unless it has a log of its own.
pub fn keep() {
    let log = tracing_subscriber::fmt().with_max_level(LevelFilter::WARN).with_ansi(false);
    let _has_its_own = log.with_writer(|| Keep).try_init();
}

/// The last warnings, oldest first.
pub fn last() -> String {
    LAST.lock().unwrap().iter().map(String::as_str).collect()
}

struct Keep;

impl Write for Keep {
    fn write(&mut self, line: &[u8]) -> Result<usize> {
        let mut last = LAST.lock().unwrap();
        if last.len() == KEPT {
            last.pop_front();
        }
        last.push_back(String::from_utf8_lossy(line).into_owned());
        Ok(line.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
