//! notifications: the inbox. What people are notified of, by which rules, and on which devices.
//!
//! Happenings come from facts, events of other services and the end of days. For each one auth names the people of the
//! location, each person's rules are applied, and communications are written together with the queued pushes, mails and events
//! for open apps. A push is sent at least once; the app shows a repeated id once.

mod app;
mod config;
mod domain;
mod events;
mod grpc;
mod store;

use std::sync::Arc;
use std::time::Duration;

use saffron_core::Clock;
use saffron_kit::grpc::{GatewayCheck, channel};
use saffron_kit::mail::Mailer;
use saffron_kit::metrics::{Reading, queue};
use saffron_kit::nats::react::EventWorker;
use saffron_kit::pg::Migrator;
use saffron_kit::service::{Running, Service, Spec, prepared};
use saffron_kit::{CancellationToken, Fault};

pub use config::Config;

use app::App;
use store::{MAILS, PUSHES, PushServices};

/// The schema of this service, after kit's.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// What this service is.
pub static SPEC: Spec = Spec {
    name: "notifications",
    migrations: &MIGRATIONS,
    facts: true,
    events: <events::Listener as EventWorker>::EVENTS,
    prepare: |env| Ok(prepared(Config::from_env(env)?, start)),
    restored: None,
};

/// How long another service may take to answer.
const OTHERS_DEADLINE: Duration = Duration::from_secs(10);
/// How often digests that are due are mailed.
const MAIL_EVERY: Duration = Duration::from_secs(1);

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let settings = app::Settings {
        public_url: config.public_url,
        retry_after: config.retry_after,
        in_flight: config.in_flight,
    };
    let open = |name: &str, url: &str| {
        channel(name, url, OTHERS_DEADLINE).map_err(|e| Fault::Permanent(e.to_string()))
    };
    let gateway = GatewayCheck::new(&config.gateway_key);
    let others = grpc::Clients {
        auth: open("SAFFRON_AUTH_URL", &config.auth_url)?,
        inventory: open("SAFFRON_INVENTORY_URL", &config.inventory_url)?,
        reports: open("SAFFRON_REPORTS_URL", &config.reports_url)?,
        key: config.gateway_key,
    };
    let push = PushServices::new(config.hosts, config.vapid)?;
    let mut service = Service::open(&SPEC, config.service, clock, shutdown).await?;
    let mailer = Mailer::new(config.mail);
    let app = Arc::new(App::new(service.database.clone(), push, Arc::new(others), mailer, settings)?);
    service.work_facts(events::Recorder(app.clone()));
    service.work_events(events::Listener);
    service.spawn(app::run_notifying(app.clone(), service.shutdown.clone()));
    service.spawn(app::run_sending(app.clone(), service.shutdown.clone()));
    service.every(config.digests_every, "writing digests", repeated(&app, app::write_digests));
    service.every(config.labor_every, "watching labor", repeated(&app, app::watch_labor));
    service.every(MAIL_EVERY, "mailing digests", repeated(&app, app::send_mails));
    service.every(app::UPKEEP_EVERY, "upkeep", repeated(&app, app::upkeep));
    service.measure("queues", repeated(&app, queues));
    let routes = grpc::routes(app, service.callers.clone(), gateway);
    Ok(service.serve(routes))
}

/// A closure that does `work` on the app, for periodic tasks.
fn repeated<F, W: Fn(Arc<App>) -> F>(app: &Arc<App>, work: W) -> impl Fn() -> F + use<F, W> {
    let app = app.clone();
    move || work(app.clone())
}

/// The lengths of the queues, as metrics.
async fn queues(app: Arc<App>) -> Result<Vec<Reading>, Fault> {
    let (now, database) = (app.now(), &app.database);
    let mails = queue("notifications", "mail", MAILS.waiting(database, now).await?, now);
    let pushes = queue("notifications", "push", PUSHES.waiting(database, now).await?, now);
    Ok(mails.into_iter().chain(pushes).collect())
}
