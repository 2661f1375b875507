//! auth, as the gateway calls it.

use std::time::Duration;

use futures::TryStreamExt as _;
use saffron_core::{Error, PosId};
use saffron_kit::config::{ConfigError, Env};
use saffron_kit::deadline::deadline;
use saffron_kit::grpc::{Channel, MAX_MESSAGE, ServiceChannel, channel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth as proto;
use saffron_proto::auth::account_service_client::AccountServiceClient;
use saffron_proto::auth::door_service_client::DoorServiceClient;
use saffron_proto::auth::location_service_client::LocationServiceClient;

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
    /// By which the device is known from now on, if that was asked for.
    pub device_token: Option<Secret>,
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

    fn account(&self) -> AccountServiceClient<Channel> {
        AccountServiceClient::new(self.channel.channel.clone()).max_encoding_message_size(MAX_MESSAGE)
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
            device_token: Some(answer.device_token).filter(|text| !text.is_empty()).map(Secret::new),
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
        match tokio::time::timeout(deadline(DEADLINE), collect).await {
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

    /// Makes the account of a sign-up by its mailed link and its password.
    pub async fn confirm_sign_up(&self, request: proto::ConfirmSignUpRequest) -> Result<(), Fault> {
        let request = self.channel.as_gateway(&self.key, request)?;
        self.door().confirm_sign_up(request).await.map_err(|e| from_status(&e))?;
        Ok(())
    }

    /// Mails a link to set another password; the same for a known and an unknown address.
    pub async fn request_reset(&self, request: proto::RequestResetRequest) -> Result<(), Fault> {
        let request = self.channel.as_gateway(&self.key, request)?;
        self.door().request_reset(request).await.map_err(|e| from_status(&e))?;
        Ok(())
    }

    /// Sets another password by a mailed link; the handles of the sessions that ended, and the device's token.
    pub async fn reset_password(
        &self,
        request: proto::ResetPasswordRequest,
    ) -> Result<proto::ResetPasswordResponse, Fault> {
        let request = self.channel.as_gateway(&self.key, request)?;
        Ok(self.door().reset_password(request).await.map_err(|e| from_status(&e))?.into_inner())
    }

    /// A person's picture.
    pub async fn picture(&self, name: String) -> Result<proto::GetPictureResponse, Fault> {
        let request = self.channel.as_gateway(&self.key, proto::GetPictureRequest { name })?;
        Ok(self.door().get_picture(request).await.map_err(|e| from_status(&e))?.into_inner())
    }

    /// Who the caller is.
    pub async fn profile(&self, token: &str) -> Result<proto::Profile, Fault> {
        let request = self.channel.as_caller(token, proto::GetProfileRequest {})?;
        let answer = self.account().get_profile(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().profile.unwrap_or_default())
    }

    /// Changes what the caller says of themselves.
    pub async fn update_profile(
        &self,
        token: &str,
        request: proto::UpdateProfileRequest,
    ) -> Result<proto::Profile, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.account().update_profile(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().profile.unwrap_or_default())
    }

    /// Keeps the caller's picture.
    pub async fn upload_picture(&self, token: &str, image: Vec<u8>) -> Result<proto::Profile, Fault> {
        let request = self.channel.as_caller(token, proto::UploadPictureRequest { image })?;
        let answer = self.account().upload_picture(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().profile.unwrap_or_default())
    }

    /// Removes the caller's picture.
    pub async fn remove_picture(&self, token: &str) -> Result<proto::Profile, Fault> {
        let request = self.channel.as_caller(token, proto::RemovePictureRequest {})?;
        let answer = self.account().remove_picture(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().profile.unwrap_or_default())
    }

    /// Sets another password; the handles of the sessions that ended.
    pub async fn change_password(
        &self,
        token: &str,
        request: proto::ChangePasswordRequest,
    ) -> Result<Vec<String>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.account().change_password(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().ended)
    }

    /// The caller's sessions, newest first, 500 at most.
    pub async fn list_sessions(&self, token: &str) -> Result<Vec<proto::Session>, Fault> {
        let request = self.channel.as_caller(token, proto::ListSessionsRequest {})?;
        let collect = async {
            let answers = self.account().list_sessions(request).await?.into_inner();
            answers.try_filter_map(|answer| async { Ok(answer.session) }).try_collect().await
        };
        match tokio::time::timeout(deadline(DEADLINE), collect).await {
            Ok(list) => list.map_err(|e: tonic::Status| of_token_call(&e).into()),
            Err(_) => Err(Error::unavailable("The list took too long. Please try again.").into()),
        }
    }

    /// Ends one of the caller's sessions; its handle.
    pub async fn end_session(&self, token: &str, handle: String) -> Result<Vec<String>, Fault> {
        let request = self.channel.as_caller(token, proto::EndSessionRequest { handle })?;
        let answer = self.account().end_session(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().ended)
    }

    /// Ends the caller's sessions but the one with this handle; the handles of those that ended.
    pub async fn end_other_sessions(&self, token: &str, handle: String) -> Result<Vec<String>, Fault> {
        let request = self.channel.as_caller(token, proto::EndOtherSessionsRequest { handle })?;
        let answer = self.account().end_other_sessions(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().ended)
    }
}
