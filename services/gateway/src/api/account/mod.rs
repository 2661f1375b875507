//! Sign-up, sign-in and sign-out.

mod links;
mod profile;
mod sessions;

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use saffron_kit::Secret;
use saffron_proto::auth::{self as proto, SignUpRequest};
use saffron_proto::http::Null;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{Empty, SessionPath, some};
use crate::Gateway;
use crate::call::request::{Open, requests};
use crate::call::{open, route, route_of_session};
use crate::http::body::MaybeJson;
use crate::http::envelope::{Envelope, Failure};
use crate::session::{Client, Device, cookies};

/// The calls about accounts.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(route::<LoginRequest, Profile, _, _>(
            "login",
            "Sign in.\n\nAn address whose mailed link was not used yet is answered like a wrong password, and mailed another \
             link. The web app sends `X-Saffron-Client: web` and gets an HttpOnly cookie and a handle that is useless without \
             it; other clients get the real session id. From then on the account recognizes the device, by a cookie of the \
             web app or `deviceToken`: failed sign-ins of others do not slow it down.",
            login,
        ))
        .routes(open::<SignUpRequest>(
            "signup",
            "Sign up.\n\nMails a link; the account exists once `confirm-sign-up` was called with its token and the password. \
             Answers the same for a known and an unknown address; the owner of a known one is mailed about the attempt.",
            |request, client| request.remote_address = client.address.to_string(),
        ))
        .routes(route_of_session::<Null, _, _>("logout", "End the session.", logout))
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
    /// For push messages: a serialized push subscription.
    #[schema(nullable = false)]
    firebase_notification_token: Option<String>,
    /// False: the cookie ends with the browser, and the session after 24 hours without use. Default true: after 30 days.
    #[schema(nullable = false)]
    remember_me: Option<bool>,
    /// From a client other than the web app: what an earlier login on the device answered, or an empty text to get one.
    /// Failed sign-ins of others do not slow down a device that signed in to the account before.
    #[schema(nullable = false)]
    device_token: Option<String>,
}

requests! { LoginRequest as Call: proto::LoginRequest; }

/// The signed-in person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    email: String,
    first_name: String,
    last_name: String,
    profile_description: Option<String>,
    profile_image: Option<String>,
    /// The `sessionID` of later calls.
    session_guid: String,
    /// A short code by which support finds the account.
    unique_code: String,
    /// A secret that the device sends with its next login. Only if the request had one, and never to the web app.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    device_token: Option<String>,
}

async fn login(
    State(gateway): State<Arc<Gateway>>,
    Device(device): Device,
    Open { client, request }: Open<LoginRequest>,
) -> Result<Response, Failure> {
    let web = client.is_web_app;
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
            remote_address: client.address.to_string(),
            brief: !remember,
            device: device.clone(),
            device_token: client.device_token(request.device_token).unwrap_or_default(),
            remember_device,
        })
        .await?;
    let session_id = Secret::new(answer.session_id);
    let device_token = some(answer.device_token).map(Secret::new);
    let profile = answer.profile.unwrap_or_default();
    gateway.add_device_of_login(&session_id, &push, device).await;
    if let Some(before) = client.cookie.as_ref().filter(|_| web) {
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
    let mut response = Envelope::from(body).into_response();
    if web {
        let origin = &gateway.config.origin;
        let device = device_token.map(|token| cookies::set_device(origin, &token));
        add_cookies(&mut response, cookies::set(origin, &session_id, remember).into_iter().chain(device));
    }
    Ok(response)
}

async fn logout(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    SessionPath(session_id): SessionPath,
    MaybeJson(Empty {}): MaybeJson<Empty>,
) -> Result<Response, Failure> {
    let caller = gateway.authenticate(&client, Some(&session_id)).await?;
    gateway.services.call_as_gateway(logout_request(&caller.session_id)).await?;
    gateway.end_session(&caller.session.handle);
    let mut response = Envelope::from(Null).into_response();
    if client.cookie.is_some() {
        add_cookies(&mut response, cookies::clear(&gateway.config.origin));
    }
    Ok(response)
}

fn logout_request(session_id: &Secret) -> proto::LogoutRequest {
    proto::LogoutRequest { session_id: session_id.expose().to_owned() }
}

impl Gateway {
    /// Ends the session whose cookie a new one replaces in the browser, which could not end it later.
    async fn replace_session(&self, before: &Secret) {
        let Ok((session, _)) = self.sessions.resolve(before).await else { return };
        if session.web && self.services.call_as_gateway(logout_request(before)).await.is_ok() {
            self.end_session(&session.handle);
        }
    }
}

fn add_cookies(response: &mut Response, cookies: impl IntoIterator<Item = String>) {
    for mut value in cookies.into_iter().filter_map(|cookie| HeaderValue::try_from(cookie).ok()) {
        value.set_sensitive(true);
        response.headers_mut().append(http::header::SET_COOKIE, value);
    }
}
