//! Webhooks of POS systems.

use std::sync::Arc;

use axum::extract::State;
use http::HeaderMap;
use saffron_proto::connectors::{Pos, TakePosWebhookRequest};
use saffron_proto::http::Null;

use crate::Gateway;
use crate::http::body::JsonBytes;
use crate::http::document::envelopes;
use crate::http::envelope::{Envelope, Failure, Failures};
use crate::session::Client;

envelopes! {
    /// The answer of `takeSquareWebhook`.
    SquareWebhookEnvelope(Null);
}

/// Webhook of Square: what it says has changed is read sooner. Events are signed.
#[utoipa::path(
    post, path = "/pos/v1/webhooks/square", operation_id = "takeSquareWebhook", tag = "connections",
    params(("x-square-hmacsha256-signature" = String, Header, description = "Proves that Square sent it here.")),
    request_body(content = Value, description = "An event of Square.", content_type = "application/json"),
    responses((status = 200, description = "Taken.", body = SquareWebhookEnvelope), Failures)
)]
pub async fn take_square_webhook(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    headers: HeaderMap,
    JsonBytes(body): JsonBytes,
) -> Result<Envelope<Null>, Failure> {
    gateway.limits.open_call(client.address)?;
    let signature = headers.get("x-square-hmacsha256-signature").and_then(|value| value.to_str().ok());
    let call = TakePosWebhookRequest {
        pos: Pos::Square.into(),
        body: body.into(),
        signature: signature.unwrap_or_default().to_owned(),
    };
    gateway.services.call_as_gateway(call).await?;
    Ok(Null.into())
}
