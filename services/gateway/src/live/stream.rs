//! The live stream of a browser.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use saffron_core::{Code, Error};
use serde::Deserialize;

use super::hub::Start;
use crate::Gateway;
use crate::http::envelope::{Failure, Failures};
use crate::http::serve::TakesOver;
use crate::session::Visitor;

/// What a client may ask of a stream that it does not resume.
#[derive(Deserialize)]
pub struct Asked {
    /// Milliseconds.
    ago: Option<String>,
}

fn start(headers: &HeaderMap, asked: Result<Query<Asked>, QueryRejection>) -> Result<Start<'_>, Error> {
    let Query(asked) = asked.map_err(|e| Error::new(Code::Invalid, e.body_text()))?;
    let ago: Option<u64> = asked
        .ago
        .map(|ago| ago.parse().map_err(|_| Error::invalid("ago", "must be a whole number of milliseconds")))
        .transpose()?;
    let resume =
        headers.get("last-event-id").and_then(|value| value.to_str().ok()).filter(|id| !id.is_empty());
    Ok(match (resume, ago) {
        (Some(id), _) => Start::After(id),
        (None, Some(millis)) => Start::Ago(Duration::from_millis(millis)),
        (None, None) => Start::Here,
    })
}

/// Live changes as server-sent events.
///
/// Their kinds and fields are in docs/api.md; a comment every 15 seconds. `Last-Event-ID` resumes. `ago` begins with what was heard in so many milliseconds: whoever asked for figures meanwhile misses nothing.
#[utoipa::path(
    get, path = "/push/v1/stream", operation_id = "pushStream", tag = "live",
    params(
        ("ago" = Option<u64>, Query, nullable = false, description = "Milliseconds before now at which the stream begins; it counts where nothing is resumed."),
        ("Last-Event-ID" = Option<String>, Header, nullable = false, description = "The id of the newest event that was seen."),
    ),
    responses((status = 200, description = "The stream.", body = String, content_type = "text/event-stream"), Failures)
)]
pub async fn push_stream(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    headers: HeaderMap,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Failure> {
    let entered = gateway.enter(&visitor, None).await?;
    let joined = gateway.hub.join(&entered.session, &entered.secret, start(&headers, asked)?)?;
    // What changed while we were joining may have gone past both.
    if !gateway.sessions.stands(&entered.session) {
        gateway.renew(joined.id, &entered.secret).await?;
    }
    let mut response = Body::empty().into_response();
    response.extensions_mut().insert(TakesOver::new(|socket, head| joined.serve(socket, head)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}
