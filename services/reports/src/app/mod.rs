//! What changes state: one use case a file, one transaction each.

mod fold;
mod record;
mod upkeep;

pub use fold::run_folding;
pub use record::{Recorded, record};
pub use upkeep::run_upkeep;
