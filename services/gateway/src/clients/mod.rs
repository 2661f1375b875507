//! The services behind the gateway. The type of a request names its call ([`Call`]).

mod list;

pub use list::Rows;

use std::time::Duration;

use saffron_core::{Code, Error};
use saffron_kit::config::{ConfigError, Env};
use saffron_kit::deadline::deadline;
use saffron_kit::grpc::{ServiceChannel, channel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::{Call, Service, StreamedCall};
use tonic::Status;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// How long a health check may take.
const HEALTH_DEADLINE: Duration = Duration::from_secs(2);

/// Connections to every service.
#[derive(Clone)]
pub struct Services {
    channels: Vec<(Service, ServiceChannel)>,
    /// Authenticates the gateway to the services.
    key: Secret,
}

impl Services {
    /// From `SAFFRON_GATEWAY_KEY`, and `SAFFRON_GATEWAY_<SERVICE>_URL` of each service.
    pub fn from_env(env: &Env) -> Result<Services, ConfigError> {
        let connect = |service: Service| {
            let name = format!("SAFFRON_GATEWAY_{}_URL", service.name().to_uppercase());
            let url: String = env.required(&name)?;
            Ok((service, channel(&name, &url, longest_call(service))?))
        };
        let channels = Service::ALL.into_iter().map(connect).collect::<Result<_, ConfigError>>()?;
        Ok(Services { channels, key: env.secret("SAFFRON_GATEWAY_KEY")? })
    }

    fn channel(&self, service: Service) -> Result<&ServiceChannel, Fault> {
        let found = self.channels.iter().find(|(known, _)| *known == service).map(|(_, channel)| channel);
        found.ok_or_else(|| Fault::Permanent(format!("{} is not connected", service.name())))
    }

    /// Makes a call for a signed-in person.
    pub async fn call<C: Call>(&self, token: &str, request: C) -> Result<C::Answer, Fault> {
        let channel = self.channel(C::SERVICE)?;
        let request = channel.as_caller(token, request)?;
        Ok(channel.call(request).await.map_err(|e| token_call_error(&e))?)
    }

    /// Makes a call of the gateway itself.
    pub async fn call_as_gateway<C: Call>(&self, request: C) -> Result<C::Answer, Fault> {
        let channel = self.channel(C::SERVICE)?;
        let request = channel.as_gateway(&self.key, request)?;
        Ok(channel.call(request).await.map_err(|e| from_status(&e))?)
    }

    /// Requests a list for a signed-in person.
    pub async fn list<C: StreamedCall>(&self, token: &str, request: C) -> Result<Rows<C::Answer>, Fault> {
        let channel = self.channel(C::SERVICE)?;
        let request = channel.as_caller(token, request)?;
        Ok(Rows::of(channel.stream(request).await.map_err(|e| token_call_error(&e))?))
    }

    /// All messages of a list whose length its service limits.
    pub async fn collect<C: StreamedCall>(&self, token: &str, request: C) -> Result<Vec<C::Answer>, Fault> {
        let channel = self.channel(C::SERVICE)?;
        let request = channel.as_caller(token, request)?;
        let read = async {
            let (mut messages, mut stream) = (Vec::new(), channel.stream(request).await?);
            while let Some(message) = stream.message().await? {
                messages.push(message);
            }
            Ok(messages)
        };
        match tokio::time::timeout(channel.longest(), read).await {
            Ok(read) => read.map_err(|e: Status| token_call_error(&e).into()),
            Err(_) => Err(too_slow().into()),
        }
    }

    /// The services that are not serving.
    pub async fn not_serving(&self) -> Vec<&'static str> {
        let checks = self
            .channels
            .iter()
            .map(|(service, channel)| async { (!serves(channel).await).then_some(service.name()) });
        futures::future::join_all(checks).await.into_iter().flatten().collect()
    }
}

/// How long a call may take: auth hashes a password, marketing stores a campaign, payments may call the card provider, and
/// inventory encodes a picture within the usual time.
const fn longest_call(service: Service) -> Duration {
    match service {
        Service::Auth => Duration::from_secs(10),
        Service::Marketing | Service::Payments => Duration::from_secs(25),
        _ => Duration::from_secs(20),
    }
}

async fn serves(channel: &ServiceChannel) -> bool {
    let mut client = HealthClient::new(channel.channel.clone());
    let check = client.check(HealthCheckRequest { service: String::new() });
    match tokio::time::timeout(deadline(HEALTH_DEADLINE), check).await {
        Ok(Ok(answer)) => answer.into_inner().status == i32::from(ServingStatus::Serving),
        _ => false,
    }
}

fn too_slow() -> Error {
    Error::unavailable("The list took too long. Please try again, or ask for less.")
}

/// The error of a call with the signed token. A service that refuses the token says nothing about the caller's session, which
/// has to survive.
fn token_call_error(status: &Status) -> Error {
    let error = from_status(status);
    match error.code {
        Code::Unauthenticated => {
            tracing::error!(message = status.message(), "a service refused the signed token");
            Error::unavailable("A part of the system is not reachable. Please try again.")
        }
        _ => error,
    }
}
