//! Searches the log of this process for secrets.

use std::io::{Result, Write};
use std::sync::{Mutex, Once};

use crate::world::{CARD_KEY, OLD_WEBHOOK_SECRET, WEBHOOK_SECRET};

/// A stand-in for a secret, by which a test proves that one would be found.
const DECOY: &str = "decoy_of_the_log";

static KEPT: Once = Once::new();
static LEAKS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Searches logs from now on.
pub fn keep() {
    KEPT.call_once(|| {
        // Lower levels log so much of each frame that a burst would take minutes: the process that `killed` starts logs
        // everything, and all of it is searched.
        let filter = tracing_subscriber::EnvFilter::new("debug,saffron_payments=trace,h2=info,sqlx=info");
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false).with_writer(|| Search);
        log.try_init().unwrap();
    });
}

/// Fails the test if a secret was logged.
pub fn assert_no_secrets() {
    let leaks = LEAKS.lock().unwrap();
    let leak = leaks.iter().find(|line| !line.contains(DECOY));
    assert!(leak.is_none(), "a secret is in the log: {leak:?}");
}

struct Search;

impl Write for Search {
    fn write(&mut self, line: &[u8]) -> Result<usize> {
        let text = String::from_utf8_lossy(line);
        if [CARD_KEY, WEBHOOK_SECRET, OLD_WEBHOOK_SECRET, DECOY].iter().any(|secret| text.contains(secret)) {
            LEAKS.lock().unwrap().push(text.into_owned());
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

#[test]
fn a_secret_in_the_log_would_be_found() {
    keep();
    tracing::trace!(target: "saffron_payments::store::provider", "{DECOY}");
    assert!(LEAKS.lock().unwrap().iter().any(|line| line.contains(DECOY)));
    assert_no_secrets();
}
