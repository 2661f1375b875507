//! Reading streams without a durable consumer.

pub mod live;
mod past;
pub mod watch;
