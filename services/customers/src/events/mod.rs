//! Reactions to facts, and to events of other services.

mod facts;
mod messages;

pub use facts::Recorder;
pub use messages::Messages;
