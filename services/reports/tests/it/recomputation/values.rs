//! Values of facts, read the plain way.

use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime};
use serde_json::Value;

use super::plain::Sums;

pub fn add(sums: &mut Sums, name: &str, value: i64) {
    *sums.entry(name.to_owned()).or_default() += value;
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

pub fn business_date(wall: DateTime) -> Date {
    (wall - 4.hours()).date()
}

pub fn seconds_of(date: Date, wall: DateTime) -> i64 {
    wall.duration_since(date.to_datetime(jiff::civil::Time::midnight())).as_secs()
}

pub fn cents(value: &Value) -> i64 {
    (value.as_f64().unwrap_or(0.0) * 100.0).round() as i64
}

/// Cents times thousandths, rounded half away from zero.
pub fn product(cents: i64, milli: i64) -> i64 {
    let exact = cents * milli;
    (exact.abs() + 500) / 1000 * exact.signum()
}

/// The entries of a list; none where it is absent.
pub fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// The discount of a line or a check: as sent, else what its named discounts add up to.
pub fn discount_of(of: &Value) -> i64 {
    if of["discount"].is_null() {
        list(&of["discounts"]).iter().map(|named| cents(&named["amount"])).sum()
    } else {
        cents(&of["discount"])
    }
}
