//! The menu's types and rules: an item of the till and its owner, stock, sold-out marks, offers, pictures. No I/O.

mod audit_line;
mod edit;
mod item;
mod mark;
mod offer;
mod picture;
mod stock;
#[cfg(test)]
mod tests;
mod text;

pub use audit_line::{AuditLine, Field};
pub use edit::{Decision, ItemEdit, OfferEdit, OfferStep, TillChange, check_money, check_quantity};
pub use item::{DisplayName, Item, Own, Owned, TillFact, TillItem, no_such_item};
pub use mark::{Mark, MarkedBy, OwnMark, Word, mark_end, next_opening};
pub use offer::{CodeTerms, Offer, OfferState, PromoCode, Promotion};
pub use picture::{FRAME, ImageName, MAX_MEBIBYTES};
pub use stock::{Count, Level, SoldCheck, SoldLines, StockMovements, counted_since};
pub use text::{search_text, sort_name};
