//! The gRPC calls: proto to domain and back.

mod answers;
mod gateways;
mod lists;
mod requests;
mod service;

use std::sync::Arc;

use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE};
use saffron_proto::payments::account_service_server::AccountServiceServer;
use saffron_proto::payments::payments_service_server::PaymentsServiceServer;
use saffron_proto::payments::webhook_service_server::WebhookServiceServer;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

use crate::app::App;

/// The checks of callers.
pub struct Checks {
    /// Of owners.
    pub caller: CallerCheck,
    /// Of gateways.
    pub gateway: GatewayCheck,
}

/// All routes of this service.
pub fn routes(app: Arc<App>, checks: Checks) -> Routes {
    let payments = PaymentsServiceServer::new(service::Payments { app: app.clone() })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let accounts = AccountServiceServer::new(gateways::Gateways { app: app.clone() });
    let webhooks =
        WebhookServiceServer::new(gateways::Gateways { app }).max_decoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(payments, checks.caller))
        .add_service(InterceptedService::new(accounts, checks.gateway.clone()))
        .add_service(InterceptedService::new(webhooks, checks.gateway))
}
