//! The common ground of every service: configuration, telemetry, Postgres with outbox and inbox, NATS streams and
//! consumers, the mailer, uploaded pictures, the object store, calls to the outside, gRPC server and client, the signed token, health,
//! metrics and graceful shutdown.

pub mod config;
pub mod deadline;
mod fault;
pub mod grpc;
pub mod health;
pub mod https;
pub mod mail;
pub mod metrics;
pub mod nats;
pub mod objects;
pub mod pg;
pub mod picture;
pub mod service;
pub mod telemetry;
pub mod token;
mod worker;

pub use fault::Fault;
pub use saffron_core::Secret;
pub use tokio_util::sync::CancellationToken;
pub use worker::run_worker;
