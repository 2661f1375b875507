//! Objects as Toast shows them, made from the trade.

mod back;
mod lines;
mod orders;
mod others;
mod paid;

use jiff::Timestamp;
use saffron_core::{BusinessDate, Money};
use serde_json::{Value, json};

pub use orders::{dates, order, payment};
pub use others::{employee, entry, job, menus, restaurant, stock};

/// Dollars: decimals.
pub fn usd(amount: Money) -> Value {
    json!(dollars(amount))
}

pub fn dollars(amount: Money) -> f64 {
    // Exact for all amounts below 2^53 cents.
    amount.cents() as f64 / 100.0
}

/// A time, with thousandths and an offset without a colon.
pub fn time(at: Timestamp) -> Value {
    json!(at.strftime("%Y-%m-%dT%H:%M:%S.%3f+0000").to_string())
}

/// A time that never was.
pub fn never() -> Value {
    time(Timestamp::UNIX_EPOCH)
}

/// A date as a number: 20260718.
pub fn number(on: BusinessDate) -> Value {
    let on = on.date();
    json!(i64::from(on.year()) * 10_000 + i64::from(on.month()) * 100 + i64::from(on.day()))
}

/// Another object.
pub fn reference(guid: Option<String>, kind: &str) -> Value {
    guid.map_or(Value::Null, |guid| json!({ "guid": guid, "entityType": kind, "externalId": null }))
}
