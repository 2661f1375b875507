//! Orders: the rows of one order, from one file or several of a set, as the checks that a till would have sent.

mod ids;
mod items;
mod order;
mod payments;
mod refund;
mod row;
#[cfg(test)]
mod tests;
mod value;

pub use order::{How, LeftOut, Made, NO_TENDER, Outcome, checks_of};
pub use row::{Place, Row};
pub use value::{NetIs, Understood};
