//! Reactions to facts, and `report.changed`.

mod facts;
mod notify;
mod totals;

pub use facts::Recorder;
pub use notify::{Notifier, run_notifier};
