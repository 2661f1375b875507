//! What inventory reacts to.

mod facts;

pub use facts::Recorder;
