//! From Square's objects to facts. Each rule says which of its traps it answers.

mod amount;
mod charge;
mod check;
mod guest;
mod item;
mod line;
mod menu;
mod order;
mod paid;
mod recorded;
mod refund;
mod sale;
mod shift;
mod team;

pub use check::checks;
pub use guest::{guest, merged_guests};
pub use item::items;
pub use menu::Menu;
pub use order::OrderAndMoney;
pub use recorded::{dispute_recorded, payment_recorded, payout_recorded};
pub use refund::checks_of;
pub use shift::{Hours, removed_shift, shift};
pub use team::Team;

use crate::Place;

/// The version of this mapping, 0 to 15: a higher one replaces what a lower one sent of the same objects.
pub const MAPPING: u8 = 1;
/// The processor of Square's payments.
pub const PROCESSOR: &str = "Square";
/// The source of its events.
pub const SOURCE: &str = "square";

/// What is wrong with an object, and what to do.
type Why = String;

/// Refuses an object of another location: Square's lists answer for the main location where none is named.
fn of_location(place: &Place, location: Option<&str>) -> Result<(), Why> {
    match location {
        Some(location) if location != place.location => {
            Err("belongs to another location of the seller: connect that one to see it".to_owned())
        }
        _ => Ok(()),
    }
}
