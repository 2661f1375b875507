//! Durable consumers: the facts, partition by partition, and the events of other services.

mod facts;
mod pull;
pub mod react;

pub use facts::{FactWorker, consume_facts};
