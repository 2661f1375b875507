use std::sync::Arc;

use saffron_core::{Code, Error};
use saffron_kit::Secret;
use saffron_kit::grpc::to_status;
use saffron_proto::auth::door_service_server::DoorService;
use saffron_proto::auth::{
    ConfirmAddressRequest, ConfirmAddressResponse, ConfirmSignUpRequest, ConfirmSignUpResponse,
    GetPictureRequest, GetPictureResponse, LoginRequest, LoginResponse, LogoutRequest, LogoutResponse,
    ProvisionLocationRequest, ProvisionLocationResponse, RequestResetRequest, RequestResetResponse,
    ResetPasswordRequest, ResetPasswordResponse, ResolveIngestKeyRequest, ResolveIngestKeyResponse,
    ResolveSessionRequest, ResolveSessionResponse, SignUpRequest, SignUpResponse,
};
use tonic::{Request, Response, Status};

use super::{profile_to_wire, to_wire};
use crate::app::confirm_sign_up::confirm_sign_up;
use crate::app::login::{self, Login};
use crate::app::provision_location::{Outcome, provision_location};
use crate::app::request_reset::request_reset;
use crate::app::reset_password::reset_password;
use crate::app::sign_up::{self, SignUp};
use crate::app::{App, logout, resolve_session};
use crate::domain::PictureName;
use crate::domain::location::Sent;
use crate::domain::session::Span;
use crate::store::{keys, pictures};

/// Sign-in and the keys of tills.
pub struct Door(pub Arc<App>);

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl DoorService for Door {
    async fn sign_up(&self, request: Request<SignUpRequest>) -> Answer<SignUpResponse> {
        let asked = request.into_inner();
        let typed = SignUp {
            first_name: asked.first_name,
            last_name: asked.last_name,
            email: asked.email,
            phone: asked.phone,
            password: Secret::new(asked.password),
            remote_address: asked.remote_address,
        };
        sign_up::sign_up(&self.0, typed).await.map_err(to_status)?;
        Ok(Response::new(SignUpResponse {}))
    }

    async fn login(&self, request: Request<LoginRequest>) -> Answer<LoginResponse> {
        let asked = request.into_inner();
        let typed = Login {
            username: asked.username,
            password: Secret::new(asked.password),
            firebase_notification_token: asked.firebase_notification_token,
            web: asked.web,
            span: if asked.brief { Span::Brief } else { Span::Remembered },
            device: asked.device,
            remote_address: asked.remote_address,
            device_token: asked.device_token,
            remember_device: asked.remember_device,
        };
        let done = login::login(&self.0, typed).await.map_err(to_status)?;
        Ok(Response::new(LoginResponse {
            profile: Some(profile_to_wire(done.profile)),
            session_id: done.session_id.expose().to_owned(),
            handle: done.handle,
            device_token: exposed(done.device_token),
        }))
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> Answer<LogoutResponse> {
        let session_id = Secret::new(request.into_inner().session_id);
        logout::logout(&self.0, &session_id).await.map_err(to_status)?;
        Ok(Response::new(LogoutResponse {}))
    }

    async fn resolve_session(
        &self,
        request: Request<ResolveSessionRequest>,
    ) -> Answer<ResolveSessionResponse> {
        let session_id = Secret::new(request.into_inner().session_id);
        let resolved = resolve_session::resolve_session(&self.0, &session_id).await.map_err(to_status)?;
        Ok(Response::new(ResolveSessionResponse {
            handle: resolved.session.handle,
            user_id: resolved.session.user_id.to_string(),
            web: resolved.session.web,
            token: resolved.token,
            token_expires_at: resolved.token_expires_at.as_second(),
            locations: resolved.session.locations.into_iter().map(to_wire).collect(),
        }))
    }

    async fn resolve_ingest_key(
        &self,
        request: Request<ResolveIngestKeyRequest>,
    ) -> Answer<ResolveIngestKeyResponse> {
        let key = Secret::new(request.into_inner().ingest_key);
        let unknown = || {
            Error::new(
                Code::Unauthenticated,
                "The ingest key is unknown. Ask your POS vendor for the current one.",
            )
        };
        let (pos_id, time_zone) = keys::location_of(&self.0.database, &key.digest())
            .await
            .and_then(|found| Ok(found.ok_or_else(unknown)?))
            .map_err(to_status)?;
        Ok(Response::new(ResolveIngestKeyResponse { pos_id: pos_id.into(), time_zone: time_zone.into() }))
    }

    async fn provision_location(
        &self,
        request: Request<ProvisionLocationRequest>,
    ) -> Answer<ProvisionLocationResponse> {
        let asked = request.into_inner();
        let location = asked.location.unwrap_or_default();
        let sent = Sent {
            pos_id: location.pos_id,
            name: location.name,
            website: location.website,
            time_zone: location.time_zone,
            postal_address: location.postal_address,
            phone: location.phone,
            card_account: asked.card_account,
            clear_card_account: asked.clear_card_account,
        };
        let key = Secret::new(asked.provisioning_key);
        let (rotate, proved) = (asked.rotate_ingest_key, asked.card_account_proved);
        let done = provision_location(&self.0, &key, sent, rotate, proved).await.map_err(to_status)?;
        Ok(Response::new(match done {
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
        }))
    }

    async fn confirm_address(&self, _: Request<ConfirmAddressRequest>) -> Answer<ConfirmAddressResponse> {
        let message = "is needed beside the link: call confirm-sign-up";
        Err(to_status(Error::invalid("password", message).into()))
    }

    async fn confirm_sign_up(&self, request: Request<ConfirmSignUpRequest>) -> Answer<ConfirmSignUpResponse> {
        let asked = request.into_inner();
        let (token, password) = (Secret::new(asked.token), Secret::new(asked.password));
        confirm_sign_up(&self.0, &token, password, &asked.remote_address).await.map_err(to_status)?;
        Ok(Response::new(ConfirmSignUpResponse {}))
    }

    async fn request_reset(&self, request: Request<RequestResetRequest>) -> Answer<RequestResetResponse> {
        let asked = request.into_inner();
        request_reset(&self.0, &asked.email, &asked.device_token, &asked.remote_address)
            .await
            .map_err(to_status)?;
        Ok(Response::new(RequestResetResponse {}))
    }

    async fn reset_password(&self, request: Request<ResetPasswordRequest>) -> Answer<ResetPasswordResponse> {
        let asked = request.into_inner();
        let (token, password) = (Secret::new(asked.token), Secret::new(asked.password));
        let done = reset_password(&self.0, &token, password, &asked.remote_address, asked.remember_device)
            .await
            .map_err(to_status)?;
        let device_token = exposed(done.device_token);
        Ok(Response::new(ResetPasswordResponse { ended: done.ended, device_token }))
    }

    async fn get_picture(&self, request: Request<GetPictureRequest>) -> Answer<GetPictureResponse> {
        let not_there = || Error::new(Code::NotFound, "There is no such picture.");
        let found = async {
            let name = PictureName::of_file(&request.get_ref().name).ok_or_else(not_there)?;
            Ok(pictures::read(&self.0.database, &name).await?.ok_or_else(not_there)?)
        };
        let image = found.await.map_err(to_status)?;
        Ok(Response::new(GetPictureResponse { image, content_type: "image/jpeg".into() }))
    }
}

/// A secret for who may have it; empty where there is none.
fn exposed(secret: Option<Secret>) -> String {
    secret.map(|secret| secret.expose().to_owned()).unwrap_or_default()
}
