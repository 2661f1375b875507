//! What the SMS provider tells: what people write, and what became of texts. It signs the address that it calls with
//! all that it tells.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{OriginalUri, State};
use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use saffron_proto::marketing::{self as proto, SmsWebhook};

use crate::Gateway;
use crate::http::envelope::{Failure, Failures};
use crate::http::json::FormBytes;
use crate::pages::escape;
use crate::session::Visitor;

/// The provider's call, for marketing to check its signature.
fn webhook(gateway: &Gateway, uri: &Uri, headers: &HeaderMap, body: bytes::Bytes) -> SmsWebhook {
    let signature = headers.get("x-twilio-signature").and_then(|value| value.to_str().ok());
    let path = uri.path_and_query().map_or(uri.path(), |path| path.as_str());
    SmsWebhook {
        body: body.into(),
        signature: signature.unwrap_or_default().to_owned(),
        url: format!("{}{path}", gateway.config.origin),
    }
}

/// A text from a guest; answered in TwiML.
#[utoipa::path(
    post, path = "/notification/webhooks/sms/inbound", operation_id = "takeText", tag = "marketing",
    params(("X-Twilio-Signature" = String, Header, description = "Proves that the provider sent it.")),
    request_body(content = String, description = "A text that came in.", content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "The reply to the guest.", body = String, content_type = "text/xml"), Failures)
)]
pub async fn take_text(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    FormBytes(body): FormBytes,
) -> Result<Response, Failure> {
    gateway.limits.open_call(visitor.address)?;
    let webhook = Some(webhook(&gateway, &uri, &headers, body));
    let reply = gateway.services.call_as_gateway(proto::TakeTextRequest { webhook }).await?.reply;
    let mut response = Response::new(Body::from(twiml(&reply)));
    let xml = HeaderValue::from_static("text/xml; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, xml);
    Ok(response)
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
    visitor: Visitor,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    FormBytes(body): FormBytes,
) -> Result<StatusCode, Failure> {
    gateway.limits.open_call(visitor.address)?;
    let webhook = Some(webhook(&gateway, &uri, &headers, body));
    gateway.services.call_as_gateway(proto::TakeTextStatusRequest { webhook }).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn twiml(reply: &str) -> String {
    let message =
        if reply.is_empty() { String::new() } else { format!("<Message>{}</Message>", escape(reply)) };
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Response>{message}</Response>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_no_markup() {
        assert!(twiml("").ends_with("<Response></Response>"));
        assert!(twiml("Ben & Jo <b>").ends_with("<Message>Ben &amp; Jo &lt;b&gt;</Message></Response>"));
    }
}
