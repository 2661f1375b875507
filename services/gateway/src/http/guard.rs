//! Middleware around every call: access log and trace, limits on concurrency, a time-out, and an answer after a panic.

use std::any::Any;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use saffron_core::{Code, Error};
use saffron_kit::deadline::deadline;
use saffron_kit::metrics;
use saffron_kit::telemetry::Span;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::address::ClientAddress;
use super::envelope::Failure;
use super::limits::{AddressSlot, AddressSlots};
use super::refusal_log::{Line, RefusalLog};
use crate::config::Config;

/// How long a call may take until its answer begins.
const TIME_OUT: Duration = Duration::from_secs(30);

/// Health checks, which come every few seconds: they are not traced.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// Logs and traces a call by the route it matched, because the path itself may carry a session id. Refusals are logged with
/// the client's address: those of access each time, those of content and rate once a minute. No content of a request is logged.
pub async fn log(
    State(refusals): State<Arc<RefusalLog>>,
    Extension(ClientAddress(from)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
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
        let (took, status) = (begun.elapsed(), response.status().as_u16());
        let path = route.as_ref().map_or("", MatchedPath::as_str);
        metrics::http_answered(&method, path, status, took);
        let (route, millis) = (if path.is_empty() { "-" } else { path }, took.as_millis() as u64);
        match (status, refusals.note(from, route, status, Instant::now())) {
            (500.., _) => tracing::warn!(%method, route, status, millis, "answered"),
            (401 | 403, _) | (_, Line::Refusal) => {
                tracing::info!(%method, route, status, %from, "refused");
            }
            (_, Line::Overflow) => {
                tracing::warn!("too many kinds of refusals within a minute: no more are logged");
            }
            (_, Line::None) => {}
        }
        if !matches!(status, 401 | 403 | 500..) {
            tracing::debug!(%method, route, status, millis, "answered");
        }
        response
    };
    let response = span.around(answer).await;
    span.answered(response.status());
    response
}

/// Large bodies at once. They may come without a valid session, and reading one takes several times its length.
const LARGE_BODIES: usize = 16;

/// How many requests are served at once. One address cannot use all of it: a body that never ends holds its permit as long
/// as the longest call.
pub struct Capacity {
    requests: Semaphore,
    of_address: Arc<AddressSlots>,
    large_bodies: Arc<Semaphore>,
    large_bodies_of_address: Arc<AddressSlots>,
}

/// Held while a large body is in memory.
pub type LargeBodyPermit = (AddressSlot, OwnedSemaphorePermit);

impl Capacity {
    /// The limits of a configuration.
    pub fn of(config: &Config) -> Arc<Capacity> {
        Arc::new(Capacity {
            requests: Semaphore::new(config.concurrency),
            of_address: AddressSlots::new(config.address_concurrency),
            large_bodies: Arc::new(Semaphore::new(LARGE_BODIES)),
            large_bodies_of_address: AddressSlots::new(LARGE_BODIES / 2),
        })
    }

    /// A permit for a large body; none if all are taken, or half of them by this address.
    pub fn large_body(&self, address: IpAddr) -> Option<LargeBodyPermit> {
        let slot = self.large_bodies_of_address.take(address)?;
        Some((slot, self.large_bodies.clone().try_acquire_owned().ok()?))
    }
}

/// Limits how many calls are served at once and how long each takes.
pub async fn limit(
    State(capacity): State<Arc<Capacity>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    mut request: Request,
    next: Next,
) -> Response {
    request.extensions_mut().insert(capacity.clone());
    let Some(_slot) = capacity.of_address.take(address) else {
        let message = "Too many requests at once. Please wait for their answers.";
        return refused(Error::new(Code::TooMany, message).retry_after(1));
    };
    let Ok(_permit) = capacity.requests.try_acquire() else {
        return refused(Error::unavailable("Too many requests at once. Please try again."));
    };
    match tokio::time::timeout(deadline(TIME_OUT), next.run(request)).await {
        Ok(response) => response,
        Err(_) => refused(Error::unavailable("The answer took too long. Please try again.")),
    }
}

/// The answer after a panic.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a call panicked");
    refused(Error::new(Code::Internal, "Error Occured. Please contact system administrator."))
}

fn refused(error: Error) -> Response {
    Failure::from(error).into_response()
}
