//! The envelope of every answer: `{status, body, message}`, with the HTTP status equal to `status`.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use saffron_core::{Code, Error};
use saffron_kit::Fault;
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

/// An answer in its envelope.
#[derive(Debug, Serialize)]
pub struct Envelope<T> {
    status: u16,
    body: T,
    message: String,
}

impl<T> Envelope<T> {
    /// An envelope with another status than 200.
    pub fn with(status: StatusCode, body: T, message: String) -> Envelope<T> {
        Envelope { status: status.as_u16(), body, message }
    }
}

impl<T> From<T> for Envelope<T> {
    fn from(body: T) -> Envelope<T> {
        Envelope::with(StatusCode::OK, body, String::new())
    }
}

impl<T: Serialize> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        json(StatusCode::from_u16(self.status).unwrap_or_default(), &self)
    }
}

/// Details of a failure.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// The wrong field.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Of a batch of events: the index of the first wrong one, from 0.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// Of a batch of events: the id of the first wrong one, if it can be read.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// A failure.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorEnvelope {
    /// The HTTP status.
    status: u16,
    /// Which field or event is wrong; null if it is neither.
    body: Option<ErrorBody>,
    /// What is wrong and what to do next.
    message: String,
}

/// The failures of every call, for the OpenAPI document.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the derive only")]
pub enum Failures {
    /// What went wrong; message says what to do next.
    #[response(status = "default")]
    Any(ErrorEnvelope),
}

/// A failure, before it is answered.
#[derive(Debug)]
pub struct Failure {
    error: Error,
    event: Option<(usize, Option<String>)>,
}

impl Failure {
    /// A failure that names the wrong event of a batch.
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

/// A failure without a [`Code`], such as 405.
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
