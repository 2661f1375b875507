//! Errors in Square's own shape.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// An error answer of Square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// HTTP status.
    pub status: StatusCode,
    /// Such as `INVALID_REQUEST_ERROR`.
    pub category: &'static str,
    /// Such as `BAD_REQUEST`.
    pub code: &'static str,
    /// For people.
    pub detail: String,
    /// The field of the request that is wrong.
    pub field: Option<String>,
}

impl Fault {
    fn new(
        status: StatusCode,
        category: &'static str,
        code: &'static str,
        detail: impl Into<String>,
    ) -> Fault {
        Fault { status, category, code, detail: detail.into(), field: None }
    }

    /// A request that is wrong.
    pub fn invalid(code: &'static str, field: &str, detail: impl Into<String>) -> Fault {
        let field = Some(field.to_owned()).filter(|field| !field.is_empty());
        Fault { field, ..Fault::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST_ERROR", code, detail) }
    }

    /// No such object.
    pub fn missing(what: &str, id: &str) -> Fault {
        let detail = format!("Could not find {what} with id: {id}");
        Fault::new(StatusCode::NOT_FOUND, "INVALID_REQUEST_ERROR", "NOT_FOUND", detail)
    }

    /// No such call.
    pub fn no_call() -> Fault {
        let detail = "API endpoint for that URL path and HTTP method is not found.";
        Fault::new(StatusCode::NOT_FOUND, "INVALID_REQUEST_ERROR", "NOT_FOUND", detail)
    }

    /// A token that is missing, unknown, expired or revoked.
    pub fn unauthorized(code: &'static str, detail: &str) -> Fault {
        Fault::new(StatusCode::UNAUTHORIZED, "AUTHENTICATION_ERROR", code, detail)
    }

    /// A token without the scopes that a call needs.
    pub fn scopes(needed: &[&str]) -> Fault {
        let detail = format!(
            "The merchant has not given your application sufficient permissions to do that. The merchant must \
             authorize your application for the following scopes: {}",
            needed.join(" ")
        );
        Fault::new(StatusCode::FORBIDDEN, "AUTHENTICATION_ERROR", "INSUFFICIENT_SCOPES", detail)
    }

    /// A location that is not the merchant's.
    pub fn location(id: &str) -> Fault {
        let detail = format!("Not authorized to take actions with location_id={id}");
        Fault::new(StatusCode::FORBIDDEN, "AUTHENTICATION_ERROR", "FORBIDDEN", detail)
    }

    /// A version that is not the present one.
    pub fn conflict(detail: impl Into<String>) -> Fault {
        Fault::new(StatusCode::CONFLICT, "INVALID_REQUEST_ERROR", "CONFLICT", detail)
    }

    /// Too many calls.
    pub fn too_many() -> Fault {
        let detail = "Too many requests were sent. Please retry later.";
        Fault::new(StatusCode::TOO_MANY_REQUESTS, "RATE_LIMIT_ERROR", "RATE_LIMITED", detail)
    }

    /// Square's own failure.
    pub fn server(status: StatusCode) -> Fault {
        let code = match status {
            StatusCode::SERVICE_UNAVAILABLE => "SERVICE_UNAVAILABLE",
            _ => "INTERNAL_SERVER_ERROR",
        };
        Fault::new(
            status,
            "API_ERROR",
            code,
            "An internal error has occurred, and the API was unable to service your request.",
        )
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        let mut error = json!({ "category": self.category, "code": self.code, "detail": self.detail });
        if let (Some(error), Some(field)) = (error.as_object_mut(), &self.field) {
            error.insert("field".to_owned(), json!(field));
        }
        json!({ "errors": [error] })
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(self.body())).into_response()
    }
}
