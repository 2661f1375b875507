//! What surrounds every call: its place in the log, an end to its patience, and an answer even to a panic.

use std::any::Any;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use ipnet::IpNet;
use saffron_core::{Code, Error};
use saffron_kit::deadline::deadline;
use saffron_kit::metrics;
use saffron_kit::telemetry::Span;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::address::client_address;
use super::envelope::Failure;
use super::refusals::{Note, Refusals};
use super::shares::{Share, Shares};
use crate::config::Config;

/// The longest that a call may take to begin its answer.
const TIME_OUT: Duration = Duration::from_secs(30);

/// What probes ask for every few seconds: no trace is made of it.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// What the log of calls needs.
pub struct Log {
    trusted_proxies: Vec<IpNet>,
    refusals: Refusals,
}

impl Log {
    /// Of an installation.
    pub fn of(config: &Config) -> Arc<Log> {
        let refusals = Refusals::new(Instant::now());
        Arc::new(Log { trusted_proxies: config.trusted_proxies.clone(), refusals })
    }
}

/// Logs and traces a call by the route it matched: the path itself may carry a session id. Who is not let in is logged with the
/// address they come from, and so is whose input or rate is refused, once a minute for all that are alike; what was sent never
/// is.
pub async fn log(State(log): State<Arc<Log>>, request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let socket = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let socket = socket.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip());
    let from = client_address(socket, request.headers(), &log.trusted_proxies);
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
        } else if status == 401 || status == 403 {
            tracing::info!(%method, route, status, %from, "refused");
        } else {
            match log.refusals.note(from, route, status, Instant::now()) {
                Note::First => tracing::info!(%method, route, status, %from, "refused"),
                Note::Flood => tracing::warn!("more kinds of refusals within a minute than are told apart"),
                Note::None => {}
            }
            tracing::debug!(%method, route, status, millis, "answered");
        }
        response
    };
    let response = span.around(answer).await;
    span.answered(response.status());
    response
}

/// Large bodies in hand at once: whoever sends one need not have shown a session yet, and what is made of it takes several
/// times its length.
const LARGE_AT_ONCE: usize = 16;

/// The requests that may be in hand.
pub struct Room {
    places: Semaphore,
    large: Arc<Semaphore>,
    /// One address cannot take them all: a body that never ends keeps its place as long as the longest call.
    shares: Arc<Shares>,
    large_shares: Arc<Shares>,
    trusted_proxies: Vec<IpNet>,
}

/// Where a request asks for more room, once its body turns out to be large.
#[derive(Clone)]
pub struct MoreRoom {
    room: Arc<Room>,
    address: IpAddr,
}

/// The room of a large body, until it is dropped.
pub struct LargePlace {
    _share: Share,
    _place: OwnedSemaphorePermit,
}

impl MoreRoom {
    /// None, if all of it is taken, or half of it by this address.
    pub fn take(&self) -> Option<LargePlace> {
        let share = self.room.large_shares.take(self.address)?;
        let place = self.room.large.clone().try_acquire_owned().ok()?;
        Some(LargePlace { _share: share, _place: place })
    }
}

impl Room {
    /// As large as an installation wants it.
    pub fn of(config: &Config) -> Arc<Room> {
        Arc::new(Room {
            places: Semaphore::new(config.concurrency),
            large: Arc::new(Semaphore::new(LARGE_AT_ONCE)),
            shares: Shares::of(config.address_concurrency),
            large_shares: Shares::of(LARGE_AT_ONCE / 2),
            trusted_proxies: config.trusted_proxies.clone(),
        })
    }
}

/// Bounds how many calls are in hand and how long each takes.
pub async fn bound(
    State(room): State<Arc<Room>>,
    ConnectInfo(socket): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = client_address(socket.ip(), request.headers(), &room.trusted_proxies);
    request.extensions_mut().insert(MoreRoom { room: room.clone(), address });
    let Some(_share) = room.shares.take(address) else {
        let message = "Too many requests at once. Please wait for their answers.";
        return refused(Error::new(Code::TooMany, message).retry_after(1));
    };
    let Ok(_place) = room.places.try_acquire() else {
        return refused(Error::unavailable("Too many requests at once. Please try again."));
    };
    match tokio::time::timeout(deadline(TIME_OUT), next.run(request)).await {
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
