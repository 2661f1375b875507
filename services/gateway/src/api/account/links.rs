//! Calls of people who are not signed in and were mailed a link, or want one.

use std::sync::Arc;

use axum::extract::State;
use saffron_kit::Secret;
use saffron_proto::auth as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Gateway;
use crate::http::envelope::{Failure, Failures, Null, envelope};
use crate::http::json::Json;
use crate::session::Visitor;

/// A mailed link that was used.
#[derive(Deserialize, ToSchema)]
pub struct ConfirmAddressRequest {
    /// What stands behind the `#` of the link.
    token: String,
}

/// Who forgot the password.
#[derive(Deserialize, ToSchema)]
pub struct ForgotPasswordRequest {
    /// Where the link is mailed to.
    email: String,
}

/// Another password.
#[derive(Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    /// What stands behind the `#` of the link.
    token: String,
    /// 10 characters at least, not a known-common one.
    password: String,
}

envelope! {
    /// The answer of `confirm-address`.
    ConfirmAddressEnvelope(null)
}
envelope! {
    /// The answer of `forgot-password`.
    ForgotPasswordEnvelope(null)
}
envelope! {
    /// The answer of `reset-password`.
    ResetPasswordEnvelope(null)
}

/// Confirm an address.
///
/// The link of a sign-up works once, for 24 hours; then its person may sign in. 400 naming `token`: it was used, is too
/// old, or a newer one was mailed.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/confirm-address", operation_id = "confirmAddress", tag = "account",
    request_body = ConfirmAddressRequest,
    responses((status = 200, description = "The answer.", body = ConfirmAddressEnvelope), Failures)
)]
pub async fn confirm_address(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ConfirmAddressRequest>,
) -> Result<ConfirmAddressEnvelope, Failure> {
    gateway.limits.address(visitor.address)?;
    visitor.refuse_foreign_origin(&gateway.config.origin)?;
    let token = Secret::new(request.token);
    gateway.auth.confirm_address(&token, visitor.address.to_string()).await?;
    Ok(Null.into())
}

/// Ask for another password.
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
    gateway.auth.request_reset(request.email, visitor.address.to_string()).await?;
    Ok(Null.into())
}

/// Set another password by a mailed link.
///
/// Ends all sessions of the person, who is mailed. 400 naming `token`: the link was used, is too old, or a newer one was
/// mailed; naming `password`: the link still works.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/reset-password", operation_id = "resetPassword", tag = "account",
    request_body = ResetPasswordRequest,
    responses((status = 200, description = "The answer.", body = ResetPasswordEnvelope), Failures)
)]
pub async fn reset_password(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ResetPasswordRequest>,
) -> Result<ResetPasswordEnvelope, Failure> {
    gateway.limits.address(visitor.address)?;
    visitor.refuse_foreign_origin(&gateway.config.origin)?;
    let call = proto::ResetPasswordRequest {
        token: request.token,
        password: request.password,
        remote_address: visitor.address.to_string(),
    };
    for handle in gateway.auth.reset_password(call).await? {
        gateway.end_session(&handle);
    }
    Ok(Null.into())
}
