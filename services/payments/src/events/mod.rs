//! Reactions to facts, and to events of other services.

mod accounts;
mod facts;

pub use accounts::Accounts;
pub use facts::Recorder;
