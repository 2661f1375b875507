//! The one source of the present moment, so that tests can set it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

use crate::time::in_micros;

/// A clock: the system's, or one that a test sets.
#[derive(Debug, Clone, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// The system's clock.
    #[must_use]
    pub fn system() -> Clock {
        Clock(None)
    }

    /// A clock that does not move until [`Clock::set`] moves it.
    #[must_use]
    pub fn fixed(at: Timestamp) -> Clock {
        Clock(Some(Arc::new(AtomicI64::new(at.as_millisecond()))))
    }

    /// Moves a fixed clock and all clones of it. Does nothing to the system's.
    pub fn set(&self, at: Timestamp) {
        if let Some(millis) = &self.0 {
            millis.store(at.as_millisecond(), Ordering::SeqCst);
        }
    }

    /// The present moment, UTC, in whole microseconds.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the clock that all other code takes")]
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            None => in_micros(Timestamp::now()),
            Some(millis) => {
                Timestamp::from_millisecond(millis.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
            }
        }
    }
}
