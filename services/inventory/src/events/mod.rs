//! What inventory reacts to.

mod facts;
mod people;

pub use facts::Recorder;
pub use people::People;
