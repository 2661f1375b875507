//! Errors in the provider's own shape.

use std::fmt;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

/// An error answer of the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// HTTP status.
    pub status: StatusCode,
    /// The members of the error, such as `type`, `code`, `message` and `param`.
    pub error: Map<String, Value>,
}

impl Fault {
    fn new(status: StatusCode, kind: &str, message: impl Into<String>) -> Fault {
        Fault { status, error: Map::new() }.with("type", kind).with("message", message.into())
    }

    /// Adds a member to the error.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Fault {
        self.error.insert(name.to_owned(), value.into());
        self
    }

    /// Sets the `code` of the error.
    pub fn code(self, code: &str) -> Fault {
        let url = format!("https://stripe.com/docs/error-codes/{}", code.replace('_', "-"));
        self.with("code", code).with("doc_url", url)
    }

    /// A request that is wrong.
    pub fn invalid(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, "invalid_request_error", message)
    }

    /// A parameter that is wrong.
    pub fn param(name: &str, message: impl Into<String>) -> Fault {
        Fault::invalid(message).with("param", name)
    }

    /// No such object.
    pub fn missing(kind: &str, id: &str, param: &str) -> Fault {
        let fault = Fault::param(param, format!("No such {kind}: '{id}'")).code("resource_missing");
        Fault { status: StatusCode::NOT_FOUND, ..fault }
    }

    /// A key that is missing or wrong.
    pub fn unauthorized(message: &str) -> Fault {
        Fault { status: StatusCode::UNAUTHORIZED, ..Fault::invalid(message) }
    }

    /// Too many calls.
    pub fn too_many() -> Fault {
        let message = "Request rate limit exceeded. You can learn more about rate limits here \
                       https://stripe.com/docs/rate-limits.";
        Fault { status: StatusCode::TOO_MANY_REQUESTS, ..Fault::invalid(message).code("rate_limit") }
    }

    /// An account that is not the key's.
    pub fn account(account: &str) -> Fault {
        let message = format!(
            "The provided key does not have access to account '{account}' (or that account \
             does not exist). Application access may have been revoked."
        );
        Fault { status: StatusCode::FORBIDDEN, ..Fault::invalid(message).code("account_invalid") }
    }

    /// An idempotency key that came with other parameters before.
    pub fn idempotency(key: &str) -> Fault {
        let message = format!(
            "Keys for idempotent requests can only be used with the same parameters they were first used \
             with. Try using a key other than '{key}' if you meant to execute a different request."
        );
        Fault::new(StatusCode::BAD_REQUEST, "idempotency_error", message)
    }

    /// An object that is not in a state for this call.
    pub fn state(message: impl Into<String>) -> Fault {
        Fault::invalid(message).code("payment_intent_unexpected_state")
    }

    /// A card that was declined.
    pub fn declined(code: &str, message: &str) -> Fault {
        Fault::new(StatusCode::PAYMENT_REQUIRED, "card_error", message).code(code)
    }

    /// The provider's own failure.
    pub fn server(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "api_error", message)
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        json!({ "error": self.error })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.body())
    }
}

impl std::error::Error for Fault {}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(self.body())).into_response()
    }
}
