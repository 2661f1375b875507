//! Orders as checks.

mod back;
mod charge;
mod check;
mod mapped;
mod piece;
mod sale;
mod tax;

pub use check::checks;

pub(crate) use mapped::{is_closed, is_left_out, is_voided};
pub(crate) use piece::{is_sale, of_transaction, sold};
