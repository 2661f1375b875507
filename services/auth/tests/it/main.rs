//! auth as a whole: in-process, through a real gRPC channel, on real Postgres and NATS.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod card_accounts;
mod change_password;
mod confirming;
mod describing;
mod devices;
mod erasing;
mod guards;
mod housekeeping;
mod lifecycle;
mod linking;
mod login;
mod own_sessions;
mod people;
mod profile;
mod provisioning;
mod reset_password;
mod secrecy;
mod sessions;
mod sign_up;
mod world;
