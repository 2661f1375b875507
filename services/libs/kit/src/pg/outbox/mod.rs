//! The outbox after the commit: the relay to NATS, and the events that NATS refused.

mod refused;
mod relay;

pub use refused::Refused;
pub use relay::run_relay;
