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

/// When business days begin: minutes of the wall clock, since a date.
#[derive(Debug, Clone)]
pub struct Starts(Vec<(Date, i64)>);

impl Starts {
    /// From a text such as `04:00,2026-11-01=06:00;1`; empty: 04:00.
    pub fn of(text: &str) -> Starts {
        let text = if text.is_empty() { "04:00" } else { text.split(';').next().unwrap() };
        let starts = text.split(',').map(|entry| {
            let (date, start) = entry.split_once('=').unwrap_or(("0001-01-01", entry));
            let (hour, minute) = start.split_once(':').unwrap();
            (date.parse().unwrap(), hour.parse::<i64>().unwrap() * 60 + minute.parse::<i64>().unwrap())
        });
        Starts(starts.collect())
    }

    pub fn business_date(&self, wall: DateTime) -> Date {
        let date = wall.date();
        let (_, minutes) = self.0.iter().rfind(|(from, _)| *from <= date).unwrap();
        if seconds_of(date, wall) >= minutes * 60 { date } else { date - 1.day() }
    }
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
