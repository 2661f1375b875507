//! customers: guests, the points ledger and rewards, and the percentage at which points are earned.
//!
//! Contact data of guests and the effects of their checks come from the stream POS, one batch a transaction. A transaction
//! locks the row of a location, so that points change one after the other; the result does not depend on the order in which
//! facts arrive.

mod app;
mod config;
mod domain;
mod events;
mod grpc;
mod store;

use std::sync::Arc;

use saffron_core::Clock;
use saffron_core::event::CustomersChanged;
use saffron_kit::grpc::GatewayCheck;
use saffron_kit::nats::react::EventWorker;
use saffron_kit::pg::Migrator;
use saffron_kit::service::{Running, Service, Spec, prepared};
use saffron_kit::{CancellationToken, Fault};

pub use config::Config;

use app::App;
use domain::TombstoneKey;

/// The schema of this service, after kit's.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// What this service is.
pub static SPEC: Spec = Spec {
    name: "customers",
    migrations: &MIGRATIONS,
    facts: true,
    events: <events::Messages as EventWorker>::EVENTS,
    prepare: |env| Ok(prepared(Config::from_env(env)?, start)),
    restored: None,
};

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let mut service = Service::open(&SPEC, config.service, clock, shutdown).await?;
    service.database = service.database.announcing::<CustomersChanged>();
    let tombstone_key = TombstoneKey::new(&config.erasure_key)?;
    let app = Arc::new(App::new(service.database.clone(), service.nats.clone(), tombstone_key));
    service.work_events(events::Messages);
    service.work_facts(events::Recorder(app.tombstone_key.clone()));
    service.spawn(app::run_finishing_erasures(app.clone(), config.look_every, service.shutdown.clone()));
    service.every(config.look_every, "expiring points", {
        let app = app.clone();
        move || app::expire_points(app.clone())
    });
    service.every(app::UPKEEP_EVERY, "upkeep", {
        let database = service.database.clone();
        move || {
            let database = database.clone();
            async move { database.forget_old().await.map(drop) }
        }
    });
    let checks =
        grpc::Checks { caller: service.callers.clone(), gateway: GatewayCheck::new(&config.gateway_key) };
    Ok(service.serve(grpc::routes(app, checks)))
}
