//! The contract of `saffron.auth.v1`: what comes in is handed to app and store, what goes out is written here.

mod door;
mod locations;

use std::sync::Arc;

use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE};
use saffron_proto::auth::door_service_server::DoorServiceServer;
use saffron_proto::auth::location_service_server::LocationServiceServer;
use saffron_proto::auth::{self as wire};
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

use crate::app::App;
use crate::domain::Location;
use door::Door;
use locations::Locations;

/// Who may call.
pub struct Checks {
    /// What the door asks for.
    pub gateway: GatewayCheck,
    /// What a person's locations ask for.
    pub caller: CallerCheck,
}

/// Both services, each behind its check.
pub fn routes(app: Arc<App>, checks: Checks) -> Routes {
    let door = DoorServiceServer::new(Door(app.clone())).max_encoding_message_size(MAX_MESSAGE);
    let locations = LocationServiceServer::new(Locations(app)).max_encoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(door, checks.gateway))
        .add_service(InterceptedService::new(locations, checks.caller))
}

fn to_wire(location: Location) -> wire::Location {
    wire::Location {
        pos_id: location.pos_id.into(),
        name: location.name,
        website: location.website,
        time_zone: location.time_zone.into(),
        postal_address: location.postal_address,
        phone: location.phone,
    }
}
