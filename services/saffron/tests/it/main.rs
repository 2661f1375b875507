//! Saffron as a whole, through its HTTP door: all services in this process, on real Postgres and NATS.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod account;
mod answers;
mod attack;
mod binary;
mod customers;
mod dlq;
mod document;
mod erasure;
mod errors;
mod events;
mod facts;
mod figures;
mod headers;
mod ingest;
mod limits;
mod listener;
mod marketing;
mod menu;
mod metrics;
mod migrations;
mod notifications;
mod path;
mod payments;
mod people;
mod post;
mod reflection;
mod reports;
mod sessions;
mod shared_addresses;
mod stream;
mod traces;
mod web;
mod world;
