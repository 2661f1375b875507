//! Calls of the public HTTP API, with deadlines and retries while the server is away.

use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBuilder};
use bytes::Bytes;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde::Deserialize;
use tokio::time::Instant;

use saffron_core::Secret;

/// The deadline of one request.
const REQUEST_DEADLINE: Duration = Duration::from_secs(30);
/// The first wait between two tries, and the longest that is not the server's wish.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
const LONG_WAIT: Duration = Duration::from_secs(5);
/// A wait between two tries is at most this long, whatever Retry-After says.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The server refuses the call; a retry would not help.
    #[error("{url} answered {status}: {message}")]
    Refused {
        /// What was called.
        url: String,
        /// HTTP status.
        status: u16,
        /// The server's own message.
        message: String,
        /// The body of the answer.
        body: serde_json::Value,
    },
    /// There was no answer for too long.
    #[error("{url} did not answer for {} seconds (last: {last}). Is Saffron running? Then try again; what was sent is kept.", waited.as_secs())]
    Away {
        /// What was called.
        url: String,
        /// For how long it was tried.
        waited: Duration,
        /// The error of the last try.
        last: String,
    },
    /// The answer is not what docs/api.md says.
    #[error("{url} answered something else than expected: {why}")]
    Unexpected {
        /// What was called.
        url: String,
        /// What was wrong.
        why: String,
    },
    /// No HTTP client, or a text that cannot be sent.
    #[error("cannot call: {0}")]
    Client(String),
}

/// The form of every answer.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    #[serde(default)]
    body: serde_json::Value,
    #[serde(default)]
    message: String,
}

/// A server's address, and how long to wait for it.
#[derive(Debug, Clone)]
pub struct Api {
    http: Client,
    base: String,
    patience: Duration,
}

impl Api {
    /// The API of the instance at `base`, e.g. `http://localhost:8080`. A call is tried again for at most
    /// `patience` while there is no answer or the answer is 'later'.
    ///
    /// # Errors
    /// If no HTTP client can be made.
    pub fn new(base: &str, patience: Duration) -> Result<Api, ApiError> {
        let http = Client::builder()
            .timeout(REQUEST_DEADLINE)
            .connect_timeout(Duration::from_secs(5))
            .no_proxy()
            .build()
            .map_err(|e| ApiError::Client(e.to_string()))?;
        Ok(Api { http, base: base.trim_end_matches('/').to_owned(), patience })
    }

    /// Posts `json` to `path` and gives the answer's `body`. 429, 5xx, time-outs and broken connections are
    /// tried again with back-off, or when Retry-After says, until patience ends.
    ///
    /// # Errors
    /// See [`ApiError`].
    pub async fn post(
        &self,
        path: &str,
        bearer: Option<&Secret>,
        json: impl Into<Bytes>,
    ) -> Result<serde_json::Value, ApiError> {
        self.post_with(path, bearer, &[], json).await
    }

    /// As [`Api::post`], with further headers.
    ///
    /// # Errors
    /// See [`ApiError`].
    pub async fn post_with(
        &self,
        path: &str,
        bearer: Option<&Secret>,
        headers: &[(&str, &str)],
        json: impl Into<Bytes>,
    ) -> Result<serde_json::Value, ApiError> {
        let url = format!("{}{path}", self.base);
        let request = self.http.post(&url).body(json.into());
        let request = bearer.into_iter().fold(request, |request, key| request.bearer_auth(key.expose()));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        self.send(&url, request).await
    }

    /// Gets `path` as [`Api::post`] posts.
    ///
    /// # Errors
    /// See [`ApiError`].
    pub async fn get(&self, path: &str, bearer: &Secret) -> Result<serde_json::Value, ApiError> {
        let url = format!("{}{path}", self.base);
        self.send(&url, self.http.get(&url).bearer_auth(bearer.expose())).await
    }

    /// As [`Api::post`], for a call whose path ends with a session id, which messages then leave out.
    ///
    /// # Errors
    /// See [`ApiError`].
    pub async fn post_in_session(
        &self,
        path: &str,
        session: &Secret,
        json: impl Into<Bytes>,
    ) -> Result<serde_json::Value, ApiError> {
        let url = format!("{}{path}", self.base);
        let request = self.http.post(format!("{url}/{}", session.expose())).body(json.into());
        self.send(&url, request).await
    }

    /// Sends a request with retries; `url` is its name in messages.
    async fn send(&self, url: &str, request: RequestBuilder) -> Result<serde_json::Value, ApiError> {
        let request = request.header(CONTENT_TYPE, "application/json");
        let start = Instant::now();
        let waits = ExponentialBuilder::new().with_min_delay(SHORTEST_WAIT).with_max_delay(LONG_WAIT);
        let mut waits = waits.without_max_times().with_jitter().build();
        loop {
            let Some(request) = request.try_clone() else {
                return Err(ApiError::Client("the body cannot be sent again".to_owned()));
            };
            let (last, wait) = match once(url, request).await? {
                Try::Done(body) => return Ok(body),
                Try::Later { why, after } => (why, after),
            };
            let wait = wait.or_else(|| waits.next()).unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT);
            if start.elapsed() + wait > self.patience {
                return Err(ApiError::Away { url: url.to_owned(), waited: start.elapsed(), last });
            }
            tracing::debug!(%last, wait_ms = wait.as_millis() as u64, "trying again");
            tokio::time::sleep(wait).await;
        }
    }
}

/// Sends a request once.
async fn once(url: &str, request: RequestBuilder) -> Result<Try, ApiError> {
    let later = |error: reqwest::Error| Try::Later { why: root_cause(&error.without_url()), after: None };
    let response = match request.send().await {
        Ok(response) => response,
        Err(e) if e.is_builder() => return Err(ApiError::Client(e.without_url().to_string())),
        Err(e) => return Ok(later(e)),
    };
    let status = response.status();
    let after = response.headers().get(RETRY_AFTER).and_then(|v| v.to_str().ok()?.parse().ok());
    let text = match response.text().await {
        Ok(text) => text,
        Err(e) => return Ok(later(e)),
    };
    if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
        return Ok(Try::Later { why: format!("status {status}"), after: after.map(Duration::from_secs) });
    }
    let (url, answer) = (url.to_owned(), serde_json::from_str::<Answer>(&text));
    match (status.is_success(), answer) {
        (true, Ok(answer)) => Ok(Try::Done(answer.body)),
        (true, Err(e)) => Err(ApiError::Unexpected { url, why: e.to_string() }),
        (false, answer) => {
            let Answer { message, body } = answer.unwrap_or_default();
            Err(ApiError::Refused { url, status: status.as_u16(), message, body })
        }
    }
}

enum Try {
    Done(serde_json::Value),
    Later { why: String, after: Option<Duration> },
}

/// The innermost reason: 'Connection refused' rather than 'error sending request'.
fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}
