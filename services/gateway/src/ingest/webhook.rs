//! What the card provider sends by itself.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::HeaderMap;
use saffron_proto::payments::TakeWebhookRequest;

use crate::Gateway;
use crate::http::envelope::{Failure, Failures, Null, envelope};
use crate::http::json::JsonBytes;
use crate::session::Visitor;

envelope! {
    /// The answer of `takeWebhook`.
    WebhookEnvelope(null)
}

/// Webhook of the card provider. Events are signed, and sent again until they are answered.
#[utoipa::path(
    post, path = "/payments/v1/webhooks", operation_id = "takeWebhook", tag = "payments",
    params(("Stripe-Signature" = String, Header, description = "Proves that the provider sent it now.")),
    request_body(content = Value, description = "An event of the provider.", content_type = "application/json"),
    responses((status = 200, description = "Stored.", body = WebhookEnvelope), Failures)
)]
pub async fn take_webhook(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    headers: HeaderMap,
    JsonBytes(body): JsonBytes,
) -> Result<Response, Failure> {
    gateway.limits.open_call(visitor.address)?;
    let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let call = TakeWebhookRequest { body: body.into(), signature: signature.to_owned() };
    gateway.services.call_as_gateway(call).await?;
    Ok(WebhookEnvelope::from(Null).into_response())
}
