use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{
    CatalogObject, Customer, Dispute, InventoryCount, Location, Order, Payment, PaymentRefund, Payout,
    PayoutEntry, TeamMember, TeamMemberWage, Timecard, WorkweekConfig,
};
use crate::{Unmapped, text};

/// What an object is, for messages to owners.
pub trait Kind {
    /// Such as order.
    const KIND: &'static str;
}

macro_rules! kinds {
    ($($object:ty: $kind:literal),+ $(,)?) => {
        $(impl Kind for $object {
            const KIND: &'static str = $kind;
        })+
    };
}

kinds!(
    CatalogObject: "item",
    Customer: "guest",
    Dispute: "dispute",
    InventoryCount: "stock",
    Location: "location",
    Order: "order",
    Payment: "payment",
    PaymentRefund: "refund",
    Payout: "payout",
    PayoutEntry: "entry of a payout",
    TeamMember: "team member",
    TeamMemberWage: "wage",
    Timecard: "timecard",
    WorkweekConfig: "workweek",
);

/// An object of an answer. One that cannot be read stops no other.
#[derive(Debug, Clone)]
pub enum Read<T> {
    /// As it was sent.
    Object(Box<T>),
    /// Why it could not be read.
    Unreadable(Unmapped),
}

impl<T: Kind + DeserializeOwned> Read<T> {
    /// Reads one object.
    #[must_use]
    pub fn of(json: &str) -> Read<T> {
        match serde_json::from_str(json) {
            Ok(object) => Read::Object(Box::new(object)),
            Err(error) => {
                let sent = serde_json::from_str::<Value>(json).unwrap_or_default();
                let id = ["id", "dispute_id", "catalog_object_id"]
                    .iter()
                    .find_map(|name| sent.get(name)?.as_str());
                // A message of serde names a type or a field, and may repeat a value: only its place is kept.
                let place = format!("line {}, column {}", error.line(), error.column());
                let why = format!(
                    "Square sent it in a form that is not known ({place}): report it, and update Saffron"
                );
                Read::Unreadable(Unmapped::new(T::KIND, &text::cut(id.unwrap_or_default(), 200), why))
            }
        }
    }

    /// The object.
    ///
    /// # Errors
    /// Why it could not be read.
    pub fn object(self) -> Result<T, Unmapped> {
        match self {
            Read::Object(object) => Ok(*object),
            Read::Unreadable(why) => Err(why),
        }
    }
}

impl<'de, T: Kind + DeserializeOwned> Deserialize<'de> for Read<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Read<T>, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Read::of(json.get()))
    }
}
