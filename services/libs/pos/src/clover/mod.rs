//! Clover: its objects, and what they are as facts. A merchant is one location.

mod location;
mod map;
pub mod model;

pub use location::offer;
pub use map::{
    Hours, MAPPING, Menu, PROCESSOR, SOURCE, Team, checks, guest, item, payment_recorded, removed_check,
    shift,
};
