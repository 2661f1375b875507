//! Square's ids, made from those of the trade.

use saffron_core::{CheckId, CustomerId, ItemId, PosId, ShiftId};

use crate::ids::Key;

/// The id of the order of a check.
#[must_use]
pub fn order_id(pos_id: &PosId, check: &CheckId) -> String {
    format!("{}ZY", Key::of(&[pos_id, check, &"square order"]))
}

/// The id of a payment that brings none of its own; `number` counts the payments of the order from 0.
#[must_use]
pub fn payment_id(order: &str, number: usize) -> String {
    format!("{}B", Key::of(&[&order, &number, &"square payment"]))
}

/// The id of a refund of a payment: longer than 64 characters, as Square's are.
#[must_use]
pub fn refund_id(order: &str, payment: &str, number: usize) -> String {
    let (first, second) = (Key::of(&[&order, &number, &"refund"]), Key::of(&[&order, &number, &"tail"]));
    format!("{payment}_{first}{second}")
}

/// The id of an item, the parent of its variations.
#[must_use]
pub fn item_id(merchant: &str, item: &ItemId) -> String {
    Key::of(&[&merchant, item, &"item"]).to_string()
}

/// The id of an item's variation: what the lines of orders name.
#[must_use]
pub fn variation_id(merchant: &str, item: &ItemId) -> String {
    Key::of(&[&merchant, item, &"variation"]).to_string()
}

/// The id of a discount in the catalog.
#[must_use]
pub fn discount_id(merchant: &str, name: &str) -> String {
    Key::of(&[&merchant, &name, &"discount"]).to_string()
}

/// The id of a guest's profile.
#[must_use]
pub fn customer_id(merchant: &str, guest: &CustomerId) -> String {
    Key::of(&[&merchant, guest, &"customer"]).to_string()
}

/// The id of a person who works there.
#[must_use]
pub fn team_member_id(merchant: &str, person: &str) -> String {
    format!("TM{:.14}", Key::of(&[&merchant, &person, &"team"]))
}

/// The id of a job.
#[must_use]
pub fn job_id(merchant: &str, title: &str) -> String {
    Key::of(&[&merchant, &title, &"job"]).to_string()
}

/// The id of a shift's timecard.
#[must_use]
pub fn timecard_id(pos_id: &PosId, shift: &ShiftId) -> String {
    format!("{:.13}", Key::of(&[pos_id, shift, &"timecard"]))
}
