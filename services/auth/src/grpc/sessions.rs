use std::sync::Arc;

use saffron_core::{Code, Error, PosId, parse_field};
use saffron_kit::grpc::{Answer, Mirrored as _, answer};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth::door_service_server::DoorService;
use saffron_proto::auth::{
    CheckIngestSourceRequest, CheckIngestSourceResponse, ConfirmAddressRequest, ConfirmAddressResponse,
    ConfirmSignUpRequest, ConfirmSignUpResponse, GetPictureRequest, GetPictureResponse, LoginRequest,
    LoginResponse, LogoutRequest, LogoutResponse, ProvisionLocationRequest, ProvisionLocationResponse,
    RequestResetRequest, RequestResetResponse, ResetPasswordRequest, ResetPasswordResponse,
    ResolveIngestKeyRequest, ResolveIngestKeyResponse, ResolveSessionRequest, ResolveSessionResponse,
    SignUpRequest, SignUpResponse,
};
use tonic::Request;

use super::{location, profile};
use crate::app::{self, App, Login, Outcome, SignUp};
use crate::domain::{NewKey, PictureName, SentLocation, SessionKind};
use crate::store;

/// The calls of gateways: sign-up, sign-in, and the keys of tills and vendors.
pub struct Sessions(pub Arc<App>);

#[tonic::async_trait]
impl DoorService for Sessions {
    async fn sign_up(&self, request: Request<SignUpRequest>) -> Answer<SignUpResponse> {
        let message = request.into_inner();
        let typed = SignUp {
            first_name: message.first_name,
            last_name: message.last_name,
            email: message.email,
            phone: message.phone,
            password: Secret::new(message.password),
            remote_address: message.remote_address,
        };
        app::sign_up(&self.0, typed).await?;
        answer(SignUpResponse {})
    }

    async fn login(&self, request: Request<LoginRequest>) -> Answer<LoginResponse> {
        let message = request.into_inner();
        let typed = Login {
            username: message.username,
            password: Secret::new(message.password),
            firebase_notification_token: message.firebase_notification_token,
            web: message.web,
            kind: if message.brief { SessionKind::Brief } else { SessionKind::Remembered },
            device: message.device,
            remote_address: message.remote_address,
            device_token: message.device_token,
            remember_device: message.remember_device,
        };
        let begun = app::login(&self.0, typed).await?;
        answer(LoginResponse {
            profile: Some(profile(begun.profile)),
            session_id: begun.session_id.expose().to_owned(),
            handle: begun.handle,
            device_token: exposed(begun.device_token),
        })
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> Answer<LogoutResponse> {
        app::logout(&self.0, &Secret::new(request.into_inner().session_id)).await?;
        answer(LogoutResponse {})
    }

    async fn resolve_session(
        &self,
        request: Request<ResolveSessionRequest>,
    ) -> Answer<ResolveSessionResponse> {
        let session_id = Secret::new(request.into_inner().session_id);
        let resolved = app::resolve_session(&self.0, &session_id).await?;
        answer(ResolveSessionResponse {
            handle: resolved.session.handle,
            user_id: resolved.session.user_id.to_string(),
            web: resolved.session.web,
            token: resolved.token,
            token_expires_at: resolved.token_expires_at.as_second(),
            locations: resolved.session.locations.into_iter().map(location).collect(),
        })
    }

    async fn resolve_ingest_key(
        &self,
        request: Request<ResolveIngestKeyRequest>,
    ) -> Answer<ResolveIngestKeyResponse> {
        let secret = Secret::new(request.into_inner().ingest_key);
        let resolved = app::resolve_ingest_key(&self.0, &secret).await?;
        let key = resolved.key;
        answer(ResolveIngestKeyResponse {
            source: key.source().to_string(),
            time_zone: key.calendar.name().to_owned(),
            day_starts: key.calendar.starts().to_string(),
            pos_id: key.pos_id.into(),
            kind: key.kind.for_message(),
            token: resolved.token,
            token_expires_at: resolved.token_expires_at.as_second(),
        })
    }

    async fn check_ingest_source(
        &self,
        request: Request<CheckIngestSourceRequest>,
    ) -> Answer<CheckIngestSourceResponse> {
        let message = request.into_inner();
        let pos_id: PosId = parse_field("posID", &message.pos_id).map_err(Fault::from)?;
        let known = app::is_ingest_source(&self.0, &pos_id, &message.source).await?;
        answer(CheckIngestSourceResponse { known })
    }

    async fn provision_location(
        &self,
        request: Request<ProvisionLocationRequest>,
    ) -> Answer<ProvisionLocationResponse> {
        let message = request.into_inner();
        let location = message.location.unwrap_or_default();
        let sent = SentLocation {
            pos_id: location.pos_id,
            name: location.name,
            website: location.website,
            time_zone: location.time_zone,
            day_start: location.day_starts,
            postal_address: location.postal_address,
            phone: location.phone,
            card_account: message.card_account,
            clear_card_account: message.clear_card_account,
        };
        let key = Secret::new(message.provisioning_key);
        let new_key =
            NewKey::check(message.rotate_ingest_key, message.ingest_key_name).map_err(Fault::from)?;
        let proved = message.card_account_proved;
        answer(match app::provision_location(&self.0, &key, sent, new_key, proved).await? {
            Outcome::Unproved => ProvisionLocationResponse {
                card_account_unproved: true,
                ..ProvisionLocationResponse::default()
            },
            Outcome::Done(done) => ProvisionLocationResponse {
                pos_id: done.pos_id.into(),
                ingest_key: exposed(done.ingest_key),
                link_code: done.link_code.expose().to_owned(),
                card_account_unproved: false,
            },
        })
    }

    /// Refuses every call: `confirm_sign_up` has replaced it.
    async fn confirm_address(&self, _: Request<ConfirmAddressRequest>) -> Answer<ConfirmAddressResponse> {
        let message = "is needed beside the link: call confirm-sign-up";
        Err(Fault::from(Error::invalid("password", message)).into())
    }

    async fn confirm_sign_up(&self, request: Request<ConfirmSignUpRequest>) -> Answer<ConfirmSignUpResponse> {
        let message = request.into_inner();
        let (token, password) = (Secret::new(message.token), Secret::new(message.password));
        app::confirm_sign_up(&self.0, &token, password, &message.remote_address).await?;
        answer(ConfirmSignUpResponse {})
    }

    async fn request_reset(&self, request: Request<RequestResetRequest>) -> Answer<RequestResetResponse> {
        let message = request.into_inner();
        app::request_reset(&self.0, &message.email, &message.device_token, &message.remote_address).await?;
        answer(RequestResetResponse {})
    }

    async fn reset_password(&self, request: Request<ResetPasswordRequest>) -> Answer<ResetPasswordResponse> {
        let message = request.into_inner();
        let (token, password) = (Secret::new(message.token), Secret::new(message.password));
        let (from, remember) = (message.remote_address, message.remember_device);
        let (ended, device_token) = app::reset_password(&self.0, &token, password, &from, remember).await?;
        answer(ResetPasswordResponse { ended, device_token: exposed(device_token) })
    }

    async fn get_picture(&self, request: Request<GetPictureRequest>) -> Answer<GetPictureResponse> {
        let unknown = || Fault::from(Error::new(Code::NotFound, "There is no such picture."));
        let name = PictureName::of_file(&request.get_ref().name).ok_or_else(unknown)?;
        let image = store::read_picture(&self.0.database, &name).await?.ok_or_else(unknown)?;
        answer(GetPictureResponse { image, content_type: "image/jpeg".into() })
    }
}

/// The plain text of a secret for its owner; empty if there is none.
fn exposed(secret: Option<Secret>) -> String {
    secret.map(|secret| secret.expose().to_owned()).unwrap_or_default()
}
