//! Saffron as a whole, through its HTTP API: all services in this process, on real Postgres and NATS.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod attack;
mod connections;
mod domains;
mod facts;
mod http;
mod imports;
mod listener;
mod operations;
mod path;
mod post;
mod world;
