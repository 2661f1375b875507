//! Processes: their identity, starting and ending them.

mod child;
mod identity;
mod tool;

pub use child::{Daemon, Running, stop};
pub use identity::Identity;
pub use tool::{Tool, tail};
