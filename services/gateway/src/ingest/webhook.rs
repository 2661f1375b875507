//! Webhooks of the card provider.

use std::sync::Arc;

use axum::extract::State;
use http::HeaderMap;
use saffron_proto::http::Null;
use saffron_proto::payments::TakeWebhookRequest;

use crate::Gateway;
use crate::http::body::JsonBytes;
use crate::http::document::envelopes;
use crate::http::envelope::{Envelope, Failure, Failures};
use crate::session::Client;

envelopes! {
    /// The answer of `takeWebhook`.
    WebhookEnvelope(Null);
}

/// Webhook of the card provider. Events are signed, and repeated until they are answered.
#[utoipa::path(
    post, path = "/payments/v1/webhooks", operation_id = "takeWebhook", tag = "payments",
    params(("Stripe-Signature" = String, Header, description = "Proves that the provider sent it now.")),
    request_body(content = Value, description = "An event of the provider.", content_type = "application/json"),
    responses((status = 200, description = "Stored.", body = WebhookEnvelope), Failures)
)]
pub async fn take_webhook(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    headers: HeaderMap,
    JsonBytes(body): JsonBytes,
) -> Result<Envelope<Null>, Failure> {
    gateway.limits.open_call(client.address)?;
    let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let call = TakeWebhookRequest { body: body.into(), signature: signature.to_owned() };
    gateway.services.call_as_gateway(call).await?;
    Ok(Null.into())
}
