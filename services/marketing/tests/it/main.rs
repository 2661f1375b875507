//! marketing as a whole: in-process, on real Postgres and NATS, against the sandbox's mail catcher and SMS provider.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

mod codes;
mod consent;
mod email;
mod erasure;
mod export;
mod fixtures;
mod guest_texts;
mod killed;
mod markup;
mod opt_out;
mod outside;
mod people;
mod refused;
mod restored;
mod rewards;
mod set_aside;
mod texts;
mod tries;
mod workers;
mod world;
mod zones;
