//! The gRPC face: proto to domain and back, faults to statuses.

mod checks;
mod days;
mod reports;
mod service;
mod totals;

pub use service::{Checks, routes};
