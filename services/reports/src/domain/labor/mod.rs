//! Pay and time of shifts.

mod open;
pub mod quarters;
mod wage;

pub use open::{LONGEST_SHIFT_SECONDS, OpenShifts, last_minute};
pub use wage::{WageOf, Wages, waged};
