//! What comes in from tills, POS vendors, and the providers of cards and texts.

pub mod changes;
pub mod events;
pub mod keys;
pub mod provision;
pub mod texts;
pub mod webhook;
