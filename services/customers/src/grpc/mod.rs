//! The gRPC face: proto to domain and back, faults to statuses.

mod asked;
mod export;
mod lists;
mod percent;
mod service;
mod wire;

pub use service::routes;
