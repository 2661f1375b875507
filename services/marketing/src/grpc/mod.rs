//! The gRPC services: proto to domain and back.

mod answers;
mod customers;
mod export;
mod lists;
mod public;
mod requests;
mod service;

use std::sync::Arc;

use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE};
use saffron_kit::mirrored;
use saffron_proto::marketing as proto;
use saffron_proto::marketing::marketing_service_server::MarketingServiceServer;
use saffron_proto::marketing::public_service_server::PublicServiceServer;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

pub use customers::ask_reward;

use crate::app::App;
use crate::domain::{CampaignState, Change, Channel, Exclusion, Outcome};

mirrored!(Channel, proto::Channel: Email, Text);
mirrored!(CampaignState, proto::CampaignState: Sending, Paused, Stopped, Finished);
mirrored!(Change, proto::CampaignChange: Pause, Resume, Stop);
mirrored!(Outcome, proto::Outcome: Waiting, Sending, Sent, Failed, Excluded, Unknown);
mirrored!(
    Exclusion,
    proto::Exclusion: OptedOut, NoConsent, TooMany, NoAddress, Repeated, Erased, Stopped
);

/// The checks of callers.
pub struct Checks {
    /// For the calls of owners.
    pub caller: CallerCheck,
    /// For the calls of gateways.
    pub gateway: GatewayCheck,
}

/// All routes of this service.
pub fn routes(app: Arc<App>, checks: Checks) -> Routes {
    let marketing = MarketingServiceServer::new(service::Marketing { app: app.clone() })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let public = PublicServiceServer::new(public::Public { app }).max_decoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(marketing, checks.caller))
        .add_service(InterceptedService::new(public, checks.gateway))
}
