//! The envelope of every answer: `{status, body, message}`, with the HTTP status equal to `status`.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use saffron_core::{Code, Error};
use saffron_kit::Fault;
pub use saffron_proto::http::Null;
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

/// Defines the envelope of one call: a type of its own, so that the OpenAPI document names it.
macro_rules! envelope {
    ($(#[$doc:meta])* $name:ident(null)) => {
        $crate::http::envelope::envelope! { @of $(#[$doc])* $name($crate::http::envelope::Null) #[schema(inline)] }
    };
    ($(#[$doc:meta])* $name:ident($body:ty)) => {
        $crate::http::envelope::envelope! { @of $(#[$doc])* $name($body) }
    };
    (@of $(#[$doc:meta])* $name:ident($body:ty) $(#[$schema:meta])*) => {
        $(#[$doc])*
        #[derive(Debug, serde::Serialize, utoipa::ToSchema)]
        pub struct $name {
            /// The HTTP status.
            status: u16,
            $(#[$schema])*
            body: $body,
            /// Empty.
            message: &'static str,
        }

        impl From<$body> for $name {
            fn from(body: $body) -> $name {
                $name { status: 200, body, message: "" }
            }
        }

        impl axum::response::IntoResponse for $name {
            fn into_response(self) -> axum::response::Response {
                $crate::http::envelope::json(http::StatusCode::OK, &self)
            }
        }
    };
}
pub(crate) use envelope;

/// Details of a failure.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// The field that is wrong.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Of a batch of events: the place of the first that is wrong, from 0.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// Of a batch of events: the id of the first that is wrong, where it could be read.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// A failure.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorEnvelope {
    /// The HTTP status.
    status: u16,
    /// Its address.
    #[schema(required)]
    body: Option<ErrorBody>,
    /// What is wrong and what to do next.
    message: String,
}

/// Every call's failures, for the OpenAPI document.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the derive only")]
pub enum Failures {
    /// What went wrong; message says what to do next.
    #[response(status = "default")]
    Any(ErrorEnvelope),
}

/// A failure on its way to the caller.
#[derive(Debug)]
pub struct Failure {
    error: Error,
    event: Option<(usize, Option<String>)>,
}

impl Failure {
    /// Names the event of a batch that is wrong.
    #[must_use]
    pub fn of_event(error: Error, event: usize, id: Option<String>) -> Failure {
        Failure { error, event: Some((event, id)) }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure { error, event: None }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        fault.into_answer().into()
    }
}

fn status_of(code: Code) -> StatusCode {
    match code {
        Code::Invalid => StatusCode::BAD_REQUEST,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        Code::Forbidden => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::Conflict => StatusCode::CONFLICT,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Failure { error, event } = self;
        let status = status_of(error.code);
        let body = match (event, error.field) {
            (Some((event, id)), field) => Some(ErrorBody { field, event: Some(event), id }),
            (None, Some(field)) => Some(ErrorBody { field: Some(field), event: None, id: None }),
            (None, None) => None,
        };
        let mut response = failure(status, body, error.message);
        let retry_after = match error.code {
            Code::TooMany | Code::Unavailable => Some(error.retry_after.unwrap_or(1)),
            _ => error.retry_after,
        };
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// An answer of failure that no [`Code`] stands for, such as 405.
pub fn refusal(status: StatusCode, message: &str) -> Response {
    failure(status, None, message.to_owned())
}

fn failure(status: StatusCode, body: Option<ErrorBody>, message: String) -> Response {
    json(status, &ErrorEnvelope { status: status.as_u16(), body, message })
}

/// An answer of JSON.
pub fn json(status: StatusCode, body: &impl Serialize) -> Response {
    match serde_json::to_vec(body) {
        Ok(bytes) => {
            let mut response = Response::new(Body::from(bytes));
            *response.status_mut() = status;
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            response
        }
        Err(error) => {
            tracing::error!(%error, "an answer cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
