//! Signing up, in and out.

mod links;
mod profile;
mod sessions;

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use saffron_kit::Secret;
use saffron_proto::auth::{self as proto, SignUpRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Empty, SessionPath, some};
use crate::Gateway;
use crate::call::open;
use crate::http::envelope::{Failure, Failures, Null, envelope};
use crate::http::json::{Json, MaybeJson};
use crate::session::{Device, Visitor, cookies};

/// The calls about accounts.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(routes!(login))
        .routes(open::<SignUpRequest>(
            "signup",
            "Sign up.\n\nMails a link; the account is there once `confirm-sign-up` was called with its token and the password. \
             Answers the same for a known and an unknown address; the owner of a known one is mailed that somebody tried.",
            |request, visitor| request.remote_address = visitor.address.to_string(),
        ))
        .routes(routes!(logout))
        .merge(links::calls())
        .merge(profile::calls())
        .merge(sessions::calls())
}

/// The credentials.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginRequest {
    /// The email address.
    username: String,
    /// The password.
    password: String,
    /// Where push messages go: a serialized push subscription.
    #[schema(nullable = false)]
    firebase_notification_token: Option<String>,
    /// False: the cookie ends with the browser, and the session after 24 hours without use. Default true: after 30 days.
    #[schema(nullable = false)]
    remember_me: Option<bool>,
    /// Of another client than the web app: what an earlier login on the device answered, or an empty text to be given one.
    /// A device that signed in to the account before is not slowed down by the failures of others.
    #[schema(nullable = false)]
    device_token: Option<String>,
}

/// The signed-in person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    email: String,
    first_name: String,
    last_name: String,
    #[schema(required)]
    profile_description: Option<String>,
    #[schema(required)]
    profile_image: Option<String>,
    /// Sent as `sessionID` with later calls.
    session_guid: String,
    /// A short code by which support finds the account.
    unique_code: String,
    /// A secret: what the device sends with its next login. Only where the request had one, and never to the web app.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    device_token: Option<String>,
}

envelope! {
    /// The answer of `login`.
    LoginEnvelope(Profile)
}
envelope! {
    /// The answer of `logout`.
    LogoutEnvelope(null)
}

/// Sign in.
///
/// An address whose mailed link was not used yet is answered like a wrong password, and mailed another link. The web app
/// sends `X-Saffron-Client: web` and gets an HttpOnly cookie and a handle that is worth nothing without it; other clients
/// get the real session id. The device is known to the account from then on, by a cookie of the web app or `deviceToken`:
/// the failures of others do not keep it out.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/login", operation_id = "login", tag = "account",
    request_body = LoginRequest, responses((status = 200, description = "The answer.", body = LoginEnvelope), Failures)
)]
async fn login(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Device(device): Device,
    Json(request): Json<LoginRequest>,
) -> Result<Response, Failure> {
    gateway.limits.address(visitor.address)?;
    visitor.refuse_foreign_origin(&gateway.config.origin)?;
    let web = visitor.is_web_app;
    let remember = request.remember_me.unwrap_or(true);
    let push = request.firebase_notification_token.unwrap_or_default();
    let remember_device = if web { remember } else { request.device_token.is_some() };
    let answer = gateway
        .services
        .call_as_gateway(proto::LoginRequest {
            username: request.username,
            password: request.password,
            firebase_notification_token: push.clone(),
            web,
            remote_address: visitor.address.to_string(),
            brief: !remember,
            device: device.clone(),
            device_token: visitor.device_token(request.device_token).unwrap_or_default(),
            remember_device,
        })
        .await?;
    let session_id = Secret::new(answer.session_id);
    let device_token = Some(answer.device_token).filter(|text| !text.is_empty()).map(Secret::new);
    let profile = answer.profile.unwrap_or_default();
    gateway.add_device_of_login(&session_id, &push, device).await;
    if let Some(before) = visitor.cookie.as_ref().filter(|_| web) {
        gateway.replace_session(before).await;
    }
    let body = Profile {
        email: profile.email,
        first_name: profile.first_name,
        last_name: profile.last_name,
        profile_description: some(profile.profile_description),
        profile_image: some(profile.profile_image),
        session_guid: if web { answer.handle } else { session_id.expose().to_owned() },
        unique_code: profile.unique_code,
        device_token: device_token.as_ref().filter(|_| !web).map(|token| token.expose().to_owned()),
    };
    let mut response = LoginEnvelope::from(body).into_response();
    if web {
        for cookie in cookies::set(&gateway.config.origin, &session_id, remember) {
            add_cookie(&mut response, &cookie);
        }
        if let Some(token) = &device_token {
            add_cookie(&mut response, &cookies::set_device(&gateway.config.origin, token));
        }
    }
    Ok(response)
}

/// End the session.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/logout/{sessionID}", operation_id = "logout", tag = "account",
    params(("sessionID" = String, Path)),
    responses((status = 200, description = "The answer.", body = LogoutEnvelope), Failures)
)]
async fn logout(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    SessionPath(session_id): SessionPath,
    MaybeJson(Empty {}): MaybeJson<Empty>,
) -> Result<Response, Failure> {
    let entered = gateway.enter(&visitor, Some(&session_id)).await?;
    gateway.services.call_as_gateway(logout_of(&entered.secret)).await?;
    gateway.end_session(&entered.session.handle);
    let mut response = LogoutEnvelope::from(Null).into_response();
    if visitor.cookie.is_some() {
        for cookie in cookies::clear(&gateway.config.origin) {
            add_cookie(&mut response, &cookie);
        }
    }
    Ok(response)
}

fn logout_of(session_id: &Secret) -> proto::LogoutRequest {
    proto::LogoutRequest { session_id: session_id.expose().to_owned() }
}

impl Gateway {
    /// Ends the session whose cookie the browser loses to a new one: nobody would be left to end it.
    async fn replace_session(&self, before: &Secret) {
        let Ok((session, _)) = self.sessions.resolve(before).await else { return };
        if session.web && self.services.call_as_gateway(logout_of(before)).await.is_ok() {
            self.end_session(&session.handle);
        }
    }
}

fn add_cookie(response: &mut Response, cookie: &str) {
    if let Ok(mut value) = HeaderValue::from_str(cookie) {
        value.set_sensitive(true);
        response.headers_mut().append(http::header::SET_COOKIE, value);
    }
}
