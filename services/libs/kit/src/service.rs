//! The frame of every service: its configuration, its database and NATS, its parts, and its end.

use std::net::SocketAddr;
use std::time::Duration;

use futures::future::BoxFuture;
use saffron_core::Clock;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::config::{ConfigError, Env};
use crate::deadline::DRAIN;
use crate::grpc::{CallerCheck, bind, serve};
use crate::metrics::Reading;
use crate::nats::consume::{FactWorker, consume_facts};
use crate::nats::react::{EventWorker, consume_events};
use crate::nats::streams::{Consumers, EventName};
use crate::nats::{Nats, NatsConfig, streams};
use crate::pg::{Database, Migrator, PgConfig, run_relay};
use crate::token::TokenVerifier;
use crate::{Fault, metrics, run_worker};

/// The declaration of a service. Every list of services is made of these (services/saffron/src/services.rs).
#[derive(Clone, Copy)]
pub struct Spec {
    /// The name of the service, and of its database, variables and consumers.
    pub name: &'static str,
    /// Its schema, after kit's.
    pub migrations: &'static Migrator,
    /// Whether it works the facts of tills.
    pub facts: bool,
    /// The events of other services that it works.
    pub events: &'static [EventName],
    /// Reads its configuration.
    pub prepare: fn(&Env) -> Result<Start, ConfigError>,
    /// The changes that its database needs after a restore.
    pub restored: Option<fn(Database) -> Work>,
}

impl Spec {
    /// Its durable consumers.
    #[must_use]
    pub const fn consumers(&self) -> Consumers {
        Consumers { service: self.name, facts: self.facts, events: self.events }
    }
}

/// Work of a service, to its end.
pub type Work = BoxFuture<'static, Result<(), Fault>>;

/// Starts a service, which ends when the token is cancelled. An error, if its address is in use or its configuration cannot
/// be used.
pub type Start =
    Box<dyn FnOnce(Clock, CancellationToken) -> BoxFuture<'static, Result<Running, Fault>> + Send>;

/// A service with its configuration, ready to start.
pub fn prepared<C, S>(
    config: C,
    start: impl FnOnce(C, Clock, CancellationToken) -> S + Send + 'static,
) -> Start
where
    C: Send + 'static,
    S: Future<Output = Result<Running, Fault>> + Send + 'static,
{
    Box::new(move |clock, shutdown| Box::pin(start(config, clock, shutdown)))
}

/// The configuration of every service that owns a database.
#[derive(Clone)]
pub struct ServiceConfig {
    /// `SAFFRON_<SERVICE>_LISTEN`: where gRPC is served; port 0 takes a free one.
    pub listen: SocketAddr,
    /// `SAFFRON_<SERVICE>_DATABASE_URL` and `_DATABASE_CONNECTIONS`.
    pub pg: PgConfig,
    /// `SAFFRON_<SERVICE>_NATS_URL` and the settings of the streams.
    pub nats: NatsConfig,
    /// `SAFFRON_TOKEN_PUBLIC_KEYS`: verifies the callers of calls.
    pub verifier: TokenVerifier,
}

impl ServiceConfig {
    /// Reads the SAFFRON_* variables of a service.
    ///
    /// # Errors
    /// If a variable is missing or wrong.
    pub fn from_env(service: &str, env: &Env) -> Result<ServiceConfig, ConfigError> {
        Ok(ServiceConfig {
            listen: env.required(&format!("SAFFRON_{}_LISTEN", service.to_uppercase()))?,
            pg: PgConfig::from_env(service, env)?,
            nats: NatsConfig::from_env(service, env)?,
            verifier: TokenVerifier::from_env(env)?,
        })
    }
}

/// A service that starts: its database and NATS are open, its parts are added one by one, and [`Service::serve`] runs
/// them.
pub struct Service {
    /// Its own database.
    pub database: Database,
    /// Its connection to NATS.
    pub nats: Nats,
    /// Lets only signed-in people's calls through.
    pub callers: CallerCheck,
    /// Ends every part.
    pub shutdown: CancellationToken,
    name: &'static str,
    listener: TcpListener,
    address: SocketAddr,
    parts: JoinSet<Result<(), Fault>>,
}

impl Service {
    /// Binds the address, and opens database and NATS; neither has to answer yet.
    ///
    /// # Errors
    /// If the address is in use or a URL cannot be used.
    pub async fn open(
        spec: &Spec,
        config: ServiceConfig,
        clock: Clock,
        shutdown: CancellationToken,
    ) -> Result<Service, Fault> {
        let name = spec.name;
        let wrong = |e: ConfigError| Fault::Permanent(e.to_string());
        let database = Database::open(name, &config.pg, clock.clone()).map_err(wrong)?;
        let nats = Nats::connect(name, &config.nats).await.map_err(wrong)?;
        let (listener, address) = bind(config.listen).await?;
        let callers = CallerCheck::new(config.verifier, clock);
        let mut service =
            Service { database, nats, callers, shutdown, name, listener, address, parts: JoinSet::new() };
        service.nats.watch(name);
        service.database.watch();
        service.measure("outbox", {
            let database = service.database.clone();
            move || sample_outbox(database.clone())
        });
        Ok(service)
    }

    /// Adds a sampler of gauges that need a query: at once and then every 15 seconds, while metrics are on.
    pub fn measure<F>(&mut self, what: &'static str, sample: impl Fn() -> F + Send + Sync + 'static)
    where
        F: Future<Output = Result<Vec<Reading>, Fault>> + Send + 'static,
    {
        // A part that ends early ends the service.
        if metrics::is_on() {
            self.spawn(metrics::run_sampler(what, sample, self.shutdown.clone()));
        }
    }

    /// Adds a sampler of the messages that wait for durable consumers of a stream.
    fn measure_consumers(&mut self, stream: &'static str, consumers: Vec<String>) {
        let (name, nats) = (self.name, self.nats.clone());
        self.measure("consumers", move || {
            let (nats, consumers) = (nats.clone(), consumers.clone());
            async move { nats.pending(name, stream, &consumers).await }
        });
    }

    /// Adds a part that works until `shutdown`.
    pub fn spawn(&mut self, part: impl Future<Output = ()> + Send + 'static) {
        self.parts.spawn(async {
            part.await;
            Ok(())
        });
    }

    /// Adds the part that works the facts of the tills.
    pub fn work_facts(&mut self, worker: impl FactWorker) {
        let (nats, database, shutdown) = (self.nats.clone(), self.database.clone(), self.shutdown.clone());
        self.measure_consumers("POS", streams::fact_consumers(self.name));
        self.spawn(consume_facts(self.name, nats, database, worker, shutdown));
    }

    /// Adds the part that reacts to what other services publish.
    pub fn work_events(&mut self, worker: impl EventWorker) {
        let (nats, database, shutdown) = (self.nats.clone(), self.database.clone(), self.shutdown.clone());
        self.measure_consumers("EVENTS", vec![streams::event_consumer_name(self.name)]);
        self.spawn(consume_events(self.name, nats, database, worker, shutdown));
    }

    /// Adds work that is done at once and then every so often; after a failure sooner. Every replica does it.
    pub fn every<F>(
        &mut self,
        period: Duration,
        what: &'static str,
        work: impl Fn() -> F + Send + Sync + 'static,
    ) where
        F: Future<Output = Result<(), Fault>> + Send,
    {
        let shutdown = self.shutdown.clone();
        self.spawn(async move {
            run_worker(what, period, None, &shutdown, || async { work().await.map(|()| false) }).await;
        });
    }

    /// Serves gRPC and carries the outbox. The relay outlives the running calls, so that their events are
    /// still published.
    pub fn serve(mut self, routes: Routes) -> Running {
        let served = CancellationToken::new();
        let relay = run_relay(self.database.clone(), self.nats.clone(), served.clone());
        self.spawn(relay);
        let server = serve(self.listener, routes, self.database, self.shutdown.clone());
        self.parts.spawn(async move {
            let result = server.await;
            served.cancel();
            result
        });
        tracing::info!(service = self.name, address = %self.address, "serves");
        Running { address: self.address, name: self.name, shutdown: self.shutdown, parts: self.parts }
    }
}

async fn sample_outbox(database: Database) -> Result<Vec<Reading>, Fault> {
    database.outbox().await
}

/// A service at work.
pub struct Running {
    /// Where gRPC is served.
    pub address: SocketAddr,
    name: &'static str,
    shutdown: CancellationToken,
    parts: JoinSet<Result<(), Fault>>,
}

impl Running {
    /// Waits until every part has ended, for [`DRAIN`] at most after `shutdown`: work that is not committed by then is
    /// done again. When one part ends early, the others are ended.
    ///
    /// # Errors
    /// The first failure.
    pub async fn stopped(mut self) -> Result<(), Fault> {
        let mut result = Ok(());
        let bound = async {
            self.shutdown.cancelled().await;
            tokio::time::sleep(DRAIN).await;
        };
        let mut bound = std::pin::pin!(bound);
        loop {
            tokio::select! {
                () = &mut bound => {
                    tracing::warn!(service = self.name, "stopped with work in hand; it is done again");
                    self.parts.shutdown().await;
                    return result;
                }
                ended = self.parts.join_next() => {
                    let Some(ended) = ended else { return result };
                    self.shutdown.cancel();
                    result = result.and(ended.unwrap_or_else(|e| Err(Fault::Permanent(e.to_string()))));
                }
            }
        }
    }
}

/// A token that is cancelled at SIGTERM or Ctrl-C.
///
/// # Errors
/// If the signal cannot be listened to.
pub fn shutdown_on_signal() -> std::io::Result<CancellationToken> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut term, mut int) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let shutdown = CancellationToken::new();
    let cancel = shutdown.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
        }
        cancel.cancel();
    });
    Ok(shutdown)
}
