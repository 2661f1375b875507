//! The gRPC face: proto to domain and back, faults to statuses.

mod checks;
mod reports;
mod service;

pub use service::routes;
