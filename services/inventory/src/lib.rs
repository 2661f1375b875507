//! inventory: the menu. What is sold and at which price, what is left of it, what is on offer, and what owners
//! changed beside what the till says.

mod app;
mod config;
mod domain;
mod events;
mod grpc;
mod store;

use std::sync::Arc;

use saffron_core::Clock;
use saffron_kit::grpc::GatewayCheck;
use saffron_kit::service::{Running, Service};
use saffron_kit::{CancellationToken, Fault};

pub use app::restored;
pub use config::Config;

/// The schema of this service, after kit's.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let mut service = Service::open("inventory", config.service, clock, shutdown).await?;
    let objects = store::Objects::open(&config.images)?;
    let app = Arc::new(app::App::new(service.database.clone(), objects));
    service.work_facts(events::Recorder);
    service.work_events(events::People);
    service.every(app::END_MARKS_EVERY, "ending sold-out marks", {
        let app = app.clone();
        move || app::end_marks(app.clone())
    });
    service.every(app::HOUSEKEEPING_EVERY, "forgetting what is old", {
        let app = app.clone();
        move || app::housekeeping(app.clone())
    });
    let checks =
        grpc::Checks { caller: service.callers.clone(), gateway: GatewayCheck::new(&config.gateway_key) };
    Ok(service.serve(grpc::routes(app, checks)))
}

/// Runs the service until `shutdown`.
///
/// # Errors
/// If it cannot start, or a part of it fails.
pub async fn run(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<(), Fault> {
    start(config, clock, shutdown).await?.stopped().await
}
