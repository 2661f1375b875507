//! Orders as checks.

mod back;
mod check;
mod line;
mod mapped;
mod price;
mod priced;
mod sale;
mod tax;

pub use check::{checks, last_change, removed_check};
