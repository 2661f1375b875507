//! Square's objects as facts. Each trap of its API is a test with the smallest JSON
//! that shows it; every event that is mapped goes through the real door, and every check balances unless its test says why not.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod catalog;
mod checks;
#[path = "../common/mod.rs"]
mod common;
mod door;
mod guests;
mod locations;
mod mangled;
mod money;
mod pairs;
mod refunds;
mod tenders;
mod timecards;
mod times;
mod trade;
