//! The gRPC face: proto to domain and back, faults to statuses.

mod checks;
mod daily;
mod hourly;
mod items;
mod service;

pub use service::routes;
