//! The gRPC face: proto to domain and back, faults to statuses.

mod accounts;
mod asked;
mod lists;
mod service;
mod webhooks;
mod wire;

use std::sync::Arc;

use saffron_core::Error;
use saffron_kit::Fault;
use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE, to_status};
use saffron_proto::payments::account_service_server::AccountServiceServer;
use saffron_proto::payments::payments_service_server::PaymentsServiceServer;
use saffron_proto::payments::webhook_service_server::WebhookServiceServer;
use tonic::Status;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

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
    let payments = PaymentsServiceServer::new(service::Payments { app: app.clone() })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let accounts = AccountServiceServer::new(accounts::Accounts { app: app.clone() });
    let webhooks =
        WebhookServiceServer::new(webhooks::Webhooks { app }).max_decoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(payments, checks.caller))
        .add_service(InterceptedService::new(accounts, checks.gateway.clone()))
        .add_service(InterceptedService::new(webhooks, checks.gateway))
}

/// The answer to a call that is refused.
fn refused(error: Error) -> Status {
    to_status(Fault::Refused(error))
}
