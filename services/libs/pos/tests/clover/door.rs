//! The JSON around what a test is about.

use jiff::Timestamp;
use saffron_core::Money;
use saffron_pos::clover::model::{Kind, Read};
use saffron_pos::clover::{Menu, Team, checks};
use saffron_pos::{Place, Unmapped};
use serde_json::{Value, json};

pub use crate::common::{Seen, cents, one, place, through, with};

/// An object of Clover.
pub fn object<T: Kind + serde::de::DeserializeOwned>(json: &Value) -> T {
    Read::of(&json.to_string()).object().unwrap()
}

/// Milliseconds since 1970.
pub fn ms(at: &str) -> i64 {
    at.parse::<Timestamp>().unwrap().as_millisecond()
}

/// A list as Clover sends it.
pub fn list(elements: Vec<Value>) -> Value {
    json!({ "elements": elements })
}

/// A line of an item of the same name.
pub fn line(name: &str, cents: i64) -> Value {
    json!({"id": format!("L-{name}"), "item": {"id": format!("I-{name}")}, "name": name, "price": cents, "isRevenue": true})
}

/// The same piece once more.
pub fn again(line: &Value, number: usize) -> Value {
    with(line.clone(), json!({"id": format!("{}-{number}", line["id"].as_str().unwrap())}))
}

/// A rate of tax, in hundred-thousandths of a percent.
pub fn rate(name: &str, rate: i64) -> Value {
    json!({"id": format!("T-{name}"), "name": name, "rate": rate})
}

/// A payment by Visa at noon of a Saturday in New York, 2026-07-18.
pub fn visa(cents: i64) -> Value {
    json!({"id": "P1", "order": {"id": "O1"}, "result": "SUCCESS", "amount": cents, "tipAmount": 0,
           "createdTime": ms("2026-07-18T16:00:00Z"), "modifiedTime": ms("2026-07-18T16:00:01Z"),
           "tender": {"id": "TE1", "label": "Credit Card", "labelKey": "com.clover.tender.credit_card"},
           "cardTransaction": {"cardType": "VISA", "last4": "4242"}})
}

/// A paid order of these lines, opened at half past eleven.
pub fn order(lines: Vec<Value>, payments: Vec<Value>) -> Value {
    json!({"id": "O1", "currency": "USD", "state": "locked", "paymentState": "PAID", "testMode": false,
           "createdTime": ms("2026-07-18T15:30:00Z"), "modifiedTime": ms("2026-07-18T16:00:00Z") + 123,
           "lineItems": list(lines), "payments": list(payments)})
}

/// A soup of ten dollars, paid by Visa.
pub fn soup() -> Value {
    order(vec![line("Soup", 1000)], vec![visa(1000)])
}

/// The same order with other payments.
pub fn paid(order: Value, payments: Vec<Value>) -> Value {
    with(order, json!({ "payments": list(payments) }))
}

/// The events of an order, or why there are none.
pub fn try_checks(place: &Place, menu: &Menu, team: &Team, order: &Value) -> Result<Vec<Seen>, Unmapped> {
    let events = checks(place, menu, team, &object(order))?;
    Ok(events.iter().map(|event| through(place, event)).collect())
}

/// The events of an order, all of whose closed checks balance.
pub fn mapped(order: &Value) -> Vec<Seen> {
    let seen = mapped_unbalanced(order);
    for seen in seen.iter().filter(|seen| seen.kind == "check.closed") {
        assert_eq!(seen.check().totals().out_of_balance, Money::ZERO, "{}", seen.data);
        assert_eq!(seen.check().exceptions(), 0, "{}", seen.data);
    }
    seen
}

/// The same where a check is not paid in full.
pub fn mapped_unbalanced(order: &Value) -> Vec<Seen> {
    try_checks(&place(), &Menu::default(), &Team::default(), order).unwrap()
}

/// Why an order cannot be mapped.
pub fn refused(order: &Value) -> String {
    try_checks(&place(), &Menu::default(), &Team::default(), order).unwrap_err().why
}
