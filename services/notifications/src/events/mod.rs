//! What notifications reacts to.

mod facts;
mod news;
mod others;

pub use facts::Recorder;
pub use others::Listener;
