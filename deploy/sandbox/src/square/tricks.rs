//! How the stand-in misbehaves beside the modes that all stand-ins share.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How old the trade is that reports show: they are fresh to about 15 minutes (Square, Reporting API, core cubes).
pub const REPORTING_LAG: i64 = 900;

/// What goes wrong until it is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tricks {
    /// Seconds for which searches do not show a change.
    pub lag_seconds: u32,
    /// Seconds for which reports do not show a change.
    pub reporting_lag_seconds: i64,
    /// Seconds by which Square's clock is ahead.
    pub skew_seconds: i64,
    /// So many pages from now on are sent again when the next one is asked for.
    pub repeated_pages: u32,
    /// The objects of a page come in another order.
    pub disorder: bool,
    /// So many reports from now on are not ready yet when they are asked for.
    pub waits: u32,
    /// There are no reports, as in Square's own sandbox.
    pub no_reports: bool,
    /// Every object of an answer has a further member, as one of a later version may.
    pub unknown_members: bool,
    /// Nothing is done until this moment of Square's clock (503).
    pub down_until: Option<Timestamp>,
    /// The most calls in a second of Square's clock; 429 without `Retry-After` beyond.
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
