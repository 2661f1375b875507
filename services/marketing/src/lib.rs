//! marketing: email and text campaigns, consent, and delivery results.
//!
//! A campaign is stored with all its recipients before it is answered; workers claim them from Postgres in batches, send
//! them, and record the results. Every recipient ends as sent, failed, excluded, or unknown, which is not sent again by itself. A
//! person's own opt-out outranks everything but that person's own opt-in.

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

pub use app::Settings;
pub use config::Config;

use app::App;
use domain::{Hasher, LinkKey};
use events::Worker;

/// The schema of this service, after kit's.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// What this service is.
pub static SPEC: Spec = Spec {
    name: "marketing",
    migrations: &MIGRATIONS,
    facts: true,
    events: <Worker as EventWorker>::EVENTS,
    prepare: |env| Ok(prepared(Config::from_env(env)?, start)),
    restored: Some(|database| Box::pin(async move { app::restored(&database).await })),
};

/// How long customers may take to answer.
const CUSTOMERS_DEADLINE: Duration = Duration::from_secs(5);
/// How often campaign states that were not announced at once are announced.
const ANNOUNCE_EVERY: Duration = Duration::from_secs(1);
/// How often the data of erased guests is vacuumed.
const VACUUM_EVERY: Duration = Duration::from_secs(2);

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let sms = store::Sms::new(
        &config.sms_url,
        &config.sms_account,
        &config.settings.sms_token,
        &config.sms_from,
        format!("{}/notification/webhooks/sms/status", config.settings.public_url),
    )?;
    let (hasher, links) = (Hasher::new(&config.address_key)?, LinkKey::new(&config.link_key)?);
    let customers = channel("SAFFRON_CUSTOMERS_URL", &config.customers_url, CUSTOMERS_DEADLINE)
        .map_err(|e| Fault::Permanent(e.to_string()))?;
    let ask_reward = grpc::ask_reward(customers, config.gateway_key.clone());
    let mut service = Service::open(&SPEC, config.service, clock, shutdown).await?;
    let (mailer, lease) = (Mailer::new(config.mail), config.settings.lease);
    let app =
        App::new(service.database.clone(), (hasher, links), (mailer, sms), ask_reward, config.settings)?;
    let app = Arc::new(app);
    let worker = Worker { hasher: app.hasher.clone() };
    service.work_facts(worker.clone());
    service.work_events(worker);
    service.spawn(app::run_sending(app.clone(), service.shutdown.clone()));
    service.spawn(app::run_reward_messages(app.clone(), service.shutdown.clone()));
    service.every(ANNOUNCE_EVERY, "announcing campaigns", repeated(&app, app::announce_delayed));
    service.every(lease / 3, "settling for lost workers", repeated(&app, app::recover_lost_workers));
    service.every(VACUUM_EVERY, "forgetting erased guests", repeated(&app, app::vacuum_erased));
    service.every(app::UPKEEP_EVERY, "upkeep", repeated(&app, app::upkeep));
    service.measure("queues", repeated(&app, queues));
    let checks =
        grpc::Checks { caller: service.callers.clone(), gateway: GatewayCheck::new(&config.gateway_key) };
    Ok(service.serve(grpc::routes(app, checks)))
}

/// A closure that does `work` on the app, for periodic tasks.
fn repeated<F>(app: &Arc<App>, work: fn(Arc<App>) -> F) -> impl Fn() -> F + Send + Sync + 'static
where
    F: 'static,
{
    let app = app.clone();
    move || work(app.clone())
}

/// The numbers of due messages by channel, as metrics.
async fn queues(app: Arc<App>) -> Result<Vec<Reading>, Fault> {
    let now = app.now();
    let channels = store::waiting(&app.database, now).await?;
    Ok(channels
        .into_iter()
        .flat_map(|(channel, waiting)| queue("marketing", &channel, waiting, now))
        .collect())
}
