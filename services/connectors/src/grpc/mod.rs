//! The gRPC service: proto to domain and back.

mod clients;
mod connection_lists;
mod connection_messages;
mod connections;
mod list_messages;
mod lists;
mod messages;
mod proofs;
mod requests;
mod service;
mod webhooks;

use std::sync::Arc;

use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE};
use saffron_proto::connectors::connection_service_server::ConnectionServiceServer;
use saffron_proto::connectors::connectors_service_server::ConnectorsServiceServer;
use saffron_proto::connectors::pos_webhook_service_server::PosWebhookServiceServer;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

use crate::app::App;

pub use clients::Clients;

/// All routes.
pub fn routes(app: Arc<App>, caller: CallerCheck, gateway: GatewayCheck) -> Routes {
    let connectors = ConnectorsServiceServer::new(service::Connectors { app: Arc::clone(&app) })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let connections = ConnectionServiceServer::new(connections::Connections { app: Arc::clone(&app) })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let webhooks =
        PosWebhookServiceServer::new(webhooks::Webhooks { app }).max_decoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(connectors, caller.clone()))
        .add_service(InterceptedService::new(connections, caller))
        .add_service(InterceptedService::new(webhooks, gateway))
}
