//! Decimal numbers, read without a loss: Toast writes amounts as dollars with decimals.

use saffron_core::{Money, currency};

use super::Why;
use crate::Place;
use crate::amount::in_cents;
use crate::toast::model::Decimal;

/// Amounts of a location, in its currency: Toast names none with them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Amounts<'a> {
    pub(crate) place: &'a Place,
}

impl Amounts<'_> {
    /// In cents; zero if Toast leaves it out.
    ///
    /// # Errors
    /// If it is larger than any real amount.
    pub(crate) fn of(self, amount: Option<&Decimal>) -> Result<Money, Why> {
        let Some(amount) = amount else { return Ok(Money::ZERO) };
        let unit = 10_i64.pow(u32::from(currency::digits(&self.place.settings.currency)));
        let scaled = scaled(amount, unit).ok_or("has an amount that is none: correct it in Toast")?;
        in_cents(self.place, scaled, None, "Toast")
    }
}

/// A number times a unit, rounded half away from zero. None if it does not fit.
pub(super) fn scaled(number: &Decimal, unit: i64) -> Option<i64> {
    /// The most digits of a number that can be one.
    const DIGITS: usize = 24;
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().ok()?;
    let (sign, digits) = mantissa.strip_prefix('-').map_or((1, mantissa), |digits| (-1, digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{fraction}");
    if digits.len() > DIGITS {
        return None;
    }
    let value = digits.parse::<i128>().ok()?.checked_mul(i128::from(unit))?;
    let power = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    let ten = |power: u32| 10_i128.checked_pow(power);
    let scaled = match u32::try_from(power) {
        Ok(power) if value != 0 => value.checked_mul(ten(power)?)?,
        Ok(_) => 0,
        // So small a part of the unit is nothing.
        Err(_) => ten(power.unsigned_abs()).map_or(0, |part| (2 * value + part) / (2 * part)),
    };
    i64::try_from(sign * scaled).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(json: &str) -> Option<i64> {
        scaled(&serde_json::from_str(json).unwrap(), 100)
    }

    #[test]
    fn dollars_are_read_to_the_cent() {
        for (json, expected) in [
            ("0", 0),
            ("12", 1_200),
            ("12.3", 1_230),
            ("-0.01", -1),
            ("1.005", 101),
            ("-1.005", -101),
            ("0.1", 10),
            ("0.30000000000000004", 30),
            ("1e2", 10_000),
            ("1e-30", 0),
            ("2.675", 268),
            ("99999999.99", 9_999_999_999),
        ] {
            assert_eq!(cents(json), Some(expected), "{json}");
        }
        for bad in ["1e300", "123456789012345678901234567890"] {
            assert_eq!(cents(bad), None, "{bad}");
        }
    }

    #[test]
    fn every_cent_is_read_as_it_was_written() {
        for number in (0..2_000_000).step_by(7) {
            let json = format!("{}.{:02}", number / 100, number % 100);
            assert_eq!(cents(&json), Some(number), "{json}");
        }
    }

    #[test]
    fn hours_become_seconds() {
        assert_eq!(scaled(&serde_json::from_str("7.4833333").unwrap(), 3_600), Some(26_940));
    }
}
