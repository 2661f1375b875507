//! auth as a whole: in-process, through a real gRPC channel, on real Postgres and NATS.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod describing;
mod guards;
mod housekeeping;
mod lifecycle;
mod linking;
mod login;
mod provisioning;
mod sessions;
mod sign_up;
mod world;
