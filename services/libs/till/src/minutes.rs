//! Lengths of time as a till sends them.

use saffron_core::Quantity;
use serde::{Serialize, Serializer};

/// A time that was worked or not, kept in seconds, sent as minutes with decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Minutes {
    seconds: u32,
}

impl Minutes {
    /// None.
    pub const ZERO: Minutes = Minutes { seconds: 0 };

    /// So many seconds.
    #[must_use]
    pub const fn of_seconds(seconds: u32) -> Minutes {
        Minutes { seconds }
    }

    /// The seconds.
    #[must_use]
    pub const fn seconds(self) -> u32 {
        self.seconds
    }
}

impl From<u16> for Minutes {
    fn from(minutes: u16) -> Minutes {
        Minutes { seconds: u32::from(minutes) * 60 }
    }
}

impl Serialize for Minutes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A thousandth of a minute is less than half a second: the seconds are read again as they were.
        Quantity::from_milli((i64::from(self.seconds) * 1_000 + 30) / 60).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_sent_as_minutes_with_decimals() {
        let sent = |seconds| serde_json::to_string(&Minutes::of_seconds(seconds)).unwrap();
        assert_eq!(serde_json::to_string(&Minutes::from(30)).unwrap().parse::<f64>().unwrap(), 30.0);
        assert_eq!(sent(24_084).parse::<f64>().unwrap(), 401.4);
        for seconds in 0..600 {
            let minutes: f64 = sent(seconds).parse().unwrap();
            assert_eq!((minutes * 60.0).round(), f64::from(seconds));
        }
    }
}
