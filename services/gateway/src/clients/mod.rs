//! The services behind the gateway, a file for each.

pub mod auth;
pub mod customers;
pub mod inventory;
pub mod list;
pub mod marketing;
pub mod notifications;
pub mod payments;
pub mod reports;

use std::time::Duration;

use saffron_core::{Code, Error};
use saffron_kit::deadline::deadline;
use saffron_kit::grpc::{ServiceChannel, from_status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// How long a health check may take.
const HEALTH_DEADLINE: Duration = Duration::from_secs(2);

/// Whether a service says that it serves.
async fn answers(channel: &ServiceChannel) -> bool {
    let mut client = HealthClient::new(channel.channel.clone());
    let check = client.check(HealthCheckRequest { service: String::new() });
    match tokio::time::timeout(deadline(HEALTH_DEADLINE), check).await {
        Ok(Ok(answer)) => answer.into_inner().status == i32::from(ServingStatus::Serving),
        _ => false,
    }
}

/// What a call with the signed token failed with. A service that does not take our token says nothing about
/// the caller's session, which must not end of it.
fn of_token_call(status: &tonic::Status) -> Error {
    let error = from_status(status);
    match error.code {
        Code::Unauthenticated => {
            tracing::error!(message = status.message(), "a service refused the signed token");
            Error::unavailable("A part of the system is not reachable. Please try again.")
        }
        _ => error,
    }
}
