//! notifications: the inbox. What people are told of, by which rules, and on which devices.
//!
//! What happened is noted once, whatever it came from: facts, other services' events, the end of a day. Telling asks auth
//! who may see the location, applies each one's rules, and writes communications together with what goes out to open
//! apps, devices and mail (design.md section 6). A push is sent at least once; the app shows a repeated id once.

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
use store::PushServices;

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
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is looked for digests to be mailed.
const MAIL_EVERY: Duration = Duration::from_secs(1);

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let settings = app::Settings {
        public_url: config.public_url.clone(),
        retry_after: config.retry_after,
        in_flight: config.in_flight,
    };
    let open =
        |name: &str, url: &str| channel(name, url, PATIENCE).map_err(|e| Fault::Permanent(e.to_string()));
    let others = grpc::Services {
        auth: open("SAFFRON_AUTH_URL", &config.auth_url)?,
        inventory: open("SAFFRON_INVENTORY_URL", &config.inventory_url)?,
        reports: open("SAFFRON_REPORTS_URL", &config.reports_url)?,
        key: config.gateway_key.clone(),
    };
    let push = PushServices::new(config.hosts, config.vapid)?;
    let mut service = Service::open(&SPEC, config.service, clock, shutdown).await?;
    let mailer = Mailer::new(config.mail);
    let app = Arc::new(App::new(service.database.clone(), push, Arc::new(others), mailer, settings)?);
    service.work_facts(events::Recorder(app.clone()));
    service.work_events(events::Listener);
    service.spawn(app::run_telling(app.clone(), service.shutdown.clone()));
    service.spawn(app::run_sending(app.clone(), service.shutdown.clone()));
    service.every(config.look_every, "writing digests", {
        let app = app.clone();
        move || write_digests(app.clone())
    });
    service.every(config.labor_every, "watching labor", {
        let app = app.clone();
        move || watch_labor(app.clone())
    });
    service.every(MAIL_EVERY, "mailing digests", {
        let app = app.clone();
        move || send_mails(app.clone())
    });
    service.every(app::UPKEEP_EVERY, "upkeep", {
        let app = app.clone();
        move || app::upkeep(app.clone())
    });
    service.measure("queues", {
        let app = app.clone();
        move || queues(app.clone())
    });
    let checks =
        grpc::Checks { caller: service.callers.clone(), gateway: GatewayCheck::new(&config.gateway_key) };
    let routes = grpc::routes(app, checks);
    Ok(service.serve(routes))
}

async fn write_digests(app: Arc<App>) -> Result<(), Fault> {
    app::write_digests(&app).await
}

async fn watch_labor(app: Arc<App>) -> Result<(), Fault> {
    app::watch_labor(&app).await
}

async fn send_mails(app: Arc<App>) -> Result<(), Fault> {
    app::send_mails(&app).await
}

async fn queues(app: Arc<App>) -> Result<Vec<Reading>, Fault> {
    let (now, database) = (app.now(), &app.database);
    let mails = queue("notifications", "mail", store::waiting_mails(database, now).await?, now);
    let pushes = queue("notifications", "push", store::waiting_jobs(database, now).await?, now);
    Ok(mails.into_iter().chain(pushes).collect())
}
