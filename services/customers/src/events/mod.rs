//! What customers reacts to.

mod facts;

pub use facts::Recorder;
