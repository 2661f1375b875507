//! Square: its objects, and what they are as facts.

mod location;
mod map;
pub mod model;

pub use location::{Offer, offer};
pub use map::{
    Hours, MAPPING, Menu, OrderAndMoney, PROCESSOR, SOURCE, Team, checks, dispute_recorded, guest, items,
    merged_guests, payment_recorded, payout_recorded, removed_shift, shift,
};
