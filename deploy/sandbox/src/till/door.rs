//! One POST at a time through a public door: a deadline each, and patience while the other side is away.

use std::fmt;
use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBuilder};
use bytes::Bytes;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Client, StatusCode};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

/// One request may take this long.
const REQUEST_DEADLINE: Duration = Duration::from_secs(30);
/// A wait between two tries is at most this long, whatever Retry-After says.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A key that never shows in a log.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a key.
    pub fn new(key: impl Into<String>) -> Secret {
        Secret(key.into())
    }

    /// Whether it is this key; how long it takes does not tell how much of it is right.
    #[must_use]
    pub fn is(&self, other: &str) -> bool {
        Sha256::digest(&self.0) == Sha256::digest(other)
    }

    /// The key itself: for a header, or for a file that only its owner may read.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Why a door stayed shut.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// The server said no, and would say so again.
    #[error("{url} answered {status}: {message}")]
    Refused {
        /// What was called.
        url: String,
        /// HTTP status.
        status: u16,
        /// The server's own words.
        message: String,
        /// What the answer says about it.
        body: serde_json::Value,
    },
    /// Nobody answered for too long.
    #[error("{url} did not answer for {} seconds (last: {last}). Is Saffron running? Then try again; what was sent is kept.", waited.as_secs())]
    Away {
        /// What was called.
        url: String,
        /// For how long it was tried.
        waited: Duration,
        /// What came of the last try.
        last: String,
    },
    /// The answer is not what docs/api.md says.
    #[error("{url} answered something else than expected: {why}")]
    Strange {
        /// What was called.
        url: String,
        /// What was wrong.
        why: String,
    },
    /// No HTTP client, or a text that cannot be sent.
    #[error("cannot call: {0}")]
    Client(String),
}

/// The answers of all doors have one form.
#[derive(Debug, Deserialize)]
struct Answer {
    #[serde(default)]
    body: serde_json::Value,
    #[serde(default)]
    message: String,
}

/// A server's address, and how long to wait for it.
#[derive(Debug, Clone)]
pub struct Door {
    http: Client,
    base: String,
    patience: Duration,
}

impl Door {
    /// The doors of the instance at `base`, e.g. `http://localhost:8080`. A call is tried again for at most
    /// `patience` while nobody answers or the answer is 'later'.
    ///
    /// # Errors
    /// If no HTTP client can be made.
    pub fn new(base: &str, patience: Duration) -> Result<Door, DoorError> {
        let http = Client::builder()
            .timeout(REQUEST_DEADLINE)
            .connect_timeout(Duration::from_secs(5))
            .no_proxy()
            .build()
            .map_err(|e| DoorError::Client(e.to_string()))?;
        Ok(Door { http, base: base.trim_end_matches('/').to_owned(), patience })
    }

    /// As [`Door::post`], for a call whose path ends with a session id, which messages then leave out.
    ///
    /// # Errors
    /// See [`DoorError`].
    pub async fn post_for(
        &self,
        path: &str,
        session: &Secret,
        json: Vec<u8>,
    ) -> Result<serde_json::Value, DoorError> {
        let shown = format!("{}{path}", self.base);
        self.patiently(&shown, &format!("{shown}/{}", session.expose()), None, json).await
    }

    /// Posts `json` to `path` and gives the answer's `body`. 429, 5xx, time-outs and broken connections are
    /// tried again with back-off, or when Retry-After says, until patience ends.
    ///
    /// # Errors
    /// See [`DoorError`].
    pub async fn post(
        &self,
        path: &str,
        bearer: Option<&Secret>,
        json: Vec<u8>,
    ) -> Result<serde_json::Value, DoorError> {
        let url = format!("{}{path}", self.base);
        self.patiently(&url, &url, bearer, json).await
    }

    /// `shown` is what messages call `url`.
    async fn patiently(
        &self,
        shown: &str,
        url: &str,
        bearer: Option<&Secret>,
        json: Vec<u8>,
    ) -> Result<serde_json::Value, DoorError> {
        let json = Bytes::from(json);
        let start = Instant::now();
        let mut waits = ExponentialBuilder::default()
            .with_min_delay(Duration::from_millis(100))
            .with_max_delay(Duration::from_secs(5))
            .without_max_times()
            .with_jitter()
            .build();
        loop {
            let (last, wait) = match self.once(shown, url, bearer, json.clone()).await? {
                Try::Done(body) => return Ok(body),
                Try::Later { why, after } => (why, after),
            };
            let wait = wait.or_else(|| waits.next()).unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT);
            if start.elapsed() + wait > self.patience {
                return Err(DoorError::Away { url: shown.to_owned(), waited: start.elapsed(), last });
            }
            tracing::debug!(%last, wait_ms = wait.as_millis() as u64, "trying again");
            tokio::time::sleep(wait).await;
        }
    }

    async fn once(
        &self,
        shown: &str,
        url: &str,
        bearer: Option<&Secret>,
        json: Bytes,
    ) -> Result<Try, DoorError> {
        let mut request = self.http.post(url).header(CONTENT_TYPE, "application/json").body(json);
        if let Some(key) = bearer {
            request = request.header(AUTHORIZATION, format!("Bearer {}", key.expose()));
        }
        let response = match request.send().await {
            Ok(response) => response,
            Err(e) if e.is_builder() => return Err(DoorError::Client(e.without_url().to_string())),
            Err(e) => return Ok(Try::Later { why: root_cause(&e.without_url()), after: None }),
        };
        let status = response.status();
        let after = response.headers().get(RETRY_AFTER).and_then(|v| v.to_str().ok()?.parse().ok());
        let text = match response.text().await {
            Ok(text) => text,
            Err(e) => return Ok(Try::Later { why: root_cause(&e.without_url()), after: None }),
        };
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            return Ok(Try::Later { why: format!("status {status}"), after: after.map(Duration::from_secs) });
        }
        let answer: Result<Answer, _> = serde_json::from_str(&text);
        match (status.is_success(), answer) {
            (true, Ok(answer)) => Ok(Try::Done(answer.body)),
            (true, Err(e)) => Err(DoorError::Strange { url: shown.to_owned(), why: e.to_string() }),
            (false, answer) => {
                let (message, body) = answer.map(|a| (a.message, a.body)).unwrap_or_default();
                Err(DoorError::Refused { url: shown.to_owned(), status: status.as_u16(), message, body })
            }
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
