//! Calls of people who are not signed in and were mailed a link, or want one.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use saffron_core::Error;
use saffron_kit::Secret;
use saffron_proto::auth::{
    ConfirmAddressRequest, ConfirmSignUpRequest, RequestResetRequest, ResetPasswordRequest,
};
use utoipa_axum::router::OpenApiRouter;

use super::add_cookie;
use crate::Gateway;
use crate::call::request::Open;
use crate::call::{Envelope, open, route};
use crate::http::envelope::{Failure, Null};
use crate::session::cookies;

pub(super) fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(route::<ConfirmAddressRequest, Null, _, _>(
            "confirm-address",
            "Confirm an address by the link alone.\n\nRefused: 400 naming `password`. The link proves who reads the mail, and \
             not who signed up; `confirm-sign-up` takes both.",
            confirm_address,
        ))
        .routes(open::<ConfirmSignUpRequest>(
            "confirm-sign-up",
            "Confirm a sign-up.\n\nThe link of a sign-up works once, for 24 hours, and with the password that was chosen at \
             that sign-up; then its person may sign in. 400 naming `token`: it was used, is too old, or a newer one was \
             mailed; naming `password`: the link still works.",
            |request, visitor| request.remote_address = visitor.address.to_string(),
        ))
        .routes(open::<RequestResetRequest>(
            "forgot-password",
            "Request a new password.\n\nMails a link that works once, for 30 minutes; only the newest one works. Answers the \
             same for a known and an unknown address.",
            |request, visitor| {
                request.remote_address = visitor.address.to_string();
                let sent = std::mem::take(&mut request.device_token);
                request.device_token = visitor.device_token(Some(sent)).unwrap_or_default();
            },
        ))
        .routes(route::<ResetPasswordRequest, Null, _, _>(
            "reset-password",
            "Set another password by a mailed link.\n\nEnds all sessions of the person, who is mailed. 400 naming `token`: the \
             link was used, is too old, or a newer one was mailed; naming `password`: the link still works. The browser of \
             the web app is known to the account from then on, and no other device is.",
            reset_password,
        ))
}

async fn confirm_address(_: Open<ConfirmAddressRequest>) -> Result<Envelope<Null>, Failure> {
    Err(Error::invalid("password", "is needed beside the link: call confirm-sign-up").into())
}

async fn reset_password(
    State(gateway): State<Arc<Gateway>>,
    Open { visitor, mut request }: Open<ResetPasswordRequest>,
) -> Result<Response, Failure> {
    request.remote_address = visitor.address.to_string();
    request.remember_device = visitor.is_web_app;
    let done = gateway.services.call_as_gateway(request).await?;
    for handle in done.ended {
        gateway.end_session(&handle);
    }
    let mut response = Envelope::from(Null).into_response();
    if visitor.is_web_app && !done.device_token.is_empty() {
        let device_token = Secret::new(done.device_token);
        add_cookie(&mut response, &cookies::set_device(&gateway.config.origin, &device_token));
    }
    Ok(response)
}
