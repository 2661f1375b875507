//! What changes state: one use case a file, one transaction each.

mod month_rows;
mod partitions;
mod record;
mod restored;
mod upkeep;

pub use month_rows::write_closed_months;
pub use partitions::Partitions;
pub use record::{ChangedDays, Recorded, record};
pub use restored::restored;
pub use upkeep::{UPKEEP_EVERY, upkeep};
