//! What others publish, and what is done about it.

mod accounts;
mod facts;

pub use accounts::Accounts;
pub use facts::Recorder;
