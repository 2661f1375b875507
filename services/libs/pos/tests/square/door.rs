//! The JSON around what a test is about.

use saffron_core::Money;
use saffron_pos::square::model::Read;
use saffron_pos::square::{Menu, OrderAndMoney, Team, checks};
use saffron_pos::{Place, Unmapped};
use serde_json::{Value, json};

pub use crate::common::{Seen, cents, one, place, through, with};

/// An object of Square.
pub fn object<T: saffron_pos::square::model::Kind + serde::de::DeserializeOwned>(json: &Value) -> T {
    Read::of(&json.to_string()).object().unwrap()
}

/// An order with payments and refunds.
pub fn order(order: &Value, payments: &[Value], refunds: &[Value]) -> OrderAndMoney {
    OrderAndMoney {
        order: object(order),
        payments: payments.iter().map(object).collect(),
        refunds: refunds.iter().map(object).collect(),
    }
}

/// Amounts of cents.
pub fn usd(cents: i64) -> Value {
    json!({"amount": cents, "currency": "USD"})
}

/// A soup of ten dollars, closed at noon of a Saturday in New York, 2026-07-18.
pub fn soup() -> Value {
    json!({"id": "O1", "location_id": "L1", "state": "COMPLETED",
           "created_at": "2026-07-18T15:30:00Z", "updated_at": "2026-07-18T16:00:00.123Z", "closed_at": "2026-07-18T16:00:00Z",
           "line_items": [line("Soup", 1000)]})
}

/// A line of the catalog's item of the same name.
pub fn line(name: &str, cents: i64) -> Value {
    json!({"uid": name, "name": name, "catalog_object_id": format!("V-{name}"), "quantity": "1", "item_type": "ITEM",
           "base_price_money": usd(cents), "gross_sales_money": usd(cents), "total_money": usd(cents)})
}

/// A payment of the order O1 by Visa, a minute before noon.
pub fn visa(cents: i64) -> Value {
    json!({"id": "P1", "order_id": "O1", "location_id": "L1", "status": "COMPLETED", "source_type": "CARD",
           "created_at": "2026-07-18T15:59:00Z", "updated_at": "2026-07-18T15:59:30Z",
           "amount_money": usd(cents), "total_money": usd(cents),
           "card_details": {"status": "CAPTURED", "card": {"card_brand": "VISA", "last_4": "4242"}}})
}

/// The events of an order that balance, or why there are none.
pub fn try_checks(place: &Place, menu: &Menu, of: &OrderAndMoney) -> Result<Vec<Seen>, Unmapped> {
    let events = checks(place, menu, &Team::default(), of)?;
    Ok(events.iter().map(|event| through(place, event)).collect())
}

/// The events of an order, all of whose closed checks balance.
pub fn mapped(sent: &Value, payments: &[Value], refunds: &[Value]) -> Vec<Seen> {
    let seen = mapped_unbalanced(sent, payments, refunds);
    for seen in seen.iter().filter(|seen| seen.kind == "check.closed") {
        assert_eq!(seen.check().totals().out_of_balance, Money::ZERO, "{}", seen.data);
        assert_eq!(seen.check().exceptions(), 0, "{}", seen.data);
    }
    seen
}

/// The same where a check is not paid in full.
pub fn mapped_unbalanced(sent: &Value, payments: &[Value], refunds: &[Value]) -> Vec<Seen> {
    try_checks(&place(), &Menu::default(), &order(sent, payments, refunds)).unwrap()
}

/// A tender by card of the payment P1.
pub fn tender_of(cents: i64) -> Value {
    json!({"id": "P1", "type": "CARD", "created_at": "2026-07-18T15:59:00Z", "amount_money": usd(cents)})
}
