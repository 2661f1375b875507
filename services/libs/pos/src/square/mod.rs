//! Square: its objects, and what they are as facts.

mod adapter;
mod client;
mod joined;
mod labor;
mod location;
mod map;
pub mod model;
mod reader;
mod scopes;
mod totals;
mod webhook;
mod write;

pub use crate::Application;
pub use adapter::Square;
pub use location::offer;
pub use map::{
    Hours, MAPPING, Menu, OrderAndMoney, PROCESSOR, SOURCE, Team, checks, checks_of, dispute_recorded, guest,
    items, merged_guests, payment_recorded, payout_recorded, removed_shift, shift,
};
pub use scopes::SCOPES;
pub use webhook::{hint, is_signed};
