//! What changes state: one use case a file, one transaction each.

mod fold;
mod months;
mod record;
mod restored;
mod upkeep;

pub use fold::fold_closed_months;
pub use months::Months;
pub use record::{Recorded, Touched, record};
pub use restored::restored;
pub use upkeep::{UPKEEP_EVERY, upkeep};
