//! POS systems: their objects, and what these are as facts. Nothing here has a database, and the mappings do no I/O: the same
//! objects give the same events.

mod door;
mod settings;
pub mod square;
mod text;
mod time;
mod unique;
mod unmapped;

pub use settings::{HundredthsOfPercent, Names, Place, Settings};
pub use unmapped::Unmapped;
