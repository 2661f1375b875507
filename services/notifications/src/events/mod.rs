//! What notifications reacts to.

mod facts;
mod others;

pub use facts::Recorder;
pub use others::Listener;
