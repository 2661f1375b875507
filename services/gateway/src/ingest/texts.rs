//! Webhooks of the SMS provider: texts from guests, and delivery statuses. It signs the address and the form of each call.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts as _, OriginalUri, Request, State};
use axum::response::{IntoResponse as _, Response};
use http::{StatusCode, header};
use saffron_proto::marketing::{self as proto, SmsWebhook};

use crate::Gateway;
use crate::http::body::FormBytes;
use crate::http::envelope::{Failure, Failures};
use crate::session::Client;

/// The provider's call; marketing checks its signature.
pub struct Webhook(SmsWebhook);

impl FromRequest<Arc<Gateway>> for Webhook {
    type Rejection = Response;
    async fn from_request(request: Request, gateway: &Arc<Gateway>) -> Result<Webhook, Response> {
        let (mut parts, body) = request.into_parts();
        let client = Client::from_request_parts(&mut parts, gateway).await;
        let address = client.map_err(Failure::into_response)?.address;
        let uri = parts.extensions.get().map_or(&parts.uri, |OriginalUri(uri)| uri);
        let path = uri.path_and_query().map_or(uri.path(), |path| path.as_str());
        let url = format!("{}{path}", gateway.config.origin);
        let signature = parts.headers.get("x-twilio-signature").and_then(|value| value.to_str().ok());
        let signature = signature.unwrap_or_default().to_owned();
        let FormBytes(body) = FormBytes::from_request(Request::from_parts(parts, body), gateway).await?;
        gateway.limits.open_call(address).map_err(|error| Failure::from(error).into_response())?;
        Ok(Webhook(SmsWebhook { body: body.into(), signature, url }))
    }
}

/// A text from a guest; answered in TwiML.
#[utoipa::path(
    post, path = "/notification/webhooks/sms/inbound", operation_id = "takeText", tag = "marketing",
    params(("X-Twilio-Signature" = String, Header, description = "Proves that the provider sent it.")),
    request_body(content = String, description = "A text from a guest.", content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "The reply to the guest.", body = String, content_type = "text/xml"), Failures)
)]
pub async fn take_text(
    State(gateway): State<Arc<Gateway>>,
    Webhook(webhook): Webhook,
) -> Result<Response, Failure> {
    let call = proto::TakeTextRequest { webhook: Some(webhook) };
    let reply = gateway.services.call_as_gateway(call).await?.reply;
    Ok(([(header::CONTENT_TYPE, "text/xml; charset=utf-8")], twiml(&reply)).into_response())
}

/// A delivery status of a text.
#[utoipa::path(
    post, path = "/notification/webhooks/sms/status", operation_id = "takeTextStatus", tag = "marketing",
    params(("X-Twilio-Signature" = String, Header, description = "Proves that the provider sent it.")),
    request_body(content = String, description = "The delivery status of a text.", content_type = "application/x-www-form-urlencoded"),
    responses((status = 204, description = "Recorded."), Failures)
)]
pub async fn take_text_status(
    State(gateway): State<Arc<Gateway>>,
    Webhook(webhook): Webhook,
) -> Result<StatusCode, Failure> {
    gateway.services.call_as_gateway(proto::TakeTextStatusRequest { webhook: Some(webhook) }).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn twiml(reply: &str) -> String {
    // In the text of an element nothing else has to be escaped.
    let text = reply.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let message = if text.is_empty() { text } else { format!("<Message>{text}</Message>") };
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Response>{message}</Response>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reply_is_no_markup() {
        assert!(twiml("").ends_with("<Response></Response>"));
        assert!(twiml("Ben & Jo <b>").ends_with("<Message>Ben &amp; Jo &lt;b&gt;</Message></Response>"));
    }
}
