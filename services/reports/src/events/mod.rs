//! What reports reacts to, and what it publishes.

mod facts;
mod notify;
mod totals;

pub use facts::Recorder;
pub use notify::{Notifier, run_notifier};
