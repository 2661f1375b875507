//! Toast's objects on their way through the real door.

use saffron_core::Money;
use saffron_pos::toast::model::{Employee, Job, Named, Order, Read};
use saffron_pos::toast::{Catalog, Setup, Team, checks};
use saffron_pos::{Place, Unmapped};
use serde_json::{Value, json};

pub use crate::common::{Seen, cents, one, place, through, with};

/// Dollars of cents, as Toast writes them.
pub fn usd(cents: i64) -> Value {
    let sign = if cents < 0 { "-" } else { "" };
    serde_json::from_str(&format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)).unwrap()
}

/// One of something at this price.
pub fn selection(name: &str, cents: i64) -> Value {
    json!({"guid": format!("s-{name}"), "item": {"guid": format!("i-{name}")}, "displayName": name, "quantity": 1.0,
        "preDiscountPrice": usd(cents), "price": usd(cents), "tax": 0.0, "voided": false, "deferred": false})
}

/// A payment by Visa.
pub fn visa(cents: i64) -> Value {
    json!({"guid": "p1", "type": "CREDIT", "cardType": "VISA", "last4Digits": "4242", "paymentStatus": "CAPTURED",
        "amount": usd(cents), "tipAmount": 0.0, "paidDate": "2026-07-18T16:30:00.000+0000", "refundStatus": "NONE", "refund": null})
}

/// A closed check.
pub fn check(selections: Vec<Value>, payments: Vec<Value>) -> Value {
    json!({"guid": "c1", "openedDate": "2026-07-18T16:00:00.000+0000", "modifiedDate": "2026-07-18T16:31:00.000+0000",
        "closedDate": "2026-07-18T16:31:00.000+0000", "deletedDate": "1970-01-01T00:00:00.000+0000", "paymentStatus": "CLOSED",
        "selections": selections, "payments": payments, "appliedServiceCharges": [], "appliedDiscounts": []})
}

/// An order of these checks.
pub fn order_of(checks: Vec<Value>) -> Value {
    json!({"guid": "o1", "businessDate": 20_260_718, "openedDate": "2026-07-18T16:00:00.000+0000",
        "modifiedDate": "2026-07-18T16:31:00.000+0000", "deletedDate": "1970-01-01T00:00:00.000+0000", "source": "In Store",
        "approvalStatus": "APPROVED", "checks": checks})
}

/// An order of one check.
pub fn order(check: Value) -> Value {
    order_of(vec![check])
}

/// What the restaurant set up.
pub fn setup() -> Setup {
    let list = |all: &[(&str, &str)]| {
        let named = |(guid, name): &(&str, &str)| json!({"guid": guid, "name": name}).to_string();
        all.iter().map(|of| Read::<Named>::of(&named(of)).object().unwrap()).collect::<Vec<_>>()
    };
    Setup::new(&[
        ("revenueCenters", list(&[("rc", "Patio")])),
        ("diningOptions", list(&[("in", "Dine In"), ("dd", "DoorDash")])),
        ("tables", list(&[("t7", "7")])),
        ("voidReasons", list(&[("vr", "Server error")])),
        ("alternatePaymentTypes", list(&[("ap", "DoorDash")])),
        ("salesCategories", list(&[("sc", "Food")])),
    ])
}

/// Its people.
pub fn team() -> Team {
    let employee = |json: Value| Read::<Employee>::of(&json.to_string()).object().unwrap();
    let job = Read::<Job>::of(&json!({"guid": "j1", "title": "Server"}).to_string()).object().unwrap();
    Team::new(
        &[
            employee(json!({"guid": "e1", "firstName": "Server", "lastName": "One"})),
            employee(
                json!({"guid": "e2", "firstName": "Margaret", "chosenName": "Manager", "lastName": "Two"}),
            ),
        ],
        &[job],
    )
}

pub fn object(order: &Value) -> Order {
    Read::of(&order.to_string()).object().unwrap()
}

/// The events of an order.
pub fn try_checks(place: &Place, order: &Value) -> Result<Vec<Seen>, Unmapped> {
    let events = checks(place, &setup(), &Catalog::default(), &team(), &object(order))?;
    Ok(events.iter().map(|event| through(place, event)).collect())
}

/// The events of an order, all of whose closed checks balance.
pub fn mapped(order: &Value) -> Vec<Seen> {
    let seen = mapped_unbalanced(order);
    for seen in seen.iter().filter(|seen| seen.kind == "check.closed" && !seen.check().voided) {
        assert_eq!(seen.check().totals().out_of_balance, Money::ZERO, "{}", seen.data);
        assert_eq!(seen.check().exceptions(), 0, "{}", seen.data);
    }
    seen
}

/// The same where a check is not paid in full.
pub fn mapped_unbalanced(order: &Value) -> Vec<Seen> {
    try_checks(&place(), order).unwrap()
}

/// Why an order cannot be mapped.
pub fn refused(order: &Value) -> String {
    try_checks(&place(), order).unwrap_err().why
}
