//! Errors in Clover's own shape.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// An error answer of Clover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// HTTP status.
    pub status: StatusCode,
    /// For people.
    pub message: String,
}

impl Fault {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Fault {
        Fault { status, message: message.into() }
    }

    /// A request that is wrong.
    pub fn invalid(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, message)
    }

    /// No such object or call.
    pub fn missing() -> Fault {
        Fault::new(StatusCode::NOT_FOUND, "Not Found")
    }

    /// A token that is missing, unknown, expired, revoked, or without the permission: Clover does not say which.
    pub fn unauthorized() -> Fault {
        Fault::new(StatusCode::UNAUTHORIZED, "401 Unauthorized")
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "message": self.message }))).into_response()
    }
}
