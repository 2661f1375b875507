//! The card accounts and time zones of locations.

mod accounts;
mod moved;
