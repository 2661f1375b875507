//! Numbers as exports write them, read exactly. Whether `1,234` is one thousand or one and a bit is never guessed.
//!
//! A form is a decimal point, `.` or `,`. Whole parts may be in groups of three (`1,234,567.50`, `1.234.567,50`,
//! `12'500.00`, `1 234,50`, `1_234`), or with commas in India's (`1,23,456.00`); the first group never begins with 0, and
//! one number has one group sign. So one value alone shows its form, shows none, or can be read in both:
//!
//! | value | with `.` | with `,` |
//! |---|---|---|
//! | `12.50` `1,234.5` `1,234,567` `0.350` `1234.567` `5.` `.75` `12.-` | read | refused |
//! | `12,50` `1.234,5` `1.234.567` `0,350` `1234,567` `5,` `,75` `12,-` | refused | read |
//! | `950` `1234` `1 234` `12'500` | read | read, the same |
//! | `1,234` `12.500` (one sign, three digits after it, one to three before) | read | read, 1,000 times more or less |
//!
//! | a column holds | verdict |
//! |---|---|
//! | values of the first row, none of the second | decided: `.` (both, if there are more than 500 of the fourth row for each) |
//! | values of the second row, none of the first | decided: `,` (likewise) |
//! | values of both | mixed: nothing is decided |
//! | none of either, some of the fourth row | both, with the sum that each gives, and which one is likelier |
//! | of the third row alone | indifferent |
//! | more other text than numbers | no numbers |
//!
//! Nothing softer decides. `950` beside `1,234` and never `1234` makes groups likelier, but `1`, `2`, `1,354` may be
//! weights; a person's list may hold `12345` beside `12,345`. [`Products`] settles such columns by arithmetic.

mod evidence;
mod product;
mod shape;
mod signs;
#[cfg(test)]
mod tests;

use std::fmt;

pub use evidence::{Consequence, Lean, NumberEvidence, Verdict};
pub use product::Products;
use saffron_core::{Money, Quantity};
use serde::{Deserialize, Serialize};
pub use signs::{Currencies, Currency};

use super::fold;

/// What separates whole and decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Point {
    /// `1,234.50`
    Dot,
    /// `1.234,50`
    Comma,
}

impl Point {
    /// Both.
    pub const ALL: [Point; 2] = [Point::Dot, Point::Comma];

    const fn sign(self) -> char {
        match self {
            Point::Dot => '.',
            Point::Comma => ',',
        }
    }
}

/// How the numbers of a column are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NumberForm {
    /// The other of the two is a group sign, as spaces, apostrophes and underscores are in either form.
    pub decimal: Point,
}

impl NumberForm {
    /// `1,234.50`
    pub const DOT: NumberForm = NumberForm { decimal: Point::Dot };
    /// `1.234,50`
    pub const COMMA: NumberForm = NumberForm { decimal: Point::Comma };
}

/// Why a text is not read as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// Other text.
    #[error("is not a number")]
    Form,
    /// It is a number with the other decimal point.
    #[error("is written with another decimal point than the column")]
    OtherPoint,
    /// It can be read in two ways, and no form was given.
    #[error("can be read with a decimal point and with a group sign")]
    Ambiguous,
    /// `1/2`, `½`.
    #[error("is a fraction; write it with decimals")]
    Fraction,
    /// `12.50 CR`: which of credit and debit is negative differs between systems.
    #[error("says credit or debit instead of a sign")]
    Ledger,
    /// `#REF!`
    #[error("is an error of a spreadsheet")]
    Sheet,
    /// Two currencies, or two units.
    #[error("names two currencies or units")]
    TwoSigns,
    /// More digits than any real figure.
    #[error("has too many digits")]
    Long,
    /// An amount that is no whole number of cents.
    #[error("has more than two decimals")]
    Precise,
    /// Beyond what a field of a fact holds.
    #[error("is larger than any real figure")]
    Range,
}

/// An exact decimal number: `mantissa / 10^scale`. It has no trailing zeros, so that equal numbers are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Decimal {
    mantissa: i128,
    scale: u32,
}

/// The most digits of a number, and its most decimals.
const MOST_DIGITS: usize = 28;

impl Decimal {
    /// `mantissa / 10^scale`; `None` beyond 28 digits or decimals.
    #[must_use]
    pub fn new(mantissa: i128, scale: u32) -> Option<Decimal> {
        let (mut mantissa, mut scale) = (mantissa, scale);
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        let fits = mantissa.unsigned_abs() < 10_u128.pow(MOST_DIGITS as u32) && scale <= MOST_DIGITS as u32;
        fits.then_some(Decimal { mantissa, scale })
    }

    /// The value in units of `10^-decimals`, rounded half away from zero; `None` if it does not fit.
    #[must_use]
    pub fn units(self, decimals: u32) -> Option<i128> {
        if self.scale <= decimals {
            return self.mantissa.checked_mul(10_i128.checked_pow(decimals - self.scale)?);
        }
        let divisor = 10_u128.checked_pow(self.scale - decimals)?;
        let rounded = (self.mantissa.unsigned_abs() + divisor / 2) / divisor;
        let rounded = i128::try_from(rounded).ok()?;
        Some(if self.mantissa < 0 { -rounded } else { rounded })
    }

    /// How many decimals it needs; 0 for a whole number.
    #[must_use]
    pub const fn decimals(self) -> u32 {
        self.scale
    }

    /// Whether it is below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    /// As cents, for amounts that were charged, paid or taxed. Such an amount has cents alone; what lies within a millionth of a
    /// dollar of them is the noise of a program that computes with floats (`12.499999999999998`).
    ///
    /// # Errors
    /// If it has further decimals ([`Why::Precise`]), or is larger than a field of a fact.
    pub fn money(self) -> Result<Money, Why> {
        let rounded = self.money_rounded()?;
        let micros = self.units(6).ok_or(Why::Range)?;
        let noise = (micros - i128::from(rounded.cents()) * 10_000).abs();
        if self.scale > 2 && (self.scale <= 6 || noise > 1) { Err(Why::Precise) } else { Ok(rounded) }
    }

    /// As cents, rounded half away from zero, for figures of one piece that are worked out of others: a cost of 0.3333, a tax
    /// that was never rounded, a wage.
    ///
    /// # Errors
    /// If it is larger than a field of a fact.
    pub fn money_rounded(self) -> Result<Money, Why> {
        let cents = self.units(2).and_then(|cents| i64::try_from(cents).ok()).ok_or(Why::Range)?;
        Money::from_cents(cents).in_range().map_err(|_| Why::Range)
    }

    /// As thousandths, rounded half away from zero: scales write up to five decimals.
    ///
    /// # Errors
    /// If it is larger than a field of a fact.
    pub fn quantity(self) -> Result<Quantity, Why> {
        let milli = self.units(3).ok_or(Why::Range)?;
        let (sign, milli) = (if milli < 0 { "-" } else { "" }, milli.unsigned_abs());
        Quantity::parse(&format!("{sign}{}.{:03}", milli / 1000, milli % 1000)).map_err(|_| Why::Range)
    }
}

impl fmt::Display for Decimal {
    /// Plainly, with a point and the decimals that it needs: `-1234.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.mantissa < 0 { "-" } else { "" };
        let (digits, scale) = (self.mantissa.unsigned_abs().to_string(), self.scale as usize);
        let padded = format!("{digits:0>width$}", width = scale + 1);
        match padded.split_at_checked(padded.len() - scale) {
            Some((whole, fraction)) if scale > 0 => write!(f, "{sign}{whole}.{fraction}"),
            _ => write!(f, "{sign}{padded}"),
        }
    }
}

/// A number and what stands beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// Its value; of a percentage, the percents.
    pub value: Decimal,
    /// The currency sign or code before or after it.
    pub currency: Option<Currency>,
    /// Whether it has a percent sign.
    pub percent: bool,
    /// The unit of a quantity: `piece`, `kg`, `g`, `lb`, `oz`, `l`, `dl`, `cl`, `ml` or `gal`. 350 g are not 350 kg.
    pub unit: Option<&'static str>,
}

/// Reads a number of a column whose form is decided. A cell that stands for nothing (blank, `-`, `$ -`, `N/A`) is `None`.
///
/// # Errors
/// What is not read, and why.
pub fn read(text: &str, form: NumberForm) -> Result<Option<Number>, Why> {
    let Some(shape) = shape::of(text)? else { return Ok(None) };
    match shape.value(form.decimal) {
        Some(value) => Ok(Some(shape.number(value))),
        None if Point::ALL.into_iter().any(|point| shape.value(point).is_some()) => Err(Why::OtherPoint),
        None => Err(shape.why()),
    }
}

/// Reads a number that shows its own form, or that both forms read alike.
///
/// # Errors
/// As [`read`], and [`Why::Ambiguous`] for `1,234`.
pub fn read_unambiguous(text: &str) -> Result<Option<Number>, Why> {
    let Some(shape) = shape::of(text)? else { return Ok(None) };
    match (shape.value(Point::Dot), shape.value(Point::Comma)) {
        (Some(dot), Some(comma)) if dot != comma => Err(Why::Ambiguous),
        (Some(value), _) | (None, Some(value)) => Ok(Some(shape.number(value))),
        (None, None) => Err(shape.why()),
    }
}
