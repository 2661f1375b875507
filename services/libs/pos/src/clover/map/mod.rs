//! From Clover's objects to facts. Each rule says which of its traps it answers.

mod guest;
mod item;
mod menu;
mod order;
mod paid;
mod recorded;
mod shift;
mod team;

pub use guest::guest;
pub use item::item;
pub use menu::Menu;
pub use order::{checks, removed_check};
pub use recorded::payment_recorded;
pub use shift::{Hours, shift};
pub use team::Team;

pub(super) use order::last_change;
pub(super) use paid::{counts, taken_at};
pub(super) use shift::span_of_shift;

use jiff::Timestamp;
use saffron_core::Money;

use crate::Place;
use crate::amount::in_cents;

/// The version of this mapping, 0 to 15: a higher one replaces what a lower one sent of the same objects.
pub const MAPPING: u8 = 1;
/// The processor of Clover's payments.
pub const PROCESSOR: &str = "Clover";
/// The source of its events.
pub const SOURCE: &str = "clover";

/// What is wrong with an object, and what to do.
type Why = String;

/// Amounts of an order or a payment, in the currency that it names.
#[derive(Debug, Clone, Copy)]
struct Amounts<'a> {
    place: &'a Place,
    currency: Option<&'a str>,
}

impl Amounts<'_> {
    /// In cents; zero if Clover leaves it out.
    ///
    /// # Errors
    /// If it is in another currency than the location's, or larger than any real amount.
    fn of(self, amount: Option<i64>) -> Result<Money, Why> {
        in_cents(self.place, amount.unwrap_or_default(), self.currency, "Clover")
    }
}

/// The moment of a time of Clover's; none if it is missing or no time.
pub(super) fn moment(millis: Option<i64>) -> Option<Timestamp> {
    Timestamp::from_millisecond(millis.filter(|millis| *millis > 0)?).ok()
}

/// An id that is one.
fn id_of(reference: Option<&super::model::Reference>) -> Option<&str> {
    reference?.id.as_deref().filter(|id| !id.is_empty())
}
