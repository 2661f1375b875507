//! The machine and the processes on it, and what they did.

pub mod database;
pub mod explain;
pub mod memory;
pub mod meter;

pub use meter::{Meter, line, memories, memory as memory_of};
