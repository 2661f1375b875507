//! What is sent to the measured system, and to those beside it.

pub mod facts;
mod full;
pub mod insert;
pub mod nchan;
pub mod people;
pub mod pgbench;
pub mod requests;
pub mod roster;
pub mod streams;
