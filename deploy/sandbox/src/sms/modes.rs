//! How the provider misbehaves when a test asks it to.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What becomes of texts to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Refused with 21211.
    BadNumber,
    /// Refused with 21610.
    OptedOut,
    /// Taken, and told as undelivered (30003).
    Undelivered,
    /// Refused with 429.
    TooMany,
}

/// What becomes of calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "snake_case")]
pub enum Mode {
    /// They are answered.
    #[default]
    Normal,
    /// They are answered after a while.
    Slow {
        /// Milliseconds.
        millis: u64,
    },
    /// They are answered with a server error, and nothing is taken.
    Down,
    /// There are too many of them.
    RateLimited {
        /// Seconds.
        retry_after: u64,
    },
    /// The text is not taken, and the connection breaks instead of an answer.
    Reset,
    /// The text is taken, and the connection breaks before the answer.
    DropAfter,
}

impl Mode {
    /// How long a call waits before it is looked at.
    pub(super) fn wait(self) -> Duration {
        match self {
            Mode::Slow { millis } => Duration::from_millis(millis),
            _ => Duration::ZERO,
        }
    }
}
