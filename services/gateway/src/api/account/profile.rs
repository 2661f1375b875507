//! A signed-in person's own account: who they are, their picture, their password.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use saffron_proto::auth as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Gateway;
use crate::api::{picture, some};
use crate::http::envelope::{Failure, Failures, Null, envelope};
use crate::http::json::{Json, LargeJson};
use crate::session::{SessionId, Visitor};

/// The caller's profile.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnProfile {
    email: String,
    first_name: String,
    last_name: String,
    #[schema(required)]
    profile_description: Option<String>,
    /// Below the installation's address.
    #[schema(required)]
    profile_image: Option<String>,
    /// A short code by which support finds the account.
    unique_code: String,
}

impl From<proto::Profile> for OwnProfile {
    fn from(profile: proto::Profile) -> OwnProfile {
        OwnProfile {
            email: profile.email,
            first_name: profile.first_name,
            last_name: profile.last_name,
            profile_description: some(profile.profile_description),
            profile_image: some(profile.profile_image),
            unique_code: profile.unique_code,
        }
    }
}

/// A call about the caller's own account.
#[derive(Deserialize, ToSchema)]
pub struct OwnRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    pub(super) session_id: SessionId,
}

/// The caller's own profile.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateProfileRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    first_name: String,
    last_name: String,
    /// 150 characters at most; null: none.
    profile_description: Option<String>,
}

/// A picture of the caller.
#[derive(Deserialize, ToSchema)]
pub struct UploadProfileImageRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// JPEG, PNG or WebP of 5 MiB at most, as base64. Its middle is drawn anew as a square of 512 pixels.
    image: String,
}

/// The new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePasswordRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// The current password.
    old_password: String,
    /// 10 characters at least, not a known-common one.
    new_password: String,
}

envelope! {
    /// The answer of `get-profile`.
    GetProfileEnvelope(OwnProfile)
}
envelope! {
    /// The answer of `update-profile`.
    UpdateProfileEnvelope(OwnProfile)
}
envelope! {
    /// The answer of `upload-profile-image`.
    UploadProfileImageEnvelope(OwnProfile)
}
envelope! {
    /// The answer of `remove-profile-image`.
    RemoveProfileImageEnvelope(OwnProfile)
}
envelope! {
    /// The answer of `change-password`.
    ChangePasswordEnvelope(null)
}

/// The caller's profile.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-profile", operation_id = "getProfile", tag = "account",
    request_body = OwnRequest,
    responses((status = 200, description = "The answer.", body = GetProfileEnvelope), Failures)
)]
pub async fn get_profile(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<OwnRequest>,
) -> Result<GetProfileEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let answer = gateway.services.call(&entered.session.token, proto::GetProfileRequest {}).await?;
    Ok(OwnProfile::from(answer.profile.unwrap_or_default()).into())
}

/// Change the caller's profile.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/update-profile", operation_id = "updateProfile", tag = "account",
    request_body = UpdateProfileRequest,
    responses((status = 200, description = "The profile as it is now.", body = UpdateProfileEnvelope), Failures)
)]
pub async fn update_profile(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<UpdateProfileRequest>,
) -> Result<UpdateProfileEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let call = proto::UpdateProfileRequest {
        first_name: request.first_name,
        last_name: request.last_name,
        profile_description: request.profile_description.unwrap_or_default(),
    };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    Ok(OwnProfile::from(answer.profile.unwrap_or_default()).into())
}

/// Set the caller's picture.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/upload-profile-image", operation_id = "uploadProfileImage",
    tag = "account", request_body = UploadProfileImageRequest,
    responses((status = 200, description = "The profile as it is now.", body = UploadProfileImageEnvelope), Failures)
)]
pub async fn upload_profile_image(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    LargeJson(request, _place): LargeJson<UploadProfileImageRequest>,
) -> Result<UploadProfileImageEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let call = proto::UploadPictureRequest { image: picture(request.image)? };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    Ok(OwnProfile::from(answer.profile.unwrap_or_default()).into())
}

/// Remove the caller's picture.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/remove-profile-image", operation_id = "removeProfileImage",
    tag = "account", request_body = OwnRequest,
    responses((status = 200, description = "The profile as it is now.", body = RemoveProfileImageEnvelope), Failures)
)]
pub async fn remove_profile_image(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<OwnRequest>,
) -> Result<RemoveProfileImageEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let answer = gateway.services.call(&entered.session.token, proto::RemovePictureRequest {}).await?;
    Ok(OwnProfile::from(answer.profile.unwrap_or_default()).into())
}

/// Change the caller's password.
///
/// Ends the caller's other sessions, and mails the caller. 400 naming `oldPassword` or `newPassword`.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/change-password", operation_id = "changePassword", tag = "account",
    request_body = ChangePasswordRequest,
    responses((status = 200, description = "The answer.", body = ChangePasswordEnvelope), Failures)
)]
pub async fn change_password(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ChangePasswordRequest>,
) -> Result<ChangePasswordEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let call = proto::ChangePasswordRequest {
        old_password: request.old_password,
        new_password: request.new_password,
        handle: entered.session.handle.clone(),
    };
    for handle in gateway.services.call(&entered.session.token, call).await?.ended {
        gateway.end_session(&handle);
    }
    Ok(Null.into())
}

/// A person's picture. Its name cannot be guessed.
#[utoipa::path(
    get, path = "/images/v1/people/{name}", operation_id = "getProfileImage", tag = "account",
    params(("name" = String, Path, description = "As `profileImage` tells it.")),
    responses((status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/jpeg"), Failures)
)]
pub async fn get_profile_image(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    gateway.limits.open_call(visitor.address)?;
    let picture = gateway.services.call_as_gateway(proto::GetPictureRequest { name }).await?;
    let mut response = picture.image.into_response();
    let content_type = HeaderValue::try_from(picture.content_type)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    // Another picture has another name.
    let kept = HeaderValue::from_static("private, max-age=31536000, immutable");
    response.headers_mut().insert(header::CACHE_CONTROL, kept);
    Ok(response)
}
