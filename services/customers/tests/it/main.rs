//! customers as a whole: in-process, on real Postgres and NATS.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

mod erasure;
mod expiry;
mod facts;
mod histories;
mod list;
mod merges;
mod messages;
mod percent;
mod plain;
mod refunds;
mod rewards;
mod twins;
mod world;
mod zones;
