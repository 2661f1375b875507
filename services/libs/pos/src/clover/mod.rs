//! Clover: its objects, and what they are as facts. A merchant is one location.

mod adapter;
mod client;
mod joined;
mod location;
mod map;
pub mod model;
mod place;
mod reader;
mod totals;
mod write;

pub use adapter::Clover;
pub use location::offer;
pub use map::{
    Hours, MAPPING, Menu, PROCESSOR, SOURCE, Team, checks, guest, item, payment_recorded, removed_check,
    shift,
};
