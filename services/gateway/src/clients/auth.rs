//! auth, as the gateway calls it.

use std::time::Duration;

use futures::TryStreamExt as _;
use saffron_core::{Error, PosId};
use saffron_kit::config::{ConfigError, Env};
use saffron_kit::grpc::{MAX_MESSAGE, ServiceChannel, channel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth as proto;
use saffron_proto::auth::door_service_client::DoorServiceClient;
use saffron_proto::auth::location_service_client::LocationServiceClient;
use tonic::transport::Channel;

use super::{answers, of_token_call};

const URL: &str = "SAFFRON_GATEWAY_AUTH_URL";
/// A password is hashed within it, also when many sign in at once.
const DEADLINE: Duration = Duration::from_secs(10);

/// A connection to auth.
#[derive(Clone)]
pub struct Auth {
    channel: ServiceChannel,
    key: Secret,
}

/// What login answers.
pub struct LoggedIn {
    /// Who signed in.
    pub profile: proto::Profile,
    /// The secret.
    pub session_id: Secret,
    /// The public name of the session.
    pub handle: String,
}

impl Auth {
    /// A connection to where the configuration says that auth is.
    ///
    /// # Errors
    /// If the URL or the key is missing or cannot be read.
    pub fn from_env(env: &Env) -> Result<Auth, ConfigError> {
        let url: String = env.required(URL)?;
        Ok(Auth { channel: channel(URL, &url, DEADLINE)?, key: env.secret("SAFFRON_GATEWAY_KEY")? })
    }

    fn door(&self) -> DoorServiceClient<Channel> {
        DoorServiceClient::new(self.channel.channel.clone()).max_decoding_message_size(MAX_MESSAGE)
    }

    fn locations(&self) -> LocationServiceClient<Channel> {
        LocationServiceClient::new(self.channel.channel.clone())
    }

    /// Whether auth serves.
    pub async fn answers(&self) -> bool {
        answers(&self.channel).await
    }

    /// Makes an account; the same for a known and an unknown address.
    pub async fn sign_up(&self, request: proto::SignUpRequest) -> Result<(), Fault> {
        let request = self.channel.as_gateway(&self.key, request)?;
        self.door().sign_up(request).await.map_err(|e| from_status(&e))?;
        Ok(())
    }

    /// Starts a session.
    pub async fn login(&self, request: proto::LoginRequest) -> Result<LoggedIn, Fault> {
        let request = self.channel.as_gateway(&self.key, request)?;
        let answer = self.door().login(request).await.map_err(|e| from_status(&e))?.into_inner();
        Ok(LoggedIn {
            profile: answer.profile.unwrap_or_default(),
            session_id: Secret::new(answer.session_id),
            handle: answer.handle,
        })
    }

    /// Ends a session.
    pub async fn logout(&self, session_id: &Secret) -> Result<(), Fault> {
        let message = proto::LogoutRequest { session_id: session_id.expose().to_owned() };
        let request = self.channel.as_gateway(&self.key, message)?;
        self.door().logout(request).await.map_err(|e| from_status(&e))?;
        Ok(())
    }

    /// Whose session this is.
    pub async fn resolve_session(&self, session_id: &Secret) -> Result<proto::ResolveSessionResponse, Fault> {
        let message = proto::ResolveSessionRequest { session_id: session_id.expose().to_owned() };
        let request = self.channel.as_gateway(&self.key, message)?;
        Ok(self.door().resolve_session(request).await.map_err(|e| from_status(&e))?.into_inner())
    }

    /// Whose till this is.
    pub async fn resolve_ingest_key(&self, key: &Secret) -> Result<proto::ResolveIngestKeyResponse, Fault> {
        let message = proto::ResolveIngestKeyRequest { ingest_key: key.expose().to_owned() };
        let request = self.channel.as_gateway(&self.key, message)?;
        Ok(self.door().resolve_ingest_key(request).await.map_err(|e| from_status(&e))?.into_inner())
    }

    /// Registers a location for a POS vendor.
    pub async fn provision(
        &self,
        request: proto::ProvisionLocationRequest,
    ) -> Result<proto::ProvisionLocationResponse, Fault> {
        let request = self.channel.as_gateway(&self.key, request)?;
        Ok(self.door().provision_location(request).await.map_err(|e| from_status(&e))?.into_inner())
    }

    /// A person's locations, 2,000 at most.
    pub async fn list_locations(&self, token: &str) -> Result<Vec<proto::Location>, Fault> {
        let request = self.channel.as_caller(token, proto::ListLocationsRequest {})?;
        let collect = async {
            let answers = self.locations().list_locations(request).await?.into_inner();
            answers.try_filter_map(|answer| async { Ok(answer.location) }).try_collect().await
        };
        match tokio::time::timeout(DEADLINE, collect).await {
            Ok(list) => list.map_err(|e: tonic::Status| of_token_call(&e).into()),
            Err(_) => Err(Error::unavailable("The list took too long. Please try again.").into()),
        }
    }

    /// Links a location.
    pub async fn link_location(
        &self,
        token: &str,
        request: proto::LinkLocationRequest,
    ) -> Result<proto::Location, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.locations().link_location(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().location.unwrap_or_default())
    }

    /// Unlinks a location.
    pub async fn unlink_location(&self, token: &str, pos_id: &PosId) -> Result<(), Fault> {
        let message = proto::UnlinkLocationRequest { pos_id: pos_id.to_string() };
        let request = self.channel.as_caller(token, message)?;
        self.locations().unlink_location(request).await.map_err(|e| of_token_call(&e))?;
        Ok(())
    }

    /// Makes a link code.
    pub async fn create_link_code(
        &self,
        token: &str,
        pos_id: &PosId,
    ) -> Result<proto::CreateLinkCodeResponse, Fault> {
        let message = proto::CreateLinkCodeRequest { pos_id: pos_id.to_string() };
        let request = self.channel.as_caller(token, message)?;
        Ok(self.locations().create_link_code(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }
}
