//! reports: stores the facts of tills, adds them up in roll-ups, and answers every report from the sums.
//!
//! Facts come from the stream POS, one batch a transaction, which stores the newest version of each fact, changes every roll-up
//! by the difference and publishes the events about it. Reports are reads of roll-ups over gRPC.

mod app;
mod config;
mod domain;
mod events;
mod grpc;
mod store;

use std::time::Duration;

use saffron_core::Clock;
use saffron_kit::grpc::GatewayCheck;
use saffron_kit::metrics::Reading;
use saffron_kit::nats::react::EventWorker;
use saffron_kit::nats::{Nats, heartbeat};
use saffron_kit::pg::Migrator;
use saffron_kit::service::{Running, Service, Spec, prepared};
use saffron_kit::{CancellationToken, Fault, run_worker};

pub use config::Config;

/// The schema of this service, after kit's.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// How often locations are looked for whose facts are to be stamped again.
const RESTAMP_EVERY: Duration = Duration::from_secs(1);

/// What this service is.
pub static SPEC: Spec = Spec {
    name: "reports",
    migrations: &MIGRATIONS,
    facts: true,
    events: <events::Listener as EventWorker>::EVENTS,
    prepare: |env| Ok(prepared(Config::from_env(env)?, start)),
    restored: Some(|database| Box::pin(async move { app::restored(&database).await })),
};

/// The pause between looks for shifts to be counted with other wages.
const WAGES_EVERY: Duration = Duration::from_secs(1);

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let mut service = Service::open(&SPEC, config.service, clock.clone(), shutdown).await?;
    let (database, nats, stop) = (service.database.clone(), service.nats.clone(), service.shutdown.clone());
    let notifier = events::Notifier::default();
    service.work_facts(events::Recorder::new(notifier.clone(), app::Partitions::new(database.clone())));
    service.work_events(events::Listener);
    let restamper = app::Restamper::new(database.clone(), nats.clone(), stop.clone());
    service.spawn({
        let stop = stop.clone();
        async move { run_worker("stamping facts again", RESTAMP_EVERY, None, &stop, || restamper.round()).await }
    });
    service.spawn({
        let (stop, database, notifier) = (stop.clone(), database.clone(), notifier.clone());
        async move {
            let count = || async {
                let counted = app::count_wages(&database).await?;
                let worked = counted.is_some();
                counted.into_iter().for_each(|changed| notifier.add(changed));
                Ok(worked)
            };
            run_worker("counting wages", WAGES_EVERY, None, &stop, count).await;
        }
    });
    service.spawn(events::run_notifier(notifier, database.clone(), nats.clone(), stop.clone()));
    service.spawn(heartbeat::beat(nats, "reports", stop.clone()));
    service.every(config.write_months_every, "folding closed months", {
        let (database, stop) = (database.clone(), stop);
        move || app::write_closed_months(database.clone(), stop.clone())
    });
    service.every(app::UPKEEP_EVERY, "upkeep", {
        let database = database.clone();
        move || app::upkeep(database.clone())
    });
    service.measure("the streams", {
        let nats = service.nats.clone();
        move || fullness(nats.clone())
    });
    let gateway = GatewayCheck::new(&config.gateway_key);
    let routes = grpc::routes(database, clock, service.callers.clone(), gateway);
    Ok(service.serve(routes))
}

/// How full the streams are, as metrics.
async fn fullness(nats: Nats) -> Result<Vec<Reading>, Fault> {
    nats.fullness("reports").await
}
