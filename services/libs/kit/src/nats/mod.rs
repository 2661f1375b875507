//! NATS: subjects, streams, publishing, and the durable consumers.

pub mod backup;
mod client;
pub mod consume;
pub mod dlq;
pub mod heartbeat;
mod measured;
mod publish;
mod queue;
mod read;
mod sizes;
pub mod streams;
pub mod subject;

pub use client::{Nats, NatsConfig};
pub use consume::react;
pub use read::{live, watch};
