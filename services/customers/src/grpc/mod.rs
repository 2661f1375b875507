//! The gRPC calls: proto to domain and back.

mod answers;
mod export;
mod lists;
mod percent;
mod requests;
mod reward_messages;
mod service;

use std::sync::Arc;

use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE};
use saffron_proto::customers::customers_service_server::CustomersServiceServer;
use saffron_proto::customers::reward_messages_service_server::RewardMessagesServiceServer;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

use crate::app::App;

/// The checks of callers.
pub struct Checks {
    /// Of owners.
    pub caller: CallerCheck,
    /// Of marketing.
    pub gateway: GatewayCheck,
}

/// All routes of this service.
pub fn routes(app: Arc<App>, checks: Checks) -> Routes {
    let customers = CustomersServiceServer::new(service::Customers { app: app.clone() })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let messages = RewardMessagesServiceServer::new(reward_messages::Messages { app });
    Routes::new(InterceptedService::new(customers, checks.caller))
        .add_service(InterceptedService::new(messages, checks.gateway))
}
