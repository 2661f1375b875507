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
use saffron_kit::nats::react::EventWorker;
use saffron_kit::pg::Migrator;
use saffron_kit::service::{Running, Service, Spec, prepared};
use saffron_kit::{CancellationToken, Fault};

pub use config::Config;

/// The schema of this service, after kit's.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// What this service is.
pub static SPEC: Spec = Spec {
    name: "inventory",
    migrations: &MIGRATIONS,
    facts: true,
    events: <events::People as EventWorker>::EVENTS,
    prepare: |env| Ok(prepared(Config::from_env(env)?, start)),
    restored: Some(|database| Box::pin(async move { app::restored(&database).await })),
};

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let mut service = Service::open(&SPEC, config.service, clock, shutdown).await?;
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
