//! What surrounds every call: its place in the log, an end to its patience, and an answer even to a panic.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use saffron_core::{Code, Error};
use saffron_kit::metrics;
use saffron_kit::telemetry::Span;
use tokio::sync::Semaphore;

use super::envelope::Failure;

/// The longest that a call may take to begin its answer.
const TIME_OUT: Duration = Duration::from_secs(30);

/// What probes ask for every few seconds: no trace is made of it.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// Logs and traces a call by the route it matched: the path itself may carry a session id.
pub async fn log(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let span = match &route {
        Some(route) if !PROBES.contains(&route.as_str()) => {
            Span::of_request(&method, route.as_str(), request.headers())
        }
        _ => Span::none(),
    };
    let answer = async {
        let begun = Instant::now();
        let response = next.run(request).await;
        let took = begun.elapsed();
        let path = route.as_ref().map_or("", MatchedPath::as_str);
        metrics::http_answered(&method, path, response.status().as_u16(), took);
        let millis = took.as_millis() as u64;
        let route = route.as_ref().map_or("-", MatchedPath::as_str);
        let status = response.status().as_u16();
        if status >= 500 {
            tracing::warn!(%method, route, status, millis, "answered");
        } else {
            tracing::debug!(%method, route, status, millis, "answered");
        }
        response
    };
    let response = span.around(answer).await;
    span.answered(response.status());
    response
}

/// Bounds how many calls are in hand and how long each takes.
pub async fn bound(State(room): State<Arc<Semaphore>>, request: Request, next: Next) -> Response {
    let Ok(_place) = room.try_acquire() else {
        return refused(Error::unavailable("Too many requests at once. Please try again."));
    };
    match tokio::time::timeout(TIME_OUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => refused(Error::unavailable("The answer took too long. Please try again.")),
    }
}

/// A panic is our fault, and told as such.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a call panicked");
    refused(Error::new(Code::Internal, "Error Occured. Please contact system administrator."))
}

fn refused(error: Error) -> Response {
    Failure::from(error).into_response()
}
