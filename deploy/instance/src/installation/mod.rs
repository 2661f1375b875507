//! Running servers and services: those of the launcher, and those that a test starts and stops itself.

mod base;
mod instance;
mod launched;
mod memory;

pub use base::Base;
pub use instance::{Instance, Settings};
pub use launched::{Launched, finish, kill, unlimited_rates};
pub use memory::{Memory, MemoryUse};
