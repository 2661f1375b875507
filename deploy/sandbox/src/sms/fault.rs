//! Errors in the provider's own shape.

use axum::http::StatusCode;
use serde_json::json;

use crate::http::Refusal;

/// An error with the provider's own number, such as 21211.
pub fn fault(status: StatusCode, code: u32, message: impl Into<String>) -> Refusal {
    let body = json!({ "code": code, "message": message.into(), "status": status.as_u16(),
        "more_info": format!("https://www.twilio.com/docs/errors/{code}") });
    Refusal { status, body }
}

/// A request that is wrong: status 400.
pub fn invalid(code: u32, message: impl Into<String>) -> Refusal {
    fault(StatusCode::BAD_REQUEST, code, message)
}

/// The error for an unknown path: 20404.
pub fn missing(path: &str) -> Refusal {
    fault(StatusCode::NOT_FOUND, 20404, format!("The requested resource {path} was not found"))
}

/// The error for too many calls: 20429.
pub fn too_many() -> Refusal {
    fault(StatusCode::TOO_MANY_REQUESTS, 20429, "Too Many Requests")
}
