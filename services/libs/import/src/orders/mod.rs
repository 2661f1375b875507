//! Orders: the rows of one order, from one file or several of a set, as the checks that a till would have sent.

pub(crate) mod ids;
mod items;
mod order;
mod outcome;
mod payments;
mod refund;
mod row;
#[cfg(test)]
mod tests;
mod value;

pub use order::checks_of;
pub use outcome::{How, LeftOut, Made, NO_TENDER, Outcome};
pub use row::{Place, Row};
pub use value::{NetIs, Understood};
