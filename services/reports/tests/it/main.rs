//! reports as a whole: in-process, on real Postgres and NATS.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

mod checks;
mod database;
mod days;
mod dead_letters;
mod found;
mod live;
mod open_shifts;
mod openings;
mod recomputation;
mod reports;
mod restamp;
mod sources;
mod wages;
mod world;
