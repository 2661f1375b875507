//! Exact decimals that are not money: a whole number of units of 10^-N.

use std::fmt;

use saffron_core::Money;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A number with exactly `N` digits after the point, as a JSON number that no float stands behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal<const N: u32>(i64);

/// Part of a whole, 0 to 1, four decimals.
pub type Share = Decimal<4>;
/// Hundredths of a whole, two decimals: 31.25 is 31.25 %.
pub type Percent = Decimal<2>;

impl Share {
    /// `part` of `whole`; 0 of nothing.
    #[must_use]
    pub fn of(part: Money, whole: Money) -> Share {
        Decimal(scaled(part, whole, 10_000))
    }
}

impl Percent {
    /// `part` in percent of `whole`; none where `whole` is not above zero.
    #[must_use]
    pub fn of(part: Money, whole: Money) -> Option<Percent> {
        (whole > Money::ZERO).then(|| Decimal(scaled(part, whole, 10_000)))
    }
}

/// `part * scale / whole`, rounded half away from zero.
fn scaled(part: Money, whole: Money, scale: i64) -> i64 {
    Money::from_cents(scale).ratio(part.cents(), whole.cents()).cents()
}

impl<const N: u32> fmt::Display for Decimal<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = 10_u64.pow(N);
        let magnitude = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:0width$}", magnitude / unit, magnitude % unit, width = N as usize)
    }
}

impl<const N: u32> Serialize for Decimal<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(cents: i64) -> Money {
        Money::from_cents(cents)
    }

    #[test]
    fn a_share_has_four_decimals_and_is_zero_of_nothing() {
        let json = |part, whole| serde_json::to_string(&Share::of(money(part), money(whole))).unwrap();
        assert_eq!(json(1, 3), "0.3333");
        assert_eq!(json(2, 3), "0.6667");
        assert_eq!(json(5, 5), "1.0000");
        assert_eq!(json(-5, 100), "-0.0500");
        assert_eq!(json(5, 0), "0.0000");
    }

    #[test]
    fn a_percentage_needs_something_above_zero() {
        let json = |part, whole| serde_json::to_string(&Percent::of(money(part), money(whole))).unwrap();
        assert_eq!(json(3125, 10_000), "31.25");
        assert_eq!(json(1, 3), "33.33");
        assert_eq!(json(30_000, 10_000), "300.00");
        assert_eq!(json(5, 0), "null");
        assert_eq!(json(5, -10), "null");
    }
}
