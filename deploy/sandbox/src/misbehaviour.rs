//! How the stand-ins misbehave when a test asks for it.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::body::{Body as Stream, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::http::Body;

/// How a stand-in answers calls over HTTP.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "snake_case")]
pub enum Mode {
    /// Calls are answered.
    #[default]
    Normal,
    /// Calls are answered after a while.
    Slow {
        /// Milliseconds.
        millis: u64,
    },
    /// Nothing is done, and the answer is a server error.
    Down,
    /// Nothing is done, because there are too many of them (429).
    RateLimited {
        /// Seconds.
        retry_after: u64,
    },
    /// The same, and the answer does not say when to come again.
    Overloaded,
    /// Nothing is done: the caller's key is refused (403).
    Forbidden,
    /// Nothing is done: the object of the call no longer exists (410).
    Gone,
    /// Nothing is done, and the connection breaks instead of an answer.
    Reset,
    /// Calls are done, and the connection breaks before the answer.
    DropAfter,
    /// The answer is a web page.
    NotJson,
    /// The answer has the right members of the wrong types.
    WrongTypes,
    /// The answer stops in the middle.
    Truncated,
}

/// The current mode: how calls are answered, for a number of calls or until it is changed.
#[derive(Default)]
pub struct Modes<M>(Mutex<Current<M>>);

#[derive(Default)]
struct Current<M> {
    mode: M,
    left: Option<u32>,
    asked: u64,
    /// The number of calls over HTTP by the first two parts of their paths.
    by_group: BTreeMap<String, u64>,
}

/// The most groups of calls that are counted: further ones are not.
const MOST_GROUPS: usize = 64;

impl<M: Copy + Default> Modes<M> {
    fn lock(&self) -> MutexGuard<'_, Current<M>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the mode, for the next `calls` only if that is given.
    pub fn set(&self, mode: M, calls: Option<u32>) {
        let mut current = self.lock();
        (current.mode, current.left) = (mode, calls);
    }

    /// Counts a call and gives the mode for it.
    pub fn next(&self) -> M {
        let mut current = self.lock();
        current.asked += 1;
        match &mut current.left {
            None => {}
            Some(0) => (current.mode, current.left) = (M::default(), None),
            Some(left) => *left -= 1,
        }
        current.mode
    }

    /// The same for a call over HTTP with this path.
    pub fn next_at(&self, path: &str) -> M {
        let group = path.split('/').filter(|part| !part.is_empty()).take(2).collect::<Vec<_>>().join("/");
        let mut current = self.lock();
        if current.by_group.len() < MOST_GROUPS || current.by_group.contains_key(&group) {
            *current.by_group.entry(group).or_default() += 1;
        }
        drop(current);
        self.next()
    }

    /// The mode for the next call, which is not counted.
    pub fn peek(&self) -> M {
        let current = self.lock();
        if current.left == Some(0) { M::default() } else { current.mode }
    }

    /// The number of calls.
    pub fn asked(&self) -> u64 {
        self.lock().asked
    }

    /// The number of calls over HTTP by the first two parts of their paths, such as `v2/orders`.
    pub fn asked_by_group(&self) -> BTreeMap<String, u64> {
        self.lock().by_group.clone()
    }
}

/// The body of `POST /sandbox/v1/mode`.
#[derive(Deserialize)]
pub struct SetMode<M> {
    /// Such as `{"mode": "slow", "millis": 50}`.
    #[serde(flatten)]
    pub mode: M,
    /// The number of calls with this mode; without it, until it is changed.
    pub calls: Option<u32>,
}

/// A stand-in whose calls over HTTP misbehave.
pub trait Misbehaves: Clone + Send + Sync + 'static {
    /// The current mode of the stand-in.
    fn modes(&self) -> &Modes<Mode>;
    /// A refusal with this status, in the format of the real provider.
    fn refusal(status: StatusCode) -> Response;
}

/// Changes how calls are answered.
pub async fn set_mode<P: Misbehaves>(
    State(stand_in): State<P>,
    Body(set): Body<SetMode<Mode>>,
) -> Json<Value> {
    stand_in.modes().set(set.mode, set.calls);
    Json(json!({}))
}

/// Middleware that answers calls according to the mode.
pub async fn misbehave<P: Misbehaves>(State(stand_in): State<P>, request: Request, next: Next) -> Response {
    let mode = stand_in.modes().next_at(request.uri().path());
    match mode {
        Mode::Slow { millis } => tokio::time::sleep(Duration::from_millis(millis)).await,
        Mode::Down => return P::refusal(StatusCode::INTERNAL_SERVER_ERROR),
        Mode::Forbidden => return P::refusal(StatusCode::FORBIDDEN),
        Mode::Gone => return P::refusal(StatusCode::GONE),
        Mode::RateLimited { retry_after } => {
            let mut refusal = P::refusal(StatusCode::TOO_MANY_REQUESTS);
            refusal.headers_mut().insert(RETRY_AFTER, HeaderValue::from(retry_after));
            return refusal;
        }
        Mode::Overloaded => return P::refusal(StatusCode::TOO_MANY_REQUESTS),
        Mode::Reset => return broken(),
        Mode::Normal | Mode::DropAfter | Mode::NotJson | Mode::WrongTypes | Mode::Truncated => {}
    }
    let response = next.run(request).await;
    match mode {
        Mode::DropAfter => broken(),
        Mode::NotJson | Mode::WrongTypes | Mode::Truncated => {
            let (mut head, body) = response.into_parts();
            let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
            head.headers.remove(CONTENT_LENGTH);
            if mode == Mode::NotJson {
                head.headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html"));
            }
            Response::from_parts(head, Stream::from(spoiled(mode, &body)))
        }
        _ => response,
    }
}

/// An answer whose body breaks off: the connection is closed in the middle.
fn broken() -> Response {
    let reset = io::Error::from(io::ErrorKind::ConnectionReset);
    Response::new(Stream::from_stream(tokio_stream::once(Err::<Bytes, _>(reset))))
}

/// The damaged body that a mode sends instead of the right one.
fn spoiled(mode: Mode, body: &[u8]) -> Vec<u8> {
    match mode {
        Mode::NotJson => b"<html><body><h1>We will be back soon</h1></body></html>".to_vec(),
        Mode::WrongTypes => {
            let body = serde_json::from_slice(body).unwrap_or_default();
            with_other_types(&body).to_string().into_bytes()
        }
        Mode::Truncated => body.iter().take(body.len() / 2).copied().collect(),
        _ => body.to_vec(),
    }
}

/// A JSON value with the same members, each of another type.
fn with_other_types(value: &Value) -> Value {
    match value {
        Value::Null => json!({}),
        Value::Bool(is) => json!(is.to_string()),
        Value::Number(number) => json!(number.to_string()),
        Value::String(_) => json!(7),
        Value::Array(items) => items.iter().map(with_other_types).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), with_other_types(value))).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mode_ends_after_its_calls() {
        let modes = Modes::default();
        modes.set(Mode::Down, Some(2));
        let next = || modes.next_at("/v2/orders/search");
        assert_eq!([next(), next(), next()], [Mode::Down, Mode::Down, Mode::Normal]);
        modes.set(Mode::NotJson, None);
        assert_eq!([next(), modes.next_at("/v2/orders/1")], [Mode::NotJson, Mode::NotJson]);
        assert_eq!((modes.asked(), modes.asked_by_group().get("v2/orders")), (5, Some(&5)));
    }

    #[test]
    fn spoiled_body_is_not_the_right_one() {
        let good = json!({ "object": "list", "data": [{ "amount": 5, "paid": true }], "has_more": false });
        let spoiled = |mode| spoiled(mode, good.to_string().as_bytes());
        assert!(serde_json::from_slice::<Value>(&spoiled(Mode::NotJson)).is_err());
        assert!(serde_json::from_slice::<Value>(&spoiled(Mode::Truncated)).is_err());
        let other: Value = serde_json::from_slice(&spoiled(Mode::WrongTypes)).unwrap();
        assert_eq!(
            other,
            json!({ "object": 7, "data": [{ "amount": "5", "paid": "true" }], "has_more": "false" })
        );
        assert_eq!(spoiled(Mode::Normal), good.to_string().into_bytes());
    }
}
