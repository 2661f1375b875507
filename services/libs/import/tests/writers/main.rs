//! Tests of the writers of random trade, which tests of the reader use.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "mod.rs"]
mod writers;

mod checks;
mod naive;
mod sums;
