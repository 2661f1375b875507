//! Reactions to facts and to events of other services, and `report.changed`.

mod listener;
mod notifier;
mod recorder;

pub use listener::Listener;
pub use notifier::{Notifier, run_notifier};
pub use recorder::Recorder;
