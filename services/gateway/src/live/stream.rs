//! The live stream of a browser.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use saffron_core::Error;
use serde::Deserialize;

use super::hub::Start;
use crate::Gateway;
use crate::call::query;
use crate::http::envelope::{Failure, Failures};
use crate::http::serve::Handover;
use crate::session::{Client, Validity};

/// The start of a stream that is not resumed.
#[derive(Deserialize)]
pub struct StreamQuery {
    /// Milliseconds.
    ago: Option<String>,
}

fn start(headers: &HeaderMap, query: Result<Query<StreamQuery>, QueryRejection>) -> Result<Start<'_>, Error> {
    let query = query::read(query)?;
    let ago: Option<u64> = query
        .ago
        .map(|ago| ago.parse().map_err(|_| Error::invalid("ago", "must be a whole number of milliseconds")))
        .transpose()?;
    let resume =
        headers.get("last-event-id").and_then(|value| value.to_str().ok()).filter(|id| !id.is_empty());
    Ok(match (resume, ago) {
        (Some(id), _) => Start::After(id),
        (None, Some(millis)) => Start::Ago(Duration::from_millis(millis)),
        (None, None) => Start::Now,
    })
}

/// Live changes as server-sent events.
///
/// Their kinds and fields are in docs/api.md; a comment every 15 seconds. `Last-Event-ID` resumes. `ago` replays the events of so many milliseconds: a client that loaded data meanwhile misses nothing.
#[utoipa::path(
    get, path = "/push/v1/stream", operation_id = "pushStream", tag = "live",
    params(
        ("ago" = Option<u64>, Query, nullable = false, description = "Milliseconds before now at which the stream starts; ignored with `Last-Event-ID`."),
        ("Last-Event-ID" = Option<String>, Header, nullable = false, description = "The id of the newest event that was received."),
    ),
    responses((status = 200, description = "The stream.", body = String, content_type = "text/event-stream"), Failures)
)]
pub async fn push_stream(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    headers: HeaderMap,
    query: Result<Query<StreamQuery>, QueryRejection>,
) -> Result<Response, Failure> {
    let caller = gateway.authenticate(&client, None).await?;
    let joined = gateway.hub.join(&caller.session, &caller.session_id, start(&headers, query)?)?;
    // A change that arrived before the stream was in the hub did not reach it.
    if gateway.sessions.validity(&caller.session) != Validity::Current {
        gateway.renew(joined.id, &caller.session_id).await?;
    }
    let mut response = Body::empty().into_response();
    response.extensions_mut().insert(Handover::new(|socket, head| joined.serve(socket, head)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}
