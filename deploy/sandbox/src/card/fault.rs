//! Errors in the provider's own shape.

use serde_json::{Map, Value, json};

/// What is answered instead of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// HTTP status.
    pub status: u16,
    /// `type`, such as `invalid_request_error`.
    pub kind: &'static str,
    /// `code`, where there is one.
    pub code: Option<String>,
    /// For the developer.
    pub message: String,
    /// Which parameter it is about.
    pub param: Option<String>,
    /// Further members of the error, such as `decline_code` and `payment_intent`.
    pub more: Map<String, Value>,
}

impl Fault {
    /// A request that is wrong: status 400.
    pub fn invalid(message: impl Into<String>) -> Fault {
        Fault {
            status: 400,
            kind: "invalid_request_error",
            code: None,
            message: message.into(),
            param: None,
            more: Map::new(),
        }
    }

    /// A parameter that is wrong.
    pub fn param(name: &str, message: impl Into<String>) -> Fault {
        Fault { param: Some(name.to_owned()), ..Fault::invalid(message) }
    }

    /// No such object: status 404.
    pub fn missing(kind: &str, id: &str, param: &str) -> Fault {
        Fault {
            status: 404,
            ..Fault::param(param, format!("No such {kind}: '{id}'")).code("resource_missing")
        }
    }

    /// A key that is missing or wrong: status 401.
    pub fn unauthorized(message: &str) -> Fault {
        Fault { status: 401, ..Fault::invalid(message) }
    }

    /// An account that is not the key's: status 403.
    pub fn account(account: &str) -> Fault {
        let message = format!(
            "The provided key does not have access to account '{account}' (or that account \
             does not exist). Application access may have been revoked."
        );
        Fault { status: 403, ..Fault::invalid(message).code("account_invalid") }
    }

    /// An idempotency key that came with other parameters before.
    pub fn idempotency(key: &str) -> Fault {
        let message = format!(
            "Keys for idempotent requests can only be used with the same parameters they were first used \
             with. Try using a key other than '{key}' if you meant to execute a different request."
        );
        Fault { kind: "idempotency_error", ..Fault::invalid(message) }
    }

    /// An object that is not in a state for this call.
    pub fn state(message: impl Into<String>) -> Fault {
        Fault::invalid(message).code("payment_intent_unexpected_state")
    }

    /// The provider's own failure.
    pub fn server(message: &str) -> Fault {
        Fault { status: 500, kind: "api_error", ..Fault::invalid(message) }
    }

    /// With this code.
    pub fn code(self, code: &str) -> Fault {
        Fault { code: Some(code.to_owned()), ..self }
    }

    /// With a further member.
    pub fn with(mut self, name: &str, value: Value) -> Fault {
        self.more.insert(name.to_owned(), value);
        self
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        let mut error = self.more.clone();
        error.insert("type".into(), json!(self.kind));
        error.insert("message".into(), json!(self.message));
        if let Some(code) = &self.code {
            error.insert("code".into(), json!(code));
            error.insert(
                "doc_url".into(),
                json!(format!("https://stripe.com/docs/error-codes/{}", code.replace('_', "-"))),
            );
        }
        if let Some(param) = &self.param {
            error.insert("param".into(), json!(param));
        }
        json!({ "error": error })
    }
}
