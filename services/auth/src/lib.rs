//! Who may come in, and which locations they may see: people, their accounts and sessions, the mails around them, the
//! signed token of the services, locations as POS vendors register them, and the codes that link the two (design.md
//! section 4).

mod app;
mod config;
mod domain;
mod grpc;
mod store;

use std::sync::Arc;

use saffron_core::Clock;
use saffron_kit::grpc::GatewayCheck;
use saffron_kit::mail::{Letters, Mailer};
use saffron_kit::metrics::{Reading, queue};
use saffron_kit::pg::Migrator;
use saffron_kit::service::{Running, Service, Spec, prepared};
use saffron_kit::{CancellationToken, Fault};

pub use app::card_accounts::{allow_account, allowed_accounts, clear_account, forbid_account};
pub use app::end_sessions::end_sessions_of;
pub use app::erase_person::{Erased, erase_person_of};
pub use app::people::{PersonAt, people_at, remove_person};
pub use config::Config;

pub use domain::AllowedAccount;

use app::App;

/// The schema of this service, after kit's.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// What this service is.
pub static SPEC: Spec = Spec {
    name: "auth",
    migrations: &MIGRATIONS,
    facts: false,
    events: &[],
    prepare: |env| Ok(prepared(Config::from_env(env)?, start)),
    restored: Some(|database| Box::pin(async move { app::restored::restored(&database).await })),
};

/// Starts the service.
///
/// # Errors
/// If the configuration cannot be used or the address is taken.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let mut service = Service::open(&SPEC, config.service, clock, shutdown).await?;
    let app =
        Arc::new(App::new(service.database.clone(), config.signer, config.vendors, config.card_vendors)?);
    service.every(app::housekeeping::EVERY, "housekeeping", {
        let app = app.clone();
        move || app::housekeeping::round(app.clone())
    });
    let post = app::send_mails::Post {
        mailer: Mailer::new(config.mail),
        letters: Letters::new()?,
        public_url: config.public_url,
    };
    service.spawn(app::send_mails::run(app.clone(), post, service.shutdown.clone()));
    service.measure("queues", {
        let app = app.clone();
        move || queues(app.clone())
    });
    let checks =
        grpc::Checks { gateway: GatewayCheck::new(&config.gateway_key), caller: service.callers.clone() };
    Ok(service.serve(grpc::routes(app, checks)))
}

async fn queues(app: Arc<App>) -> Result<Vec<Reading>, Fault> {
    let now = app.database.clock().now();
    Ok(queue("auth", "mail", store::mails::waiting(&app.database, now).await?, now).into())
}
