//! payments: card payments and payouts as the card provider has them, and the weeks of online orders.
//!
//! The provider's objects are mirrored: its webhooks and its list of events only name those that have changed, which are then
//! fetched, so that neither the order nor the number of events matters. Only this service has the secret key of the API. Everything is read from the mirror; only captures and cancellations call the provider.

mod app;
mod config;
mod domain;
mod events;
mod grpc;
mod store;

use std::sync::Arc;

use saffron_core::Clock;
use saffron_core::event::PaymentsChanged;
use saffron_kit::grpc::GatewayCheck;
use saffron_kit::metrics::{Gauge, Reading, age, labels, queue};
use saffron_kit::nats::react::EventWorker;
use saffron_kit::pg::Migrator;
use saffron_kit::service::{Running, Service, Spec, prepared};
use saffron_kit::{CancellationToken, Fault};

pub use config::Config;

use app::App;

/// The schema of this service, after kit's.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// What this service is.
pub static SPEC: Spec = Spec {
    name: "payments",
    migrations: &MIGRATIONS,
    facts: true,
    events: <events::Accounts as EventWorker>::EVENTS,
    prepare: |env| Ok(prepared(Config::from_env(env)?, start)),
    restored: None,
};

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let mut service = Service::open(&SPEC, config.service.clone(), clock, shutdown).await?;
    service.database = service.database.announcing::<PaymentsChanged>();
    let provider = store::Provider::new(&config.provider_url, &config.secret_key)?;
    let gateway = GatewayCheck::new(&config.gateway_key);
    let app = Arc::new(App::new(service.database.clone(), provider, config));
    service.work_facts(events::Recorder);
    service.work_events(events::Accounts);
    service.spawn(app::run_fetching(app.clone(), service.shutdown.clone()));
    service.spawn(app::run_deleting_former_objects(app.clone(), service.shutdown.clone()));
    service.spawn(app::run_polling(app.clone(), service.shutdown.clone()));
    service.every(app::UPKEEP_EVERY, "upkeep", {
        let app = app.clone();
        move || app::upkeep(app.clone())
    });
    service.measure("the mirror", {
        let app = app.clone();
        move || mirror(app.clone())
    });
    let checks = grpc::Checks { caller: service.callers.clone(), gateway };
    Ok(service.serve(grpc::routes(app, checks)))
}

/// The length of the queue of stale objects and the age of the mirror, as metrics.
async fn mirror(app: Arc<App>) -> Result<Vec<Reading>, Fault> {
    let (now, database) = (app.database.clock().now(), &app.database);
    let [waiting, oldest] = queue("payments", "webhook", store::STALE.waiting(database, now).await?, now);
    let value = age(store::oldest_poll(database).await?, now);
    Ok(vec![waiting, oldest, Reading { gauge: Gauge::MirrorAge, labels: labels("payments", &[]), value }])
}
