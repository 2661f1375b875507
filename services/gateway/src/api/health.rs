//! Whether this process lives, and whether all of Saffron answers.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Gateway;
use crate::http::envelope::{Failure, Failures, Null, envelope, json};
use crate::session::Visitor;

/// The services that do not answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Readiness {
    /// The services that do not answer; empty when all is well.
    not_ready: Vec<&'static str>,
}

envelope! {
    /// The answer of `healthz`.
    HealthEnvelope(null)
}

/// The answer of `readyz`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadyEnvelope {
    status: u16,
    body: Readiness,
    message: String,
}

/// Whether this process lives.
#[utoipa::path(
    get, path = "/healthz", operation_id = "healthz", tag = "health",
    responses((status = 200, description = "The process is alive.", body = HealthEnvelope))
)]
pub async fn healthz() -> HealthEnvelope {
    Null.into()
}

/// Whether all services answer.
#[utoipa::path(
    get, path = "/readyz", operation_id = "readyz", tag = "health",
    responses(
        (status = 200, description = "All answer.", body = ReadyEnvelope),
        (status = 503, description = "Some do not; the body names them.", body = ReadyEnvelope),
        Failures
    )
)]
pub async fn readyz(State(gateway): State<Arc<Gateway>>, visitor: Visitor) -> Result<Response, Failure> {
    gateway.limits.open_call(visitor.address)?;
    let mut not_ready = gateway.services.not_serving().await;
    if !gateway.nats.is_connected() {
        not_ready.push("nats");
    }
    let (status, message) = if not_ready.is_empty() {
        (StatusCode::OK, String::new())
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, format!("Not ready: {}.", not_ready.join(", ")))
    };
    let answer = ReadyEnvelope { status: status.as_u16(), body: Readiness { not_ready }, message };
    let mut response = json(status, &answer);
    if status != StatusCode::OK {
        response.headers_mut().insert(http::header::RETRY_AFTER, http::HeaderValue::from_static("1"));
    }
    Ok(response)
}
