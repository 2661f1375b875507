//! The gRPC services: proto to domain and back.

mod counter;
mod edits;
mod items;
mod promotions;
mod requests;
mod service;

use std::sync::Arc;

use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE};
use saffron_proto::inventory::counter_service_server::CounterServiceServer;
use saffron_proto::inventory::inventory_service_server::InventoryServiceServer;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

use crate::app::App;

/// All routes: owners' calls and those of the gateways.
pub fn routes(app: Arc<App>, caller: CallerCheck, gateway: GatewayCheck) -> Routes {
    let inventory = InventoryServiceServer::new(service::Inventory { app: app.clone() })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let counter = CounterServiceServer::new(counter::Counter { app }).max_encoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(inventory, caller))
        .add_service(InterceptedService::new(counter, gateway))
}
