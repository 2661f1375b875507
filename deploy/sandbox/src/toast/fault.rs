//! Errors in Toast's own shape.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// An error answer of Toast.
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

    /// A token that is missing, unknown or over, or a client that is none.
    pub fn unauthorized() -> Fault {
        Fault::new(StatusCode::UNAUTHORIZED, "Unauthorized")
    }

    /// A restaurant or a scope that the client does not have.
    pub fn forbidden() -> Fault {
        Fault::new(StatusCode::FORBIDDEN, "Forbidden")
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let status = self.status.as_u16();
        let body = json!({ "status": status, "code": 10_000 + u32::from(status), "message": self.message, "errors": [] });
        (self.status, Json(body)).into_response()
    }
}
