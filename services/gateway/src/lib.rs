//! The edge of Saffron: the HTTP API, the files of the web app, the door for facts, and the live stream. It
//! owns no tables.

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

use saffron_core::{Clock, Error};
use saffron_kit::deadline::DRAIN;
use saffron_kit::grpc::bind;
use saffron_kit::metrics::{self, Gauge, Ingest, labels, watch};
use saffron_kit::nats::Nats;
use saffron_kit::{CancellationToken, Fault, Secret};
use tokio::sync::OnceCell;
use tokio::task::{JoinHandle, JoinSet};
use utoipa::openapi::OpenApi;

pub use config::Config;

use clients::Services;
use http::limits::Limits;
use ingest::keys::IngestKeys;
use live::hub::{ClientId, Hub};
use session::Sessions;

/// How often a session that changes meanwhile is asked for again.
const TRIES: usize = 3;

/// What every request is answered with.
pub struct Gateway {
    config: Config,
    clock: Clock,
    services: Services,
    /// What browsers subscribe to pushes with: asked for once, since it never changes while an installation lives.
    push_key: OnceCell<String>,
    nats: Nats,
    limits: Limits,
    sessions: Sessions,
    keys: IngestKeys,
    hub: Arc<Hub>,
    answers: reports::Answers,
}

impl Gateway {
    /// A session has ended: nothing of it is believed any more, and its streams close.
    fn end_session(&self, handle: &str) {
        self.sessions.ended(handle);
        self.hub.end_session(handle);
    }

    /// Asks for the session of a stream anew, and shows the stream what it sees now.
    ///
    /// # Errors
    /// Unauthenticated, if it has ended; unavailable, if auth does not answer, or it changes all the time.
    async fn renew(&self, stream: ClientId, session_id: &Secret) -> Result<(), Error> {
        for _ in 0..TRIES {
            let (session, _) = self.sessions.resolve(session_id).await?;
            self.hub.refresh(stream, &session);
            // A change that was heard between the two is undone by the second.
            if self.sessions.stands(&session) {
                return Ok(());
            }
        }
        self.hub.ask_again(stream);
        Err(Error::unavailable("We could not confirm your session. Please try again."))
    }
}

/// A gateway that serves.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Ends when it has drained; a failure, if a part of it ended by itself.
    pub join: JoinHandle<Result<(), Fault>>,
}

/// The OpenAPI document of all calls.
#[must_use]
pub fn openapi() -> OpenApi {
    http::routes::api().into_openapi()
}

/// The catalogue of reports and figures, as the web app reads it.
#[must_use]
pub fn figures() -> serde_json::Value {
    reports::catalogue::as_json()
}

/// Starts the gateway; it serves until `shutdown` and then finishes what it has in hand.
///
/// # Errors
/// If the address is in use or NATS's URL cannot be read.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let (listener, address) = bind(config.listen).await?;
    let nats = Nats::connect("gateway", &config.nats).await.map_err(|e| Fault::Permanent(e.to_string()))?;
    let services = config.services.clone();
    let gateway = Arc::new(Gateway {
        clock: clock.clone(),
        push_key: OnceCell::new(),
        limits: Limits::new(config.rates),
        sessions: Sessions::new(services.clone(), clock),
        keys: IngestKeys::new(services.clone()),
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
        async move { gateway.limits.forget_the_quiet(shutdown).await }
    });
    gateway.hub.start(&mut work, &shutdown);
    let clock = gateway.clock.clone();
    let visitors = http::serve::Visitors::of(&gateway.config);
    let router = http::routes::router(gateway);
    let served = http::serve::serve(listener, router, visitors, clock, shutdown.clone());
    let join = tokio::spawn(until_drained(served, work, shutdown));
    Ok(Running { address, join })
}

/// Serves, with its parts at work, until it has drained after `shutdown`, for [`DRAIN`] at most. A gateway of which a part
/// has ended would go on with old figures and sessions: it stops, to be started again.
///
/// # Errors
/// If a part ended by itself.
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
                let why = ended.map_or_else(|e| e.to_string(), |()| "a part ended".to_owned());
                tracing::error!(why, "the gateway stops");
                result = Err(Fault::Permanent(format!("gateway: {why}")));
                shutdown.cancel();
            }
        }
    }
    work.shutdown().await;
    result
}

/// Shows what can be seen at any time. What has not been counted yet is shown as such: from a figure that begins at one,
/// nobody sees that it grew.
fn measure(gateway: &Gateway) {
    gateway.nats.watch("gateway");
    let (hub, most) = (gateway.hub.clone(), gateway.config.streams as f64);
    watch(Gauge::LiveConnections, labels("gateway", &[]), move || hub.len() as f64);
    watch(Gauge::LiveConnectionsLimit, labels("gateway", &[]), move || most);
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
    async fn a_gateway_of_which_a_part_has_ended_stops() {
        for part in [true, false] {
            let shutdown = CancellationToken::new();
            let mut work = JoinSet::new();
            let drained = shutdown.clone();
            work.spawn(async move { assert!(part, "a part that panics") });
            let ended = until_drained(async move { drained.cancelled().await }, work, shutdown.clone()).await;
            assert!(ended.is_err() && shutdown.is_cancelled());
        }
        // Parts that end because it is told to are no failure.
        let shutdown = CancellationToken::new();
        let mut work = JoinSet::new();
        let (told, drained) = (shutdown.clone(), shutdown.clone());
        work.spawn(async move { told.cancelled().await });
        shutdown.cancel();
        until_drained(async move { drained.cancelled().await }, work, shutdown).await.unwrap();
    }
}
