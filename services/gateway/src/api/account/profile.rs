//! The caller's own account: profile, picture, password.

use std::sync::Arc;

use saffron_proto::auth::{
    ChangePasswordRequest, GetProfileRequest, RemovePictureRequest, UpdateProfileRequest,
    UploadPictureRequest,
};
use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;
use crate::call::{ends_sessions, signed_in};

pub(super) fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(signed_in::<GetProfileRequest>("get-profile", "The caller's profile."))
        .routes(signed_in::<UpdateProfileRequest>("update-profile", "Change the caller's profile."))
        .routes(signed_in::<UploadPictureRequest>("upload-profile-image", "Set the caller's picture."))
        .routes(signed_in::<RemovePictureRequest>("remove-profile-image", "Remove the caller's picture."))
        .routes(ends_sessions::<ChangePasswordRequest>(
            "change-password",
            "Change the caller's password.\n\nEnds the caller's other sessions, and mails the caller. 400 naming `oldPassword` \
             or `newPassword`.",
            |request, own| request.handle = own.handle.clone(),
            |answer| answer.ended,
        ))
}
