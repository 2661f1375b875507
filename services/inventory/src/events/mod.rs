//! Reactions to facts, and to the erasure of people.

mod facts;
mod people;

pub use facts::Recorder;
pub use people::People;
