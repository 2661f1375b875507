//! Toast's objects as facts. Each trap of its API is a test with the smallest JSON that shows it; every event that is mapped goes
//! through the real door, and every closed check balances unless its test says why not.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod checks;
#[path = "../common/mod.rs"]
mod common;
mod door;
mod locations;
mod mangled;
mod menus;
mod orders;
mod people;
mod recorded;
mod refunds;
mod selections;
mod tenders;
mod trade;
