//! Amounts in US English.

use saffron_core::BusinessDate;
use saffron_core::currency::amount;

/// The currency of checks.
pub const DOLLARS: &str = "usd";

/// Cents as dollars: $1,204.55.
#[must_use]
pub fn dollars(cents: i64) -> String {
    amount(cents, DOLLARS)
}

/// A date without its year: Jun 2.
#[must_use]
pub fn short_date(date: BusinessDate) -> String {
    date.date().strftime("%b %-d").to_string()
}

/// Tenths of a percent as a percentage: 38.2%.
#[must_use]
pub fn percent(tenths: i64) -> String {
    let (sign, tenths) = (if tenths < 0 { "-" } else { "" }, tenths.unsigned_abs());
    format!("{sign}{}.{}%", tenths / 10, tenths % 10)
}
