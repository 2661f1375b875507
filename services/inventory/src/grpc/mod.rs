//! The gRPC face: proto to domain and back, faults to statuses.

mod counter;
mod edits;
mod items;
mod promotions;
mod service;
mod update;

use std::sync::Arc;

use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::{Caller, CallerCheck, GatewayCheck, MAX_MESSAGE, to_status};
use saffron_proto::inventory::counter_service_server::CounterServiceServer;
use saffron_proto::inventory::inventory_service_server::InventoryServiceServer;
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
    let inventory = InventoryServiceServer::new(service::Inventory { app: app.clone() })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let counter = CounterServiceServer::new(counter::Counter { app }).max_encoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(inventory, checks.caller))
        .add_service(InterceptedService::new(counter, checks.gateway))
}

/// The answer to a call that is refused.
fn refused(error: Error) -> Status {
    to_status(Fault::Refused(error))
}

/// The one location of a call: the one it names, or the caller's only one.
fn one_location(caller: &Caller, pos_id: &str, which: &'static str) -> Result<PosId, Error> {
    if pos_id.is_empty() {
        let mut mine = caller.locations.keys();
        return match (mine.next(), mine.next()) {
            (Some(only), None) => Ok(only.clone()),
            _ => Err(Error::invalid("posID", which)),
        };
    }
    let pos_id = pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
    caller.zone(&pos_id)?;
    Ok(pos_id)
}
