//! marketing as a whole: in-process, on real Postgres and NATS, against the sandbox's mail catcher and SMS provider.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

mod codes;
mod consents;
mod fixtures;
mod guests;
mod messages;
mod outside;
mod sending;
mod world;
mod zones;
