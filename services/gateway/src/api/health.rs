//! Health checks: of this process, and of all of Saffron.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use saffron_proto::http::Null;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Gateway;
use crate::http::document::envelopes;
use crate::http::envelope::{Envelope, Failure, Failures};
use crate::session::Client;

/// The services that do not respond.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Readiness {
    /// The services that do not respond; empty if all do.
    not_ready: Vec<&'static str>,
}

envelopes! {
    /// The answer of `healthz`.
    HealthEnvelope(Null);
    /// The answer of `readyz`.
    ReadyEnvelope(Readiness);
}

/// Whether this process is alive.
#[utoipa::path(
    get, path = "/healthz", operation_id = "healthz", tag = "health",
    responses((status = 200, description = "The process is alive.", body = HealthEnvelope))
)]
pub async fn healthz() -> Envelope<Null> {
    Null.into()
}

/// Whether all services respond.
#[utoipa::path(
    get, path = "/readyz", operation_id = "readyz", tag = "health",
    responses(
        (status = 200, description = "All respond.", body = ReadyEnvelope),
        (status = 503, description = "Some do not; the body names them.", body = ReadyEnvelope),
        Failures
    )
)]
pub async fn readyz(State(gateway): State<Arc<Gateway>>, client: Client) -> Result<Response, Failure> {
    gateway.limits.open_call(client.address)?;
    let mut not_ready = gateway.services.not_serving().await;
    if !gateway.nats.is_connected() {
        not_ready.push("nats");
    }
    let (status, message) = if not_ready.is_empty() {
        (StatusCode::OK, String::new())
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, format!("Not ready: {}.", not_ready.join(", ")))
    };
    let retry = (status != StatusCode::OK).then_some([(http::header::RETRY_AFTER, "1")]);
    Ok((retry, Envelope::with(status, Readiness { not_ready }, message)).into_response())
}
