//! The gRPC face: proto to domain and back, faults to statuses; and the other services that are asked.

mod asked;
mod list;
mod others;
mod service;
mod wire;

use std::sync::Arc;

use saffron_core::Error;
use saffron_kit::Fault;
use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE, to_status};
use saffron_proto::notifications::notifications_service_server::NotificationsServiceServer;
use saffron_proto::notifications::push_key_service_server::PushKeyServiceServer;
use tonic::Status;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

pub use others::Services;

use crate::app::App;

/// Who may call what.
pub struct Checks {
    /// People's calls.
    pub caller: CallerCheck,
    /// The gateways' calls.
    pub gateway: GatewayCheck,
}

/// All routes of this service.
pub fn routes(app: Arc<App>, checks: Checks) -> Routes {
    let key = PushKeyServiceServer::new(service::PushKey { app: app.clone() });
    let service = NotificationsServiceServer::new(service::Notifications { app })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(service, checks.caller))
        .add_service(InterceptedService::new(key, checks.gateway))
}

/// The answer to a call that is refused.
fn refused(error: Error) -> Status {
    to_status(Fault::Refused(error))
}
