//! auth: sign-in and locations. People with their accounts and sessions, mails about accounts, the signed tokens that services
//! accept, locations as POS vendors register them, and the codes that link people to locations.

mod app;
mod config;
mod domain;
mod grpc;
mod store;

use std::sync::Arc;

use saffron_core::Clock;
use saffron_kit::grpc::GatewayCheck;
use saffron_kit::mail::{Mailer, UserMailTemplates};
use saffron_kit::metrics::{Reading, queue};
use saffron_kit::pg::Migrator;
use saffron_kit::service::{Running, Service, Spec, prepared};
use saffron_kit::{CancellationToken, Fault};

pub use app::{Erased, erase_person_of, people_at, remove_person};
pub use app::{allow_account, allowed_accounts, clear_account, end_sessions_of, forbid_account};
pub use config::Config;
pub use domain::{AllowedAccount, PersonAt};

use app::{App, MailSender};

/// The migrations of auth's own tables; kit's run before.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// What kit and the `saffron` binary need to run this service.
pub static SPEC: Spec = Spec {
    name: "auth",
    migrations: &MIGRATIONS,
    facts: false,
    events: &[],
    prepare: |env| Ok(prepared(Config::from_env(env)?, start)),
    restored: Some(|database| Box::pin(async move { app::restored(&database).await })),
};

/// Starts the service.
///
/// # Errors
/// If the configuration cannot be used or the address is taken.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let mut service = Service::open(&SPEC, config.service, clock, shutdown).await?;
    let vendors = (config.vendors, config.card_vendors);
    let app = Arc::new(App::new(service.database.clone(), config.signer, vendors)?);
    service.every(app::UPKEEP_EVERY, "upkeep", {
        let app = app.clone();
        move || app::upkeep(app.clone())
    });
    service.every(app::USES_EVERY, "uses of ingest keys", {
        let app = app.clone();
        move || app::write_key_uses(app.clone())
    });
    let sender = MailSender {
        mailer: Mailer::new(config.mail),
        templates: UserMailTemplates::new()?,
        public_url: config.public_url,
    };
    service.spawn(app::run_mails(app.clone(), sender, service.shutdown.clone()));
    service.measure("queues", {
        let app = app.clone();
        move || queue_readings(app.clone())
    });
    let checks =
        grpc::Checks { gateway: GatewayCheck::new(&config.gateway_key), caller: service.callers.clone() };
    Ok(service.serve(grpc::routes(app, checks)))
}

/// The waiting mails, as a metric.
async fn queue_readings(app: Arc<App>) -> Result<Vec<Reading>, Fault> {
    let now = app.now();
    Ok(queue("auth", "mail", store::MAILS.waiting(&app.database, now).await?, now).into())
}
