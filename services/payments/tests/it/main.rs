//! payments as a whole: in-process, on real Postgres and NATS, against the sandbox card provider.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

mod accounts;
mod burst;
mod changes;
mod killed;
mod lists;
mod log;
mod mirror;
mod mismatches;
mod moved;
mod online;
mod overtaken;
mod shapes;
mod unexpected;
mod webhooks;
mod world;
mod year;
