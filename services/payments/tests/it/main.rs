//! payments as a whole: in-process, on real Postgres and NATS, against the sandbox card provider.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

mod found;
mod lists;
mod locations;
mod log;
mod mismatches;
mod online;
mod provider;
mod recorded;
mod reviews;
mod world;
mod year;
