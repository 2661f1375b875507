//! What changes state: one use case a file, one transaction each.

mod record;
mod upkeep;

pub use record::{Recorded, record};
pub use upkeep::run_upkeep;
