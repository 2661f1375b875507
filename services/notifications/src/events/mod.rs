//! Reactions to facts and to the events of other services.

mod facts;
mod happenings;
mod listener;

pub use facts::Recorder;
pub use listener::Listener;
