//! Durable consumers: the facts, partition by partition, and the events of other services.

mod facts;
mod isolated;
mod lane;
mod parts;
mod pull;
pub mod react;

pub use facts::consume_facts;
pub use lane::FactWorker;
