//! Money in integer cents and quantities in thousandths: exact, parsed from text, never through a float.

pub mod currency;
pub mod spread;

use std::borrow::Cow;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// Why a text is not an amount or a quantity.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum DecimalError {
    /// Not a plain decimal number.
    #[error("must be a plain decimal number such as 12.50")]
    Form,
    /// More digits after the point than are stored.
    #[error("may have at most {0} digits after the point")]
    Precision(usize),
    /// Larger than any real amount.
    #[error("must lie between -{0} and {0}")]
    Range(i64),
}

/// US dollars as whole cents. In JSON it is a number of dollars with two decimals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

/// A count of thousandths: 1.5 pounds are 1,500.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(i64);

/// The largest amount in one field of a fact: 100 million dollars. Sums of 90 million such fields fit in i64.
const MAX_CENTS: i64 = 10_000_000_000;
/// The largest quantity of one line: a million.
const MAX_MILLI: i64 = 1_000_000_000;

impl Money {
    /// Nothing.
    pub const ZERO: Money = Money(0);

    /// From whole cents.
    #[must_use]
    pub const fn from_cents(cents: i64) -> Money {
        Money(cents)
    }

    /// Whole cents.
    #[must_use]
    pub const fn cents(self) -> i64 {
        self.0
    }

    /// The amount without its sign.
    #[must_use]
    pub const fn abs(self) -> Money {
        Money(self.0.saturating_abs())
    }

    /// This price times a quantity, rounded half away from zero to a cent.
    #[must_use]
    pub fn times(self, quantity: Quantity) -> Money {
        self.ratio(quantity.0, 1000)
    }

    /// `self * numerator / denominator`, rounded half away from zero. A zero denominator gives zero.
    #[must_use]
    pub fn ratio(self, numerator: i64, denominator: i64) -> Money {
        Money(divide(i128::from(self.0) * i128::from(numerator), i128::from(denominator)))
    }

    /// This amount, if it is in the range of a field of a fact: an amount that is computed from fields may not be.
    ///
    /// # Errors
    /// If it is out of range.
    pub fn in_range(self) -> Result<Money, DecimalError> {
        if self.0.unsigned_abs() <= MAX_CENTS.unsigned_abs() {
            Ok(self)
        } else {
            Err(DecimalError::Range(MAX_CENTS / 100))
        }
    }

    /// Reads a decimal number of dollars, e.g. `-1234.5`.
    ///
    /// # Errors
    /// If the text is no plain decimal, has more than two digits after the point, or is out of range.
    pub fn parse_dollars(text: &str) -> Result<Money, DecimalError> {
        parse(text, 2, MAX_CENTS).map(Money)
    }

    /// Deserializes an amount that is a sum, as events carry it: beyond what one field of a fact may hold.
    ///
    /// # Errors
    /// If it is no plain decimal with two digits after the point, or does not fit.
    pub fn deserialize_sum<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
        deserialize_number(deserializer, |text| parse(text, 2, i64::MAX).map(Money))
    }
}

impl Quantity {
    /// No pieces.
    pub const ZERO: Quantity = Quantity(0);
    /// One piece.
    pub const ONE: Quantity = Quantity(1000);

    /// From thousandths.
    #[must_use]
    pub const fn from_milli(milli: i64) -> Quantity {
        Quantity(milli)
    }

    /// Thousandths.
    #[must_use]
    pub const fn milli(self) -> i64 {
        self.0
    }

    /// Reads a decimal number with at most three digits after the point.
    ///
    /// # Errors
    /// If the text is no plain decimal, has too many digits, or is out of range.
    pub fn parse(text: &str) -> Result<Quantity, DecimalError> {
        parse(text, 3, MAX_MILLI).map(Quantity)
    }

    /// Deserializes a quantity that is a sum, as events carry it: beyond what one line of a fact may hold.
    ///
    /// # Errors
    /// If it is no plain decimal with three digits after the point, or does not fit.
    pub fn deserialize_sum<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Quantity, D::Error> {
        deserialize_number(deserializer, |text| parse(text, 3, i64::MAX).map(Quantity))
    }
}

/// `a / b`, rounded half away from zero, clamped to i64.
pub(crate) fn divide(a: i128, b: i128) -> i64 {
    if b == 0 {
        return 0;
    }
    let (magnitude, divisor) = (a.unsigned_abs(), b.unsigned_abs());
    let rounded = (magnitude + divisor / 2) / divisor;
    let negative = (a < 0) != (b < 0);
    let value = i64::try_from(rounded).unwrap_or(i64::MAX);
    if negative { -value } else { value }
}

fn parse(text: &str, decimals: usize, max: i64) -> Result<i64, DecimalError> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) || digits.ends_with('.') {
        return Err(DecimalError::Form);
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > decimals {
        return Err(DecimalError::Precision(decimals));
    }
    let unit = 10_i64.pow(decimals as u32);
    let range = DecimalError::Range(max / unit);
    let whole = whole.trim_start_matches('0');
    // The longest i64 has 19 digits.
    if whole.len() > 19 {
        return Err(range);
    }
    let padded = format!("{whole:0>1}{fraction:0<decimals$}");
    let Ok(value) = padded.parse::<i64>() else { return Err(range) };
    if value > max {
        return Err(range);
    }
    Ok(if negative { -value } else { value })
}

fn write_decimal(f: &mut fmt::Formatter<'_>, value: i64, decimals: usize) -> fmt::Result {
    let unit = 10_u64.pow(decimals as u32);
    let magnitude = value.unsigned_abs();
    let sign = if value < 0 { "-" } else { "" };
    write!(f, "{sign}{}.{:0decimals$}", magnitude / unit, magnitude % unit)
}

impl fmt::Display for Money {
    /// Dollars with two decimals and no currency sign.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_decimal(f, self.0, 2)
    }
}

impl fmt::Display for Quantity {
    /// Three decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_decimal(f, self.0, 3)
    }
}

impl FromStr for Money {
    type Err = DecimalError;
    fn from_str(text: &str) -> Result<Money, DecimalError> {
        Money::parse_dollars(text)
    }
}

/// Writes the text of a number as a JSON number, without a float in between.
fn serialize_number<S: Serializer>(number: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    let raw = RawValue::from_string(number.to_string()).map_err(serde::ser::Error::custom)?;
    raw.serialize(serializer)
}

/// The text of a JSON number, or of a JSON string that holds one.
fn deserialize_number<'de, D, T>(
    deserializer: D,
    read: impl FnOnce(&str) -> Result<T, DecimalError>,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
{
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    let text = raw.get().trim();
    let text = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
    read(text).map_err(D::Error::custom)
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_number(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
        deserialize_number(deserializer, Money::parse_dollars)
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_number(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Quantity, D::Error> {
        deserialize_number(deserializer, Quantity::parse)
    }
}

impl JsonSchema for Money {
    fn schema_name() -> Cow<'static, str> {
        "Money".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "x-unit": "dollars" })
    }
}

impl JsonSchema for Quantity {
    fn schema_name() -> Cow<'static, str> {
        "Quantity".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "x-unit": "pieces, or what the item is counted in" })
    }
}

macro_rules! arithmetic {
    ($name:ident) => {
        impl Add for $name {
            type Output = $name;
            fn add(self, other: $name) -> $name {
                $name(self.0.saturating_add(other.0))
            }
        }
        impl Sub for $name {
            type Output = $name;
            fn sub(self, other: $name) -> $name {
                $name(self.0.saturating_sub(other.0))
            }
        }
        impl Neg for $name {
            type Output = $name;
            fn neg(self) -> $name {
                $name(self.0.saturating_neg())
            }
        }
        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                *self = *self + other;
            }
        }
        impl SubAssign for $name {
            fn sub_assign(&mut self, other: $name) {
                *self = *self - other;
            }
        }
        impl Sum for $name {
            fn sum<I: Iterator<Item = $name>>(iter: I) -> $name {
                iter.fold($name(0), Add::add)
            }
        }
    };
}
arithmetic!(Money);
arithmetic!(Quantity);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dollars_are_read_exactly() {
        let cents = |text| Money::parse_dollars(text).map(Money::cents);
        assert_eq!(cents("12.5"), Ok(1250));
        assert_eq!(cents("0.29"), Ok(29));
        assert_eq!(cents("-0.05"), Ok(-5));
        assert_eq!(cents("16"), Ok(1600));
        assert_eq!(cents("16.000"), Ok(1600));
        assert_eq!(cents("1.005"), Err(DecimalError::Precision(2)));
        assert_eq!(cents("100000000.01"), Err(DecimalError::Range(100_000_000)));
        for bad in ["", "-", ".5", "5.", "1e2", "1,000", "+1", " 1", "--1", "NaN", "٣"] {
            assert_eq!(cents(bad), Err(DecimalError::Form), "{bad}");
        }
    }

    #[test]
    fn json_numbers_and_strings_are_the_same_amount() {
        assert_eq!(serde_json::from_str::<Money>("12.50").unwrap(), Money(1250));
        assert_eq!(serde_json::from_str::<Money>("\"12.50\"").unwrap(), Money(1250));
        assert!(serde_json::from_str::<Money>("null").is_err());
        assert!(serde_json::from_str::<Money>("1.5e1").is_err());
        assert_eq!(serde_json::to_string(&Money(-5)).unwrap(), "-0.05");
        assert_eq!(serde_json::to_string(&Quantity(500)).unwrap(), "0.500");
    }

    #[test]
    fn rounding_is_half_away_from_zero() {
        assert_eq!(Money(5).ratio(1, 2), Money(3));
        assert_eq!(Money(-5).ratio(1, 2), Money(-3));
        assert_eq!(Money(333).times(Quantity(1500)), Money(500));
        assert_eq!(Money(5).ratio(1, 0), Money::ZERO);
    }

    #[test]
    fn a_sum_is_read_beyond_the_bounds_of_a_field() {
        use crate::event::StockRanOut;
        let read = |stock: &str| {
            let event = format!(r#"{{"posID":"p","posItemID":"i","stock":{stock}}}"#);
            serde_json::from_str::<StockRanOut>(&event).map(|event| event.stock)
        };
        for milli in [0, -1_000_000_001, 5_000_000_000_000, -i64::MAX, i64::MAX] {
            let quantity = Quantity::from_milli(milli);
            assert_eq!(read(&serde_json::to_string(&quantity).unwrap()).unwrap(), quantity);
        }
        for beyond in ["9223372036854775.808", "99999999999999999999", "1e9", "1.0001"] {
            assert!(read(beyond).is_err(), "{beyond}");
        }
    }

    proptest! {
        #[test]
        fn text_and_back(cents in -MAX_CENTS..=MAX_CENTS) {
            let money = Money(cents);
            prop_assert_eq!(Money::parse_dollars(&money.to_string()), Ok(money));
            let json = serde_json::to_string(&money).unwrap();
            prop_assert_eq!(serde_json::from_str::<Money>(&json).unwrap(), money);
        }
    }
}
