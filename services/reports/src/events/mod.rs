//! Reactions to facts, and `report.changed`.

mod facts;
mod notify;

pub use facts::Recorder;
pub use notify::{Notifier, run_notifier};
