//! Processes: who they are, starting them, ending them.

mod child;
mod identity;
mod tool;

pub use child::{Daemon, Running, stop};
pub use identity::Identity;
pub use tool::{Tool, tail};
