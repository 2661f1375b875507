//! NATS: where what goes, the streams, and the consumers that work them.

mod apart;
pub mod backup;
mod client;
pub mod consume;
pub mod dlq;
pub mod heartbeat;
pub mod live;
mod measured;
mod parts;
mod past;
mod publish;
mod pull;
pub mod react;
pub mod streams;
pub mod subject;
pub mod watch;

pub use client::{Nats, NatsConfig};
