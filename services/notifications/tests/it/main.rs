//! notifications as a whole: in-process, on real Postgres and NATS, against the sandbox's push service and mail catcher.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

mod departures;
mod digest;
mod erased;
mod events;
mod guest_texts;
mod inbox;
mod other_services;
mod push;
mod replicas;
mod rules;
mod world;
