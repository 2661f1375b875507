//! Calls of people who are not signed in and were mailed a link, or want one.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use saffron_core::Error;
use saffron_kit::Secret;
use saffron_proto::auth as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::add_cookie;
use crate::Gateway;
use crate::http::envelope::{Failure, Failures, Null, envelope};
use crate::http::json::Json;
use crate::session::{Visitor, cookies};

/// A mailed link without a password.
#[derive(Deserialize, ToSchema)]
pub struct ConfirmAddressRequest {
    /// The part of the link behind `#`.
    #[serde(rename = "token")]
    _token: String,
}

/// A mailed link, and the password of the sign-up.
#[derive(Deserialize, ToSchema)]
pub struct ConfirmSignUpRequest {
    /// The part of the link behind `#`.
    token: String,
    /// The password chosen at sign-up.
    password: String,
}

/// The account whose password is forgotten.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForgotPasswordRequest {
    /// Where the link is mailed to.
    email: String,
    /// What `login` answered to this device, if it did. A device that signed in to the account before is not slowed down by
    /// what others ask.
    #[schema(nullable = false)]
    device_token: Option<String>,
}

/// The new password.
#[derive(Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    /// The part of the link behind `#`.
    token: String,
    /// 10 characters at least, not a known-common one.
    password: String,
}

envelope! {
    /// The answer of `confirm-address`.
    ConfirmAddressEnvelope(null)
}
envelope! {
    /// The answer of `confirm-sign-up`.
    ConfirmSignUpEnvelope(null)
}
envelope! {
    /// The answer of `forgot-password`.
    ForgotPasswordEnvelope(null)
}
envelope! {
    /// The answer of `reset-password`.
    ResetPasswordEnvelope(null)
}

/// Confirm an address by the link alone.
///
/// Refused: 400 naming `password`. The link proves who reads the mail, and not who signed up; `confirm-sign-up` takes both.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/confirm-address", operation_id = "confirmAddress", tag = "account",
    request_body = ConfirmAddressRequest,
    responses((status = 200, description = "The answer.", body = ConfirmAddressEnvelope), Failures)
)]
pub async fn confirm_address(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(_request): Json<ConfirmAddressRequest>,
) -> Result<ConfirmAddressEnvelope, Failure> {
    gateway.limits.address(visitor.address)?;
    visitor.refuse_foreign_origin(&gateway.config.origin)?;
    Err(Error::invalid("password", "is needed beside the link: call confirm-sign-up").into())
}

/// Confirm a sign-up.
///
/// The link of a sign-up works once, for 24 hours, and with the password that was chosen at that sign-up; then its person
/// may sign in. 400 naming `token`: it was used, is too old, or a newer one was mailed; naming `password`: the link still
/// works.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/confirm-sign-up", operation_id = "confirmSignUp", tag = "account",
    request_body = ConfirmSignUpRequest,
    responses((status = 200, description = "The answer.", body = ConfirmSignUpEnvelope), Failures)
)]
pub async fn confirm_sign_up(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ConfirmSignUpRequest>,
) -> Result<ConfirmSignUpEnvelope, Failure> {
    gateway.limits.address(visitor.address)?;
    visitor.refuse_foreign_origin(&gateway.config.origin)?;
    let call = proto::ConfirmSignUpRequest {
        token: request.token,
        password: request.password,
        remote_address: visitor.address.to_string(),
    };
    gateway.services.call_as_gateway(call).await?;
    Ok(Null.into())
}

/// Request a new password.
///
/// Mails a link that works once, for 30 minutes; only the newest one works. Answers the same for a known and an unknown
/// address.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/forgot-password", operation_id = "forgotPassword", tag = "account",
    request_body = ForgotPasswordRequest,
    responses((status = 200, description = "The answer.", body = ForgotPasswordEnvelope), Failures)
)]
pub async fn forgot_password(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ForgotPasswordRequest>,
) -> Result<ForgotPasswordEnvelope, Failure> {
    gateway.limits.address(visitor.address)?;
    visitor.refuse_foreign_origin(&gateway.config.origin)?;
    let device_token = visitor.device_token(request.device_token);
    let call = proto::RequestResetRequest {
        email: request.email,
        remote_address: visitor.address.to_string(),
        device_token: device_token.unwrap_or_default(),
    };
    gateway.services.call_as_gateway(call).await?;
    Ok(Null.into())
}

/// Set another password by a mailed link.
///
/// Ends all sessions of the person, who is mailed. 400 naming `token`: the link was used, is too old, or a newer one was
/// mailed; naming `password`: the link still works. The browser of the web app is known to the account from then on, and no
/// other device is.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/reset-password", operation_id = "resetPassword", tag = "account",
    request_body = ResetPasswordRequest,
    responses((status = 200, description = "The answer.", body = ResetPasswordEnvelope), Failures)
)]
pub async fn reset_password(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ResetPasswordRequest>,
) -> Result<Response, Failure> {
    gateway.limits.address(visitor.address)?;
    visitor.refuse_foreign_origin(&gateway.config.origin)?;
    let call = proto::ResetPasswordRequest {
        token: request.token,
        password: request.password,
        remote_address: visitor.address.to_string(),
        remember_device: visitor.is_web_app,
    };
    let done = gateway.services.call_as_gateway(call).await?;
    for handle in done.ended {
        gateway.end_session(&handle);
    }
    let mut response = ResetPasswordEnvelope::from(Null).into_response();
    if visitor.is_web_app && !done.device_token.is_empty() {
        let device_token = Secret::new(done.device_token);
        add_cookie(&mut response, &cookies::set_device(&gateway.config.origin, &device_token));
    }
    Ok(response)
}
