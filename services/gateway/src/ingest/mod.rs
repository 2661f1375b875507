//! The doors for tills and for POS vendors.

pub mod changes;
pub mod events;
pub mod keys;
pub mod provision;
