//! Toast: its objects, and what they are as facts. A restaurant is one location.

mod adapter;
mod client;
mod location;
mod map;
pub mod model;
mod place;
mod reader;
mod shelf;
mod tokens;
mod totals;

pub use adapter::Toast;
pub use location::offer;
pub use map::{
    Catalog, MAPPING, PROCESSOR, SOURCE, Setup, Team, checks, guest, item, payment_recorded, removed_item,
    shift,
};
