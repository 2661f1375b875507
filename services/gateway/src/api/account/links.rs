//! Calls by mailed links.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use saffron_core::Error;
use saffron_kit::Secret;
use saffron_proto::auth::{
    ConfirmAddressRequest, ConfirmSignUpRequest, RequestResetRequest, ResetPasswordRequest,
};
use saffron_proto::http::Null;
use utoipa_axum::router::OpenApiRouter;

use super::add_cookies;
use crate::Gateway;
use crate::call::request::Open;
use crate::call::{open, route};
use crate::http::envelope::{Envelope, Failure};
use crate::session::cookies;

pub(super) fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(route::<ConfirmAddressRequest, Null, _, _>(
            "confirm-address",
            "Confirm an address by the link alone.\n\nRefused: 400 naming `password`. The link proves access to the mail, \
             and not the sign-up; `confirm-sign-up` takes both.",
            confirm_address,
        ))
        .routes(open::<ConfirmSignUpRequest>(
            "confirm-sign-up",
            "Confirm a sign-up.\n\nThe link of a sign-up works once, for 24 hours, and with the password that was chosen at \
             that sign-up; then sign-in works. 400 naming `token`: it was used, is too old, or a newer one was mailed; naming \
             `password`: the link still works.",
            |request, client| request.remote_address = client.address.to_string(),
        ))
        .routes(open::<RequestResetRequest>(
            "forgot-password",
            "Request a new password.\n\nMails a link that works once, for 30 minutes; only the newest one works. Answers the \
             same for a known and an unknown address.",
            |request, client| {
                request.remote_address = client.address.to_string();
                let sent = std::mem::take(&mut request.device_token);
                request.device_token = client.device_token(Some(sent)).unwrap_or_default();
            },
        ))
        .routes(route::<ResetPasswordRequest, Null, _, _>(
            "reset-password",
            "Set a new password by a mailed link.\n\nEnds all sessions of the person, and mails the person. 400 naming `token`: the \
             link was used, is too old, or a newer one was mailed; naming `password`: the link still works. From then on \
             the account recognizes only the browser of the web app that used the link.",
            reset_password,
        ))
}

async fn confirm_address(_: Open<ConfirmAddressRequest>) -> Result<Envelope<Null>, Failure> {
    Err(Error::invalid("password", "is needed beside the link: call confirm-sign-up").into())
}

async fn reset_password(
    State(gateway): State<Arc<Gateway>>,
    Open { client, mut request }: Open<ResetPasswordRequest>,
) -> Result<Response, Failure> {
    request.remote_address = client.address.to_string();
    request.remember_device = client.is_web_app;
    let done = gateway.services.call_as_gateway(request).await?;
    done.ended.iter().for_each(|handle| gateway.end_session(handle));
    let mut response = Envelope::from(Null).into_response();
    if client.is_web_app && !done.device_token.is_empty() {
        let device_token = Secret::new(done.device_token);
        add_cookies(&mut response, [cookies::set_device(&gateway.config.origin, &device_token)]);
    }
    Ok(response)
}
