//! The edge of Saffron: the HTTP API, the files of the web app, ingest, and the live stream. It owns no tables.

pub mod api;
mod call;
mod clients;
pub mod config;
mod http;
mod ingest;
mod live;
mod pages;
mod reports;
mod session;

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use saffron_core::Clock;
use saffron_kit::deadline::DRAIN;
use saffron_kit::grpc::bind;
use saffron_kit::metrics::{self, Gauge, Ingest, labels, watch};
use saffron_kit::nats::Nats;
use saffron_kit::{CancellationToken, Fault};
use tokio::net::TcpListener;
use tokio::sync::OnceCell;
use tokio::task::{JoinHandle, JoinSet};
use utoipa::openapi::OpenApi;

pub use config::Config;

use clients::Services;
use http::limits::Limits;
use ingest::keys::IngestKeys;
use live::hub::Hub;
use session::Sessions;

/// The state that requests share.
pub struct Gateway {
    config: Config,
    clock: Clock,
    services: Services,
    /// The key by which browsers subscribe to pushes: fetched once, since it never changes in an installation.
    push_key: OnceCell<String>,
    nats: Nats,
    limits: Limits,
    sessions: Sessions,
    keys: IngestKeys,
    hub: Arc<Hub>,
    answers: reports::Answers,
}

impl Gateway {
    /// Stops using a session that has ended, and closes its streams.
    fn end_session(&self, handle: &str) {
        self.sessions.revocations().end(handle);
        self.hub.end_session(handle);
    }
}

/// A running gateway.
pub struct Running {
    /// The address that it listens on.
    pub address: SocketAddr,
    /// Ends when it has drained; fails if one of its tasks ended by itself.
    pub join: JoinHandle<Result<(), Fault>>,
}

/// The OpenAPI document of all calls.
pub fn openapi() -> OpenApi {
    http::routes::documented().into_openapi()
}

/// The catalogue of reports and figures, as the web app reads it.
pub fn figures() -> serde_json::Value {
    reports::catalogue::as_json()
}

/// Starts the gateway; it serves until `shutdown` and then finishes the running requests.
///
/// # Errors
/// If the address is in use or NATS's URL cannot be read.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let (listener, address) = bind(config.listen).await?;
    let nats = Nats::connect("gateway", &config.nats).await.map_err(|e| Fault::Permanent(e.to_string()))?;
    let services = config.services.clone();
    let sessions = Sessions::new(services.clone(), clock.clone());
    let gateway = Arc::new(Gateway {
        clock,
        push_key: OnceCell::new(),
        limits: Limits::new(config.rates),
        keys: IngestKeys::new(services.clone(), sessions.revocations().clone()),
        sessions,
        hub: Arc::new(Hub::new(config.streams)),
        answers: reports::Answers::default(),
        services,
        nats,
        config,
    });
    measure(&gateway);
    let mut work = JoinSet::new();
    work.spawn(live::reader::read_push(gateway.clone(), shutdown.clone()));
    work.spawn(live::replicas::watch(gateway.clone(), shutdown.clone()));
    work.spawn(live::recheck::recheck_sessions(gateway.clone(), shutdown.clone()));
    work.spawn(live::keep_alive(gateway.hub.clone(), shutdown.clone()));
    work.spawn({
        let (gateway, shutdown) = (gateway.clone(), shutdown.clone());
        async move { gateway.limits.evict_idle(shutdown).await }
    });
    gateway.hub.start(&mut work, &shutdown);
    let served = serve(listener, gateway, shutdown.clone());
    let join = tokio::spawn(until_drained(served, work, shutdown));
    Ok(Running { address, join })
}

async fn serve(listener: TcpListener, gateway: Arc<Gateway>, shutdown: CancellationToken) {
    let router = http::routes::router(gateway.clone());
    http::serve::serve(listener, router, &gateway.config, gateway.clock.clone(), shutdown).await;
}

/// Serves until it has drained after `shutdown`, for [`DRAIN`] at most. Without one of its tasks a gateway would serve outdated
/// reports and sessions: it stops, to be started again.
///
/// # Errors
/// If a task ended by itself.
async fn until_drained(
    served: impl Future<Output = ()>,
    mut work: JoinSet<()>,
    shutdown: CancellationToken,
) -> Result<(), Fault> {
    let bounded = async {
        shutdown.cancelled().await;
        tokio::time::sleep(DRAIN).await;
    };
    let (mut served, mut bounded) = (pin!(served), pin!(bounded));
    let mut result = Ok(());
    loop {
        tokio::select! {
            () = &mut served => break,
            () = &mut bounded => break,
            Some(ended) = work.join_next() => {
                if shutdown.is_cancelled() {
                    continue;
                }
                let why = ended.map_or_else(|e| e.to_string(), |()| "a task ended".to_owned());
                tracing::error!(why, "the gateway stops");
                result = Err(Fault::Permanent(format!("gateway: {why}")));
                shutdown.cancel();
            }
        }
    }
    work.shutdown().await;
    result
}

/// Registers the gauges of the gateway. Counters begin at zero: the rate of one that begins at one cannot be computed.
fn measure(gateway: &Gateway) {
    gateway.nats.watch("gateway");
    let (hub, limit) = (gateway.hub.clone(), gateway.config.streams as f64);
    watch(Gauge::LiveConnections, labels("gateway", &[]), move || hub.len() as f64);
    watch(Gauge::LiveConnectionsLimit, labels("gateway", &[]), move || limit);
    metrics::ingest(Ingest::Accepted, 0);
    metrics::ingest(Ingest::Refused, 0);
    metrics::live_dropped(0);
    metrics::live_resets(0);
}

/// Runs the gateway until `shutdown`.
///
/// # Errors
/// If it cannot start.
pub async fn run(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<(), Fault> {
    let running = start(config, clock, shutdown).await?;
    tracing::info!(address = %running.address, "gateway serves");
    running.join.await.map_err(|e| Fault::Permanent(format!("gateway: {e}")))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn gateway_stops_when_a_task_ends() {
        for panics in [true, false] {
            let shutdown = CancellationToken::new();
            let mut work = JoinSet::new();
            let drained = shutdown.clone();
            work.spawn(async move { assert!(!panics, "a task that panics") });
            let ended = until_drained(async move { drained.cancelled().await }, work, shutdown.clone()).await;
            assert!(ended.is_err() && shutdown.is_cancelled());
        }
        // A task that ends at shutdown is no failure.
        let shutdown = CancellationToken::new();
        let mut work = JoinSet::new();
        let (stop, drained) = (shutdown.clone(), shutdown.clone());
        work.spawn(async move { stop.cancelled().await });
        shutdown.cancel();
        until_drained(async move { drained.cancelled().await }, work, shutdown).await.unwrap();
    }
}
