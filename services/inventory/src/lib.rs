//! inventory: the menu. Items and prices, stock, promotions, and the values that owners set in addition to the till's.

mod app;
mod config;
mod domain;
mod events;
mod grpc;
mod store;

use std::sync::Arc;

use saffron_core::Clock;
use saffron_core::event::ItemsChanged;
use saffron_kit::grpc::GatewayCheck;
use saffron_kit::nats::react::EventWorker;
use saffron_kit::objects::Objects;
use saffron_kit::pg::Migrator;
use saffron_kit::service::{Running, Service, Spec, prepared};
use saffron_kit::{CancellationToken, Fault};

pub use config::Config;

use app::App;

/// The migrations of inventory's own tables; kit's run before.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// What kit and the `saffron` binary need to run this service.
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
    service.database = service.database.announcing::<ItemsChanged>();
    let objects = Objects::open("SAFFRON_INVENTORY_IMAGES", &config.images)?;
    let app = Arc::new(App::new(service.database.clone(), objects));
    service.work_facts(events::Recorder);
    service.work_events(events::People);
    service.every(app::END_MARKS_EVERY, "ending sold-out marks", {
        let app = app.clone();
        move || app::end_marks(app.clone())
    });
    service.every(app::UPKEEP_EVERY, "upkeep", {
        let app = app.clone();
        move || app::upkeep(app.clone())
    });
    let routes = grpc::routes(app, service.callers.clone(), GatewayCheck::new(&config.gateway_key));
    Ok(service.serve(routes))
}
