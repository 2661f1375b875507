//! The gRPC services: proto to domain and back; and the clients of other services.

mod clients;
mod communications;
mod messages;
mod service;

use std::sync::Arc;

use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE};
use saffron_proto::notifications::notifications_service_server::NotificationsServiceServer;
use saffron_proto::notifications::push_key_service_server::PushKeyServiceServer;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

pub use clients::Clients;

use crate::app::App;

/// All routes: people's calls and those of the gateways.
pub fn routes(app: Arc<App>, caller: CallerCheck, gateway: GatewayCheck) -> Routes {
    let key = PushKeyServiceServer::new(service::PushKey { app: app.clone() });
    let service = NotificationsServiceServer::new(service::Notifications { app })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(service, caller)).add_service(InterceptedService::new(key, gateway))
}
