//! The gRPC face: proto to domain and back, faults to statuses.

mod asked;
mod export;
mod lists;
mod public;
mod rewards;
mod service;
mod texts;
mod wire;

use std::sync::Arc;

use saffron_core::Error;
use saffron_kit::Fault;
use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE, to_status};
use saffron_proto::marketing::marketing_service_server::MarketingServiceServer;
use saffron_proto::marketing::public_service_server::PublicServiceServer;
use tonic::Status;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

pub use rewards::ask_reward;

use crate::app::App;

/// Who may call what.
pub struct Checks {
    /// The owners' calls.
    pub caller: CallerCheck,
    /// The gateways' calls.
    pub gateway: GatewayCheck,
}

/// All routes of this service.
pub fn routes(app: Arc<App>, checks: Checks) -> Routes {
    let marketing = MarketingServiceServer::new(service::Marketing { app: app.clone() })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let public = PublicServiceServer::new(public::Public { app }).max_decoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(marketing, checks.caller))
        .add_service(InterceptedService::new(public, checks.gateway))
}

/// The answer to a call that is refused.
fn refused(error: Error) -> Status {
    to_status(Fault::Refused(error))
}
