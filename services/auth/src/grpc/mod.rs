//! The gRPC services of `saffron.auth.v1`: proto to domain and back.

mod account;
mod ingest_keys;
mod locations;
mod people;
mod samples;
mod sessions;

use std::sync::Arc;

use futures::stream::{self, StreamExt as _};
use saffron_kit::grpc::{Answer, CallerCheck, GatewayCheck, MAX_MESSAGE, Messages, answer};
use saffron_proto::auth as proto;
use saffron_proto::auth::account_service_server::AccountServiceServer;
use saffron_proto::auth::door_service_server::DoorServiceServer;
use saffron_proto::auth::location_service_server::LocationServiceServer;
use saffron_proto::auth::people_service_server::PeopleServiceServer;
use saffron_proto::auth::sample_service_server::SampleServiceServer;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

use crate::app::App;
use crate::domain::{Location, Profile};
use account::Account;
use locations::Locations;
use people::People;
use samples::Samples;
use sessions::Sessions;

/// The checks that calls have to pass.
pub struct Checks {
    /// For calls of gateways and services.
    pub gateway: GatewayCheck,
    /// For calls of signed-in people.
    pub caller: CallerCheck,
}

/// All services, each behind its check.
pub fn routes(app: Arc<App>, checks: Checks) -> Routes {
    let sessions = DoorServiceServer::new(Sessions(app.clone())).max_encoding_message_size(MAX_MESSAGE);
    let locations = LocationServiceServer::new(Locations(app.clone())).max_encoding_message_size(MAX_MESSAGE);
    // A picture is one message.
    let account = AccountServiceServer::new(Account(app.clone())).max_decoding_message_size(MAX_MESSAGE);
    let people = PeopleServiceServer::new(People(app.clone()));
    let samples = SampleServiceServer::new(Samples(app));
    Routes::new(InterceptedService::new(sessions, checks.gateway.clone()))
        .add_service(InterceptedService::new(people, checks.gateway.clone()))
        .add_service(InterceptedService::new(samples, checks.gateway))
        .add_service(InterceptedService::new(locations, checks.caller.clone()))
        .add_service(InterceptedService::new(account, checks.caller))
}

/// Streams a short list that was read at once, so that a slow reader takes no database connection.
fn list<T: Send + 'static>(messages: impl Iterator<Item = T>) -> Answer<Messages<T>> {
    let messages: Vec<_> = messages.map(Ok).collect();
    answer(stream::iter(messages).boxed())
}

fn profile(profile: Profile) -> proto::Profile {
    proto::Profile {
        user_id: profile.user_id.to_string(),
        email: profile.email,
        first_name: profile.first_name,
        last_name: profile.last_name,
        profile_description: profile.profile_description,
        profile_image: profile.profile_image,
        unique_code: profile.unique_code,
        phone: profile.phone,
    }
}

fn location(location: Location) -> proto::Location {
    proto::Location {
        pos_id: location.pos_id.into(),
        name: location.name,
        website: location.website,
        time_zone: location.time_zone.into(),
        postal_address: location.postal_address,
        phone: location.phone,
        day_starts: location.day_starts.to_string(),
    }
}
