//! Who may come in, and which locations they may see: people, sessions, the signed token of the services,
//! locations as POS vendors register them, and the codes that link the two (design.md section 4).

mod app;
mod config;
mod domain;
mod grpc;
mod store;

use std::net::SocketAddr;
use std::sync::Arc;

use saffron_core::Clock;
use saffron_kit::config::ConfigError;
use saffron_kit::grpc::{CallerCheck, GatewayCheck, bind, serve};
use saffron_kit::nats::Nats;
use saffron_kit::pg::{Database, run_relay};
use saffron_kit::{CancellationToken, Fault};
use tokio::task::JoinHandle;

pub use config::Config;

use app::App;

/// The schema of this service; kit's own tables come before it.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// The service at work.
#[derive(Debug)]
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Ends after `shutdown`, when what was in hand is finished.
    pub join: JoinHandle<Result<(), Fault>>,
}

/// Starts the service.
///
/// # Errors
/// If the configuration cannot be used or the address is taken.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let wrong = |e: ConfigError| Fault::Permanent(e.to_string());
    let database = Database::open("auth", &config.pg, clock.clone()).map_err(wrong)?;
    let nats = Nats::connect("auth", &config.nats).await.map_err(wrong)?;
    let (listener, address) = bind(config.listen).await?;
    let app = Arc::new(App::new(database.clone(), config.signer, config.vendors)?);
    let checks = grpc::Checks {
        gateway: GatewayCheck::new(config.gateway_key),
        caller: CallerCheck::new(config.verifier, clock),
    };
    let routes = grpc::routes(app.clone(), checks);
    tracing::info!(%address, "auth listens");
    let join = tokio::spawn(async move {
        // The relay outlives the calls in hand, so that what they publish still goes out.
        let background = CancellationToken::new();
        let served = async {
            let served = serve(listener, routes, database.clone(), shutdown).await;
            background.cancel();
            served
        };
        let relay = run_relay(database.clone(), nats, background.clone());
        let (served, (), ()) = tokio::join!(served, relay, app::housekeeping::run(&app, background.clone()));
        served
    });
    Ok(Running { address, join })
}

/// Runs the service until `shutdown`.
///
/// # Errors
/// If it cannot start, or the listener fails.
pub async fn run(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<(), Fault> {
    let running = start(config, clock, shutdown).await?;
    running.join.await.map_err(|e| Fault::Permanent(format!("auth: {e}")))?
}
