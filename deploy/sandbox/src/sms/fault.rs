//! Errors in the provider's own shape.

use serde_json::{Value, json};

/// What is answered instead of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// HTTP status.
    pub status: u16,
    /// The provider's number of the error, such as 21211.
    pub code: u32,
    /// For the developer.
    pub message: String,
}

impl Fault {
    /// An error with its number: status 400.
    pub fn new(code: u32, message: impl Into<String>) -> Fault {
        Fault { status: 400, code, message: message.into() }
    }

    /// A parameter that is missing.
    pub fn missing(code: u32, name: &str) -> Fault {
        Fault::new(code, format!("A '{name}' parameter is required."))
    }

    /// 21211: no number that can be sent to.
    pub fn bad_number(to: &str) -> Fault {
        Fault::new(21211, format!("The 'To' number {to} is not a valid phone number."))
    }

    /// 21610: the guest has said STOP.
    pub fn opted_out() -> Fault {
        Fault::new(21610, "Attempt to send to unsubscribed recipient")
    }

    /// 20003: account or token are missing or wrong.
    pub fn unauthorized() -> Fault {
        Fault { status: 401, ..Fault::new(20003, "Authenticate") }
    }

    /// 20404: no such thing.
    pub fn unknown(path: &str) -> Fault {
        Fault { status: 404, ..Fault::new(20404, format!("The requested resource {path} was not found")) }
    }

    /// 20429: too many calls.
    pub fn too_many() -> Fault {
        Fault { status: 429, ..Fault::new(20429, "Too Many Requests") }
    }

    /// 20500: the provider's own failure.
    pub fn server() -> Fault {
        Fault { status: 500, ..Fault::new(20500, "An internal server error has occurred") }
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        json!({
            "code": self.code,
            "message": self.message,
            "more_info": format!("https://www.twilio.com/docs/errors/{}", self.code),
            "status": self.status,
        })
    }
}
