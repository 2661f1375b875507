//! Shifts that are open, and wages that people enter.

mod open_shifts;
mod wages;

pub use open_shifts::*;
pub use wages::*;
