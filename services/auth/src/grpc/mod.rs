//! The contract of `saffron.auth.v1`: what comes in is handed to app and store, what goes out is written here.

mod account;
mod door;
mod locations;
mod people;

use std::sync::Arc;

use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE};
use saffron_proto::auth::account_service_server::AccountServiceServer;
use saffron_proto::auth::door_service_server::DoorServiceServer;
use saffron_proto::auth::location_service_server::LocationServiceServer;
use saffron_proto::auth::people_service_server::PeopleServiceServer;
use saffron_proto::auth::{self as wire};
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

use crate::app::App;
use crate::domain::{Location, Profile};
use account::Account;
use door::Door;
use locations::Locations;
use people::People;

/// Who may call.
pub struct Checks {
    /// What gateways and services prove themselves with.
    pub gateway: GatewayCheck,
    /// What a person's own calls carry.
    pub caller: CallerCheck,
}

/// All services, each behind its check.
pub fn routes(app: Arc<App>, checks: Checks) -> Routes {
    let door = DoorServiceServer::new(Door(app.clone())).max_encoding_message_size(MAX_MESSAGE);
    let locations = LocationServiceServer::new(Locations(app.clone())).max_encoding_message_size(MAX_MESSAGE);
    // A picture is one message.
    let account = AccountServiceServer::new(Account(app.clone())).max_decoding_message_size(MAX_MESSAGE);
    let people = PeopleServiceServer::new(People(app));
    Routes::new(InterceptedService::new(door, checks.gateway.clone()))
        .add_service(InterceptedService::new(people, checks.gateway))
        .add_service(InterceptedService::new(locations, checks.caller.clone()))
        .add_service(InterceptedService::new(account, checks.caller))
}

fn profile_to_wire(profile: Profile) -> wire::Profile {
    wire::Profile {
        user_id: profile.user_id.to_string(),
        email: profile.email,
        first_name: profile.first_name,
        last_name: profile.last_name,
        profile_description: profile.profile_description,
        profile_image: profile.profile_image,
        unique_code: profile.unique_code,
    }
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
