//! The live stream of a browser.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::Gateway;
use crate::http::envelope::{Failure, Failures};
use crate::http::serve::TakesOver;
use crate::session::Visitor;

/// What changes, as it changes: server-sent events.
///
/// `report.changed`, `locations.changed` and `reset`; a comment every 15 seconds. `Last-Event-ID` resumes.
#[utoipa::path(
    get, path = "/push/v1/stream", operation_id = "pushStream", tag = "live",
    params(("Last-Event-ID" = Option<String>, Header, nullable = false, description = "The id of the newest event that was seen.")),
    responses((status = 200, description = "The stream.", body = String, content_type = "text/event-stream"), Failures)
)]
pub async fn push_stream(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let entered = gateway.enter(&visitor, None).await?;
    let resume =
        headers.get("last-event-id").and_then(|value| value.to_str().ok()).filter(|id| !id.is_empty());
    let joined = gateway.hub.join(&entered.session, &entered.secret, resume)?;
    // What changed while we were joining may have gone past both.
    if !gateway.sessions.stands(&entered.session) {
        let (session, _) = gateway.sessions.resolve(&entered.secret).await?;
        gateway.hub.refresh(joined.id, &session);
    }
    let mut response = Body::empty().into_response();
    response.extensions_mut().insert(TakesOver::new(|socket, head| joined.serve(socket, head)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}
