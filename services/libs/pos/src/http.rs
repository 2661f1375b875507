//! Calls of a POS's HTTP API, with retries while it is away.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use backon::{BackoffBuilder as _, ExponentialBuilder};
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use serde_json::Value;
use tokio::time::Instant;

/// The first wait between two tries, and the longest one.
const SHORTEST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// Sends a request once. It has a deadline, and takes no answer that is larger than memory allows.
#[async_trait]
pub trait Transport: Send + Sync {
    /// The answer, whatever its status.
    ///
    /// # Errors
    /// Why there is none, without the URL: it may hold an id of a customer.
    async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, String>;
}

/// Why a POS gives no answer, or none that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PosError {
    /// The credential opens nothing any more: a person has to connect again.
    #[error("the credential is not valid any more")]
    Revoked,
    /// The credential lacks a permission.
    #[error("the credential lacks the permission {0}")]
    Lacks(String),
    /// Too many calls; with the pause that the POS asks for.
    #[error("the POS asks for fewer calls")]
    Limited(Option<Duration>),
    /// No answer, or none that is one: it may pass by itself.
    #[error("the POS does not answer: {0}")]
    Away(String),
    /// The POS refuses the call, in its own words.
    #[error("the POS refuses: {0}")]
    Refused(String),
    /// There is no such object.
    #[error("the POS has no such object")]
    Missing,
    /// The answer has another shape than the POS documents.
    #[error("the answer cannot be read: {0}")]
    Unreadable(String),
}

impl PosError {
    /// Whether another try may succeed without a person.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(self, PosError::Limited(_) | PosError::Away(_))
    }
}

/// An answer that is no success.
pub struct Refusal {
    /// Not 2xx, 429 or 5xx.
    pub status: StatusCode,
    /// Its body.
    pub body: Bytes,
}

/// A server of a POS's API.
#[derive(Clone)]
pub struct Http {
    transport: Arc<dyn Transport>,
    base: String,
    patience: Duration,
}

/// A call.
pub struct Call<'a> {
    /// GET, or POST with a body.
    pub path: &'a str,
    /// Of the URL.
    pub query: &'a [(&'a str, &'a str)],
    /// JSON.
    pub body: Option<&'a Value>,
    /// The value of the Authorization header.
    pub authorization: Option<&'a str>,
    /// Further headers.
    pub headers: &'a [(&'static str, &'a str)],
}

impl Http {
    /// The API at `base`. A call is tried again for at most `patience` while the POS is away or asks for fewer calls.
    #[must_use]
    pub fn new(base: &str, transport: Arc<dyn Transport>, patience: Duration) -> Http {
        Http { transport, base: base.trim_end_matches('/').to_owned(), patience }
    }

    /// Makes a call that answers JSON: 429, 5xx, time-outs, broken connections and answers that are no JSON are tried again until
    /// patience ends.
    ///
    /// # Errors
    /// The refusal, as the inner error; else see [`PosError`].
    pub async fn send(&self, call: &Call<'_>) -> Result<Result<Bytes, Refusal>, PosError> {
        Ok(self.send_whole(call).await?.map(Response::into_body))
    }

    /// The same, with the head of the answer.
    ///
    /// # Errors
    /// As with [`Http::send`].
    pub async fn send_whole(&self, call: &Call<'_>) -> Result<Result<Response<Bytes>, Refusal>, PosError> {
        let start = Instant::now();
        let waits = ExponentialBuilder::new().with_min_delay(SHORTEST_WAIT).with_max_delay(LONGEST_WAIT);
        let mut waits = waits.without_max_times().with_jitter().build();
        loop {
            let (error, after) = match self.once(self.request(call)?).await {
                Once::Done(answer) => return Ok(answer),
                Once::Later(error, after) => (error, after),
            };
            let wait = after.or_else(|| waits.next()).unwrap_or(LONGEST_WAIT);
            if start.elapsed() + wait > self.patience {
                return Err(error);
            }
            tokio::time::sleep(wait).await;
        }
    }

    /// The URL of a page for people.
    #[must_use]
    pub fn page(&self, path: &str, query: &[(&str, &str)]) -> String {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("{}{path}{mark}{query}", self.base)
    }

    fn request(&self, call: &Call<'_>) -> Result<Request<Bytes>, PosError> {
        let wrong = |e: &dyn std::fmt::Display| PosError::Refused(format!("a call that cannot be made: {e}"));
        let method = if call.body.is_some() { Method::POST } else { Method::GET };
        let mut request = Request::builder().method(method).uri(self.page(call.path, call.query));
        for (name, value) in call.headers {
            request = request.header(*name, *value);
        }
        if let Some(authorization) = call.authorization {
            let mut value = HeaderValue::try_from(authorization).map_err(|_| PosError::Revoked)?;
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        let body = match call.body {
            None => Bytes::new(),
            Some(body) => {
                request = request.header(CONTENT_TYPE, "application/json");
                serde_json::to_vec(body).map_err(|e| wrong(&e))?.into()
            }
        };
        request.body(body).map_err(|e| wrong(&e))
    }

    async fn once(&self, request: Request<Bytes>) -> Once {
        let response = match self.transport.send(request).await {
            Ok(response) => response,
            Err(why) => return Once::Later(PosError::Away(why), None),
        };
        let (head, body) = response.into_parts();
        let after = head.headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
        let after = after.map(Duration::from_secs);
        let status = head.status;
        if status == StatusCode::TOO_MANY_REQUESTS {
            return Once::Later(PosError::Limited(after), after);
        }
        if status.is_server_error() {
            return Once::Later(PosError::Away(format!("status {}", status.as_u16())), after);
        }
        if !status.is_success() {
            return Once::Done(Err(Refusal { status, body }));
        }
        // A page for people, from a proxy or during maintenance, or the beginning of an answer.
        if serde_json::from_slice::<serde::de::IgnoredAny>(&body).is_err() {
            return Once::Later(PosError::Away("its answer is no whole JSON".to_owned()), after);
        }
        Once::Done(Ok(Response::from_parts(head, body)))
    }
}

enum Once {
    Done(Result<Response<Bytes>, Refusal>),
    Later(PosError, Option<Duration>),
}
