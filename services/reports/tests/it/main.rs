//! reports as a whole: in-process, on real Postgres and NATS.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

mod checks;
mod days;
mod dead_letters;
mod growth;
mod live;
mod meter;
mod months;
mod open_shifts;
mod plain;
mod reports;
mod rollups;
mod schema;
mod statements;
mod streams;
mod versions;
mod world;
