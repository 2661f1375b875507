//! Hardships of the machines that Saffron runs on, each while tills post and an owner reads.
//! Needs the built programs: `cargo dev prove` runs them one by one.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

mod behind;
mod clock;
mod disk;
mod reader;
mod room;
mod setup;
mod sync;
mod trace;
