//! The one list of failures that a caller may see. The gateway maps it to HTTP, kit to gRPC; their
//! causes are logged and never shown.

use std::fmt;
use std::str::FromStr;

/// What kind of failure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// A field is missing or wrong.
    Invalid,
    /// No session, or an ended one.
    Unauthenticated,
    /// The caller has no access to it, or it does not exist.
    Forbidden,
    /// It does not exist.
    NotFound,
    /// Conflicts with what is there already.
    Conflict,
    /// The request is larger than allowed.
    TooLarge,
    /// Too many calls: try again later.
    TooMany,
    /// A part of Saffron is down: try again later.
    Unavailable,
    /// A fault of Saffron.
    Internal,
}

/// A failure as a caller may see it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Error {
    /// What kind of failure.
    pub code: Code,
    /// The wrong field, as the caller names it.
    pub field: Option<String>,
    /// What is wrong and what to do next. Never holds a secret.
    pub message: String,
    /// Seconds after which another try makes sense.
    pub retry_after: Option<u32>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => write!(f, "{field}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl Error {
    /// A failure of this kind.
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error { code, field: None, message: message.into(), retry_after: None }
    }

    /// A wrong or missing field.
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Error {
        Error::new(Code::Invalid, message).about(field)
    }

    /// A location that is not the caller's, or does not exist: the answer is the same.
    #[must_use]
    pub fn not_your_location() -> Error {
        Error::new(Code::Forbidden, "This location is not linked to you.").about("posID")
    }

    /// A change of a sample restaurant.
    #[must_use]
    pub fn read_only_sample() -> Error {
        let message = "This is a sample restaurant. Connect your own to change things.";
        Error::new(Code::Forbidden, message).about("posID")
    }

    /// No session, or an ended one.
    #[must_use]
    pub fn session_ended() -> Error {
        Error::new(Code::Unauthenticated, "Your session has been expired. Please login again.")
    }

    /// A part of Saffron is down.
    pub fn unavailable(message: impl Into<String>) -> Error {
        Error { retry_after: Some(1), ..Error::new(Code::Unavailable, message) }
    }

    /// Names the wrong field.
    #[must_use]
    pub fn about(mut self, field: impl Into<String>) -> Error {
        self.field = Some(field.into());
        self
    }

    /// Sets after how many seconds another try makes sense.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Error {
        self.retry_after = Some(seconds);
        self
    }
}

/// Reads the text of a field.
///
/// # Errors
/// Invalid, naming the field, if the text cannot be read.
pub fn parse_field<T: FromStr<Err: fmt::Display>>(field: &str, text: &str) -> Result<T, Error> {
    text.parse().map_err(|e| Error::invalid(field, format!("{e}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PosId;

    #[test]
    fn a_text_that_cannot_be_read_is_refused_by_its_field() {
        assert_eq!(parse_field::<PosId>("posID", "p1").unwrap().as_str(), "p1");
        let error = parse_field::<PosId>("posID", "no id").unwrap_err();
        assert_eq!((error.code, error.field.as_deref()), (Code::Invalid, Some("posID")));
    }
}
