//! The gRPC face: proto to domain and back, faults to statuses.

mod checks;
mod days;
mod reports;
mod service;
mod totals;

pub use service::{Checks, routes};

use saffron_core::Error;
use saffron_kit::Fault;
use saffron_kit::grpc::to_status;
use tonic::Status;

fn refused(error: Error) -> Status {
    to_status(Fault::Refused(error))
}
