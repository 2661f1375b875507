//! What customers reacts to.

mod facts;
mod messages;

pub use facts::Recorder;
pub use messages::Messages;
