//! NATS: where what goes, the streams, and the consumers that work them.

pub mod backup;
mod client;
pub mod consume;
pub mod dlq;
pub mod heartbeat;
mod isolated;
mod lane;
pub mod live;
mod measured;
mod parts;
mod past;
mod publish;
mod pull;
mod queue;
pub mod react;
mod sizes;
pub mod streams;
pub mod subject;
pub mod watch;

pub use client::{Nats, NatsConfig};
