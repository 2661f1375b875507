//! POS systems: their objects, and what these are as facts. Nothing here has a database, and the mappings do no I/O: the same
//! objects give the same events.
//!
//! An [`adapter::Adapter`] offers the locations of an account, and reads one: when it is read, and what becomes of it, is its
//! caller's.

pub mod adapter;
mod amount;
pub mod clover;
mod door;
pub mod http;
mod kind;
mod location;
mod part;
pub mod proof;
mod read;
mod rows;
mod settings;
pub mod square;
mod text;
mod time;
pub mod toast;
mod unique;
mod unmapped;

pub use adapter::Application;
pub use http::PosError;
pub use settings::{HundredthsOfPercent, Names, Place, Settings};
pub use unmapped::Unmapped;
