//! The trade as Square's objects.

mod catalog;
mod charges;
mod lines;
mod orders;
mod payments;
mod people;
mod places;
mod pricing;
mod returns;

use jiff::Timestamp;
use saffron_core::Money;
use serde_json::{Value, json};

pub use pricing::is_of_marketplace;

use super::trade::{Location, Merchant};

pub(super) use catalog::{
    Dish, Local, Shown, categories, count, discount as catalog_discount, item, variation,
};
pub(super) use orders::{entry, order, source, state};
pub(super) use payments::{
    Refunded, dispute, payment, payment_created, payment_of, payment_updated, payout, payout_entry, refund,
    refunds_of,
};
pub(super) use people::{Guestbook, Member, customer, job, member, timecard, workweek};
pub(super) use places::{location, merchant};

/// Where an object is.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    /// Whose it is.
    pub merchant: &'a Merchant,
    /// The location.
    pub place: &'a Location,
}

impl View<'_> {
    /// An amount in the location's currency.
    pub fn money(&self, amount: Money) -> Value {
        json!({ "amount": amount.cents(), "currency": self.place.currency })
    }
}

/// A time as Square writes it: UTC, with milliseconds.
pub(super) fn time(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string()
}

/// The object without the members that are null.
pub(super) fn tidy(mut object: Value) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    object
}

/// A list, or null for an empty one: Square leaves it out.
pub(super) fn listed(items: Vec<Value>) -> Value {
    if items.is_empty() { Value::Null } else { items.into() }
}
