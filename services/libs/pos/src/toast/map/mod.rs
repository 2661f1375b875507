//! From Toast's objects to facts. Each rule says which of its traps it answers.

mod catalog;
mod decimal;
mod guest;
mod item;
mod order;
mod paid;
mod recorded;
mod setup;
mod shift;
mod team;

pub use catalog::Catalog;
pub use guest::guest;
pub use item::{item, removed_item};
pub use order::checks;
pub use recorded::payment_recorded;
pub use setup::Setup;
pub use shift::shift;
pub use team::Team;

pub(super) use catalog::items;
pub(super) use decimal::Amounts;
pub(super) use order::{is_closed, is_left_out, is_sale, is_voided, of_transaction, sold};
pub(super) use paid::counts;
pub(super) use setup::LISTS;

use saffron_core::BusinessDate;

/// The version of this mapping, 0 to 15: a higher one replaces what a lower one sent of the same objects.
pub const MAPPING: u8 = 1;
/// The processor of Toast's card payments.
pub const PROCESSOR: &str = "Toast";
/// The source of its events.
pub const SOURCE: &str = "toast";

/// What is wrong with an object, and what to do.
type Why = String;

/// The GUID of another object.
fn id_of(reference: Option<&super::model::Reference>) -> Option<&str> {
    reference?.guid.as_deref().filter(|id| !id.is_empty())
}

/// The date of a number such as 20260718; none if there is no such date.
pub(super) fn date(number: Option<i64>) -> Option<BusinessDate> {
    let number = number.filter(|number| (10_000_101..=99_991_231).contains(number))?;
    let text = number.to_string();
    let (year, rest) = text.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    format!("{year}-{month}-{day}").parse().ok()
}
