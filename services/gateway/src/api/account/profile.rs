//! A signed-in person's own account: who they are, their picture, their password.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use saffron_proto::auth::{
    ChangePasswordRequest, GetPictureRequest, GetProfileRequest, RemovePictureRequest, UpdateProfileRequest,
    UploadPictureRequest,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Gateway;
use crate::call::{ends_sessions, signed};
use crate::http::envelope::{Failure, Failures};
use crate::session::Visitor;

pub(super) fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(signed::<GetProfileRequest>("get-profile", "The caller's profile."))
        .routes(signed::<UpdateProfileRequest>("update-profile", "Change the caller's profile."))
        .routes(signed::<UploadPictureRequest>("upload-profile-image", "Set the caller's picture."))
        .routes(signed::<RemovePictureRequest>("remove-profile-image", "Remove the caller's picture."))
        .routes(routes!(get_profile_image))
        .routes(ends_sessions::<ChangePasswordRequest>(
            "change-password",
            "Change the caller's password.\n\nEnds the caller's other sessions, and mails the caller. 400 naming `oldPassword` \
             or `newPassword`.",
            |request, own| request.handle = own.handle.clone(),
            |answer| answer.ended,
        ))
}

/// A person's picture. Its name cannot be guessed.
#[utoipa::path(
    get, path = "/images/v1/people/{name}", operation_id = "getProfileImage", tag = "account",
    params(("name" = String, Path, description = "As `profileImage` has it.")),
    responses((status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/jpeg"), Failures)
)]
async fn get_profile_image(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    gateway.limits.open_call(visitor.address)?;
    let picture = gateway.services.call_as_gateway(GetPictureRequest { name }).await?;
    let mut response = picture.image.into_response();
    let content_type = HeaderValue::try_from(picture.content_type)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    // Another picture has another name.
    let kept = HeaderValue::from_static("private, max-age=31536000, immutable");
    response.headers_mut().insert(header::CACHE_CONTROL, kept);
    Ok(response)
}
