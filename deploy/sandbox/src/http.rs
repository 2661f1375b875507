//! HTTP that the stand-ins share: refusals, JSON bodies, and pages for this machine only.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, FromRequest, Request, State};
use axum::http::header::{CACHE_CONTROL, HOST, ORIGIN, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// An answer that is no success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// HTTP status.
    pub status: StatusCode,
    /// The error in the format of the real provider.
    pub body: Value,
}

impl Refusal {
    /// A refusal that is a message and nothing else.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal { status, body: json!({ "message": message.into() }) }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

/// A body that is JSON, whatever its content type.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refusal> {
        let unreadable =
            |why: String| Refusal::new(StatusCode::BAD_REQUEST, format!("The body cannot be read: {why}"));
        let bytes = axum::body::Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|error| unreadable(error.to_string()))?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| unreadable(error.to_string()))
    }
}

/// Runs the work of a control call that answers an empty object.
pub fn done(work: impl FnOnce()) -> Json<Value> {
    work();
    Json(json!({}))
}

/// The value of a header, if it is text.
pub fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Names and values of a query or a form.
pub fn pairs(text: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

/// The answer for a path without a page.
pub async fn no_page() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "There is no such page.")
}

/// Refuses other machines and requests from other sites' pages, and forbids caching. Where the port is `published`, the
/// container engine decides which machines reach it: every peer then has an address of the engine.
pub async fn only_this_machine(
    State(published): State<bool>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if !is_this_machine(peer, request.headers(), published) {
        let message = "Only this machine may look, at http://localhost or http://127.0.0.1.";
        return Refusal::new(StatusCode::FORBIDDEN, message).into_response();
    }
    let mut response = next.run(request).await;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Whether a request comes from this machine, and from no other site's page.
fn is_this_machine(peer: SocketAddr, headers: &HeaderMap, published: bool) -> bool {
    let host = header(headers, HOST.as_str()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_own = matches!(name, "localhost" | "127.0.0.1" | "[::1]");
    let origin = header(headers, ORIGIN.as_str());
    let same = origin.is_none_or(|origin| origin.strip_prefix("http://") == Some(host));
    (published || peer.ip().to_canonical().is_loopback()) && is_own && same
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_sites_page_is_refused() {
        let (here, elsewhere) = (SocketAddr::from(([127, 0, 0, 1], 1)), SocketAddr::from(([10, 0, 0, 1], 1)));
        let ask = |peer: SocketAddr, published: bool, host: &str, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().unwrap());
            }
            is_this_machine(peer, &headers, published)
        };
        for (peer, published, is_let_in) in
            [(here, false, true), (here, true, true), (elsewhere, false, false), (elsewhere, true, true)]
        {
            assert_eq!(ask(peer, published, "localhost:8106", None), is_let_in);
            assert_eq!(ask(peer, published, "127.0.0.1:8106", Some("http://127.0.0.1:8106")), is_let_in);
            assert!(!ask(peer, published, "localhost:8106", Some("https://evil.example")));
            assert!(!ask(peer, published, "evil.example", None));
        }
    }
}
