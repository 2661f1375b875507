//! marketing: email and text campaigns, who may get them, and what became of each message.
//!
//! A campaign is stored with all its recipients before it is answered; workers claim them from Postgres in batches, send,
//! and settle. Every recipient ends as sent, failed, excluded, or with an outcome that nobody knows, which is never sent
//! again by itself (design.md section 6). A person's own opt-out outranks everything but that person's own opt-in.

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
use domain::{Hasher, LinkKey};

/// The schema of this service, after kit's.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// What this service is.
pub static SPEC: Spec = Spec {
    name: "marketing",
    migrations: &MIGRATIONS,
    facts: true,
    events: <events::Listener as EventWorker>::EVENTS,
    prepare: |env| Ok(prepared(Config::from_env(env)?, start)),
    restored: Some(|database| Box::pin(async move { app::restored(&database).await })),
};

/// How long customers may take to answer.
const CUSTOMERS: Duration = Duration::from_secs(5);
/// How often open apps are told of what they were not told at once.
const ANNOUNCE_EVERY: Duration = Duration::from_secs(1);

/// How often what is left of erased guests is looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(2);

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let settings = app::Settings {
        public_url: config.public_url.clone(),
        sms_token: config.sms_token.clone(),
        sms_idempotent: config.sms_idempotent,
        emails_per_second: config.emails_per_second,
        texts_per_second: config.texts_per_second,
        in_flight: config.in_flight,
        lease: config.lease,
        retry_after: config.retry_after,
        weekly_cap: config.weekly_cap,
    };
    let status_callback = format!("{}/notification/webhooks/sms/status", config.public_url);
    let sms = store::Sms::new(
        &config.sms_url,
        &config.sms_account,
        &config.sms_token,
        &config.sms_from,
        status_callback,
    )?;
    let (hasher, links) = (Hasher::new(&config.address_key)?, LinkKey::new(&config.link_key)?);
    let customers = channel("SAFFRON_CUSTOMERS_URL", &config.customers_url, CUSTOMERS)
        .map_err(|e| Fault::Permanent(e.to_string()))?;
    let ask_reward = grpc::ask_reward(customers, config.gateway_key.clone());
    let mut service = Service::open(&SPEC, config.service, clock, shutdown).await?;
    let mailer = Mailer::new(config.mail);
    let app = App::new(service.database.clone(), (hasher, links), (mailer, sms), ask_reward, settings)?;
    let app = Arc::new(app);
    service.work_facts(events::Recorder::new(app.hasher.clone()));
    service.work_events(events::Listener::new(app.hasher.clone()));
    service.spawn(app::run_sending(app.clone(), service.shutdown.clone()));
    service.spawn(app::run_telling(app.clone(), service.shutdown.clone()));
    service.every(ANNOUNCE_EVERY, "announcing campaigns", {
        let app = app.clone();
        move || announce(app.clone())
    });
    service.every(config.lease / 3, "settling for lost workers", {
        let app = app.clone();
        move || recover(app.clone())
    });
    service.every(SWEEP_EVERY, "forgetting erased guests", {
        let app = app.clone();
        move || sweep(app.clone())
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
    Ok(service.serve(grpc::routes(app, checks)))
}

async fn announce(app: Arc<App>) -> Result<(), Fault> {
    app::announce_rest(&app).await
}

async fn sweep(app: Arc<App>) -> Result<(), Fault> {
    app::sweep_erased(&app).await
}

async fn recover(app: Arc<App>) -> Result<(), Fault> {
    app::recover(&app).await
}

async fn queues(app: Arc<App>) -> Result<Vec<Reading>, Fault> {
    let now = app.now();
    let channels = store::waiting(&app.database, now).await?;
    Ok(channels
        .into_iter()
        .flat_map(|(channel, waiting)| queue("marketing", &channel, waiting, now))
        .collect())
}
