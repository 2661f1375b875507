//! auth as a whole: in-process, through a real gRPC channel, on real Postgres and NATS.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod accounts;
mod guards;
mod housekeeping;
mod lifecycle;
mod locations;
mod secrecy;
mod signing_in;
mod world;
