//! How stand-ins of other POS systems misbehave, beside the modes that all stand-ins share.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// How old the trade is that reports show: they are fresh to about 15 minutes (Square, Reporting API, core cubes).
pub const REPORTING_LAG: i64 = 900;

/// What goes wrong until it is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tricks {
    /// Seconds for which searches do not show a change.
    pub lag_seconds: u32,
    /// Seconds for which Square's reports do not show a change.
    pub reporting_lag_seconds: i64,
    /// Seconds by which its clock is ahead.
    pub skew_seconds: i64,
    /// So many pages from now on are sent again when the next one is asked for.
    pub repeated_pages: u32,
    /// The objects of a page come in another order.
    pub disorder: bool,
    /// So many reports of Square from now on are not ready yet when they are asked for.
    pub waits: u32,
    /// There are no reports, as in Square's own sandbox.
    pub no_reports: bool,
    /// Every object of an answer has a further member, as one of a later version may.
    pub unknown_members: bool,
    /// Nothing is done until this moment of its clock (503).
    pub down_until: Option<Timestamp>,
    /// The most calls in a second of its clock; 429 without `Retry-After` beyond.
    pub calls_per_second: Option<u32>,
}

impl Default for Tricks {
    fn default() -> Tricks {
        Tricks {
            lag_seconds: 0,
            reporting_lag_seconds: REPORTING_LAG,
            skew_seconds: 0,
            repeated_pages: 0,
            disorder: false,
            waits: 0,
            no_reports: false,
            unknown_members: false,
            down_until: None,
            calls_per_second: None,
        }
    }
}

/// Why a call is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// Nothing is done now.
    Down,
    /// There were too many in this second.
    TooMany,
}

impl Tricks {
    /// Counts a call in its second; says why it is not made.
    pub fn count(&self, second: &mut (i64, u32), now: Timestamp) -> Result<(), Stopped> {
        if self.down_until.is_some_and(|until| now < until) {
            return Err(Stopped::Down);
        }
        let count = if second.0 == now.as_second() { second.1 + 1 } else { 1 };
        *second = (now.as_second(), count);
        let is_over = self.calls_per_second.is_some_and(|most| count > most);
        if is_over { Err(Stopped::TooMany) } else { Ok(()) }
    }

    /// The moment whose state lists show.
    pub fn shown_at(&self, now: Timestamp) -> Timestamp {
        if self.lag_seconds == 0 {
            // What is put in with a later time is there at once.
            return Timestamp::MAX;
        }
        now.saturating_add(-SignedDuration::from_secs(i64::from(self.lag_seconds))).unwrap_or(now)
    }

    /// By this clock, which may be wrong.
    pub fn skewed(&self, now: Timestamp) -> Timestamp {
        now.saturating_add(SignedDuration::from_secs(self.skew_seconds)).unwrap_or(now)
    }
}
