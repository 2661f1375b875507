//! Calls of tills, POS vendors, POS systems, and the card and SMS providers.

pub mod changes;
pub mod connect;
pub mod events;
pub mod keys;
pub mod pos_webhook;
pub mod provision;
pub mod texts;
pub mod webhook;
