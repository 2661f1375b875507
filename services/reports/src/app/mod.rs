//! What changes state: one use case a file, one transaction each.

mod month_rows;
mod partitions;
mod record;
mod restamp;
mod restored;
mod upkeep;
mod wages;

pub use month_rows::*;
pub use partitions::*;
pub use record::*;
pub use restamp::*;
pub use restored::*;
pub use upkeep::*;
pub use wages::*;
