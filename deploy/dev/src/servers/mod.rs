//! Postgres and NATS without Docker: their programs, and how they are set up and run.

pub mod nats;
pub mod packages;
pub mod postgres;
