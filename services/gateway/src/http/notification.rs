//! The envelope of the notification service's calls: `status` is called `statuscode` there, and the
//! wrong field is named beside it.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::header;
use serde::{Deserialize, Serialize};
use utoipa::{IntoResponses, ToSchema};

use super::envelope::json;

/// The path that notification calls begin with.
const BASE: &str = "/notification/api/";
/// The longest failure, bytes.
const MAX_FAILURE: usize = 1 << 16;

/// A failure of a notification call.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationErrorEnvelope {
    /// The HTTP status.
    statuscode: u16,
    /// What is wrong and what to do next.
    message: String,
    /// The wrong field.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
}

/// The failures of these calls, for the OpenAPI document.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the derive only")]
pub enum NotificationFailures {
    /// What went wrong; message says what to do next.
    #[response(status = "default")]
    Any(NotificationErrorEnvelope),
}

/// A failure in the envelope of all other calls.
#[derive(Deserialize)]
struct OtherEnvelope {
    message: String,
    body: Option<Field>,
}

#[derive(Deserialize)]
struct Field {
    field: Option<String>,
}

/// Puts failures of the notification calls, from any layer, into the envelope of these calls.
pub async fn own_envelope(request: Request, next: Next) -> Response {
    let is_ours = request.uri().path().starts_with(BASE);
    let response = next.run(request).await;
    if !is_ours || response.status().is_success() {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, MAX_FAILURE).await.unwrap_or_default();
    let Ok(other) = serde_json::from_slice::<OtherEnvelope>(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    let field = other.body.and_then(|body| body.field);
    let own = NotificationErrorEnvelope { statuscode: parts.status.as_u16(), message: other.message, field };
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, json(http::StatusCode::OK, &own).into_body())
}
