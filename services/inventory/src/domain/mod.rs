//! The menu's types and rules: two voices for each item, stock, sold-out marks, offers, pictures. No I/O.

mod audit;
mod edit;
mod item;
mod offer;
mod picture;
mod sold_out;
mod stock;
#[cfg(test)]
mod tests;
mod text;

pub use audit::{AuditLine, Field};
pub use edit::{Decide, ItemEdit, OfferEdit, OfferStep, Told, money, quantity};
pub use item::{DisplayName, Item, Own, Owned, TillItem, TillSays};
pub use offer::{Offer, OfferState, PromoCode, Promotion};
pub use picture::{FRAME, ImageName, MOST_MEBIBYTES};
pub use sold_out::{Mark, MarkEnd};
pub use stock::{Count, Level, Moves, SoldCheck, counted_since};
pub use text::{searched, sort_name};
