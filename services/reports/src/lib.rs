//! reports: keeps what the tills say, adds it up, and answers every report from what is added up.
//!
//! Facts come from the stream POS, one batch a transaction: the newest version of each fact, every roll-up
//! moved by the difference, and the events about it. Reports are reads of roll-ups over gRPC.

mod app;
mod config;
pub mod domain;
mod events;
mod grpc;
mod store;

use std::net::SocketAddr;

use saffron_core::Clock;
use saffron_kit::grpc::{CallerCheck, bind, serve};
use saffron_kit::nats::{Nats, consume, heartbeat};
use saffron_kit::pg::{Database, run_relay};
use saffron_kit::service::DRAIN;
use saffron_kit::{CancellationToken, Fault};
use tokio::task::JoinSet;

pub use config::Config;

/// The schema of this service, after kit's.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// A started service.
pub struct Running {
    /// Where gRPC is served.
    pub address: SocketAddr,
    tasks: JoinSet<Result<(), Fault>>,
}

impl Running {
    /// Waits until everything has stopped, for ten seconds at most after `shutdown`: what is not committed by
    /// then is worked again. When one part ends early, the others are told to.
    ///
    /// # Errors
    /// The first failure.
    pub async fn stopped(mut self, shutdown: CancellationToken) -> Result<(), Fault> {
        let mut result = Ok(());
        let bound = async {
            shutdown.cancelled().await;
            tokio::time::sleep(DRAIN).await;
        };
        let mut bound = std::pin::pin!(bound);
        loop {
            tokio::select! {
                () = &mut bound => {
                    tracing::warn!("stopped with facts in hand; they are worked again");
                    self.tasks.shutdown().await;
                    return result;
                }
                ended = self.tasks.join_next() => {
                    let Some(ended) = ended else { return result };
                    shutdown.cancel();
                    result = result.and(ended.unwrap_or_else(|e| Err(Fault::Permanent(e.to_string()))));
                }
            }
        }
    }
}

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let wrong = |e: saffron_kit::config::ConfigError| Fault::Permanent(e.to_string());
    let database = Database::open("reports", &config.pg, clock.clone()).map_err(wrong)?;
    let nats = Nats::connect("reports", &config.nats).await.map_err(wrong)?;
    let (listener, address) = bind(config.listen).await?;
    let notifier = events::Notifier::default();
    let recorder = events::Recorder::new(notifier.clone());
    let routes = grpc::routes(database.clone(), clock.clone(), CallerCheck::new(config.verifier, clock));

    let mut tasks = JoinSet::new();
    tasks.spawn(serve(listener, routes, database.clone(), shutdown.clone()));
    let consume =
        consume::consume_facts("reports", nats.clone(), database.clone(), recorder, shutdown.clone());
    tasks.spawn(done(consume));
    tasks.spawn(done(events::run_notifier(notifier, database.clone(), nats.clone(), shutdown.clone())));
    tasks.spawn(done(run_relay(database.clone(), nats.clone(), shutdown.clone())));
    tasks.spawn(done(heartbeat::beat(nats, "reports", shutdown.clone())));
    tasks.spawn(done(app::run_folding(database.clone(), config.fold_every, shutdown.clone())));
    tasks.spawn(done(app::run_upkeep(database, shutdown)));
    Ok(Running { address, tasks })
}

async fn done(task: impl Future<Output = ()>) -> Result<(), Fault> {
    task.await;
    Ok(())
}

/// Runs the service until `shutdown`.
///
/// # Errors
/// If it cannot start, or a part of it fails.
pub async fn run(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<(), Fault> {
    start(config, clock, shutdown.clone()).await?.stopped(shutdown).await
}
