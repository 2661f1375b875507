//! connectors: where facts come from beside tills. Imports of files: they are uploaded in parts, judged as a whole, asked about,
//! and sent through the door that tills use, with an ingest key of their own.
//!
//! Sample restaurants: while people look around in one, it is fed with a bundled trade, through the same door.
//!
//! The days of imports are compared with those of other sources, which may begin later: sales that count twice are shown, and a person
//! takes these days out of the import, or keeps both.
//! Connections to POS systems: their locations are read again and again, and what changed is posted through the same door.
//! Guests who were erased in customers are taken out of all that imports keep, and are not sent again.
//!
//! A worker does in the background what an import waits for. Whatever it sends is prepared and kept first, sealed, so that a worker
//! that dies leaves nothing half done: the next one sends the same again, which counts once. An import can be undone as a whole.

mod app;
mod config;
mod domain;
mod events;
mod grpc;
mod store;

use std::sync::Arc;
use std::time::Duration;

use saffron_core::Clock;
use saffron_kit::deadline::deadline;
use saffron_kit::grpc::{GatewayCheck, channel};
use saffron_kit::metrics::{Gauge, Reading, age, labels, queue};
use saffron_kit::nats::react::EventWorker;
use saffron_kit::objects::Objects;
use saffron_kit::pg::Migrator;
use saffron_kit::service::{Running, Service, Spec, prepared};
use saffron_kit::{CancellationToken, Fault};
use saffron_pos::clover::Clover;
use saffron_pos::http::Http;
use saffron_pos::square::Square;
use saffron_pos::toast::Toast;
use saffron_till::Api;
use strum::IntoEnumIterator as _;
use tokio::sync::{Notify, Semaphore};

pub use config::Config;

use app::{App, Settings};
use events::Worker;
use store::Sealed;

/// The migrations of connectors' own tables; kit's run before.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// What kit and the `saffron` binary need to run this service.
pub static SPEC: Spec = Spec {
    name: "connectors",
    migrations: &MIGRATIONS,
    facts: false,
    events: <Worker as EventWorker>::EVENTS,
    prepare: |env| Ok(prepared(Config::from_env(env)?, start)),
    restored: None,
};

/// How long another service may take.
const DEADLINE: Duration = Duration::from_secs(20);
/// How long a batch is tried while the door is away, before the import is put off.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a POS is asked again while it is away, before the feed is put off: its worker has others to read. The length of a pause,
/// and no deadline: a busy machine makes it no longer.
const POS_PATIENCE: Duration = Duration::from_secs(5);

/// Starts the service.
///
/// # Errors
/// If its address is in use or its configuration cannot be used.
pub async fn start(config: Config, clock: Clock, shutdown: CancellationToken) -> Result<Running, Fault> {
    let permanent = |e: &dyn std::fmt::Display| Fault::Permanent(e.to_string());
    let connect = |name: &str, url: &str| channel(name, url, DEADLINE).map_err(|e| permanent(&e));
    let others = grpc::Clients {
        auth: connect("SAFFRON_AUTH_URL", &config.auth_url)?,
        inventory: connect("SAFFRON_INVENTORY_URL", &config.inventory_url)?,
        reports: connect("SAFFRON_REPORTS_URL", &config.reports_url)?,
        key: config.gateway_key.clone(),
    };
    let objects = Objects::open("SAFFRON_CONNECTORS_FILES", &config.files)?;
    let ingest = Api::new(&config.ingest_url, deadline(PATIENCE)).map_err(|e| permanent(&e))?;
    let outside = Arc::new(store::Outside::new()?);
    let api = |url: &str| Http::new(url, outside.clone(), POS_PATIENCE);
    let adapters = app::Adapters {
        square: Square::new(api(&config.square_url), config.square_application, clock.clone()),
        clover: Clover::new(api(&config.clover_url), None, clock.clone()),
        toast: Toast::new(api(&config.toast_url), clock.clone()),
    };
    let mut service = Service::open(&SPEC, config.service, clock, shutdown).await?;
    let app = Arc::new(App {
        database: service.database.clone(),
        sealed: Sealed::new(objects, config.seal),
        others: Box::new(others),
        settings: Settings {
            ingest,
            scratch: config.scratch,
            lease: config.lease,
            past_days: config.past_days,
            public_url: config.public_url,
            square_webhook_key: config.square_webhook_key,
            compare_every: config.compare_every,
            reading: Arc::new(Semaphore::new(1)),
        },
        sample: domain::SampleTrade::bundled().map_err(Fault::Permanent)?,
        wake: Notify::new(),
        wake_samples: Notify::new(),
        adapters,
        readers: app::Readers::default(),
        wake_feeds: Notify::new(),
    });
    service.work_events(Worker);
    service.spawn(app::run_erasing(app.clone(), service.shutdown.clone()));
    service.spawn(app::run_work(app.clone(), service.shutdown.clone()));
    service.spawn(app::run_comparing(app.clone(), service.shutdown.clone()));
    service.spawn(app::run_linking(app.clone(), service.shutdown.clone()));
    service.spawn(app::run_feeding(app.clone(), service.shutdown.clone()));
    for pos in domain::Pos::iter() {
        for _ in 0..app::WORKERS {
            service.spawn(app::run_feeds(app.clone(), pos, service.shutdown.clone()));
        }
    }
    service.every(app::SWEEP_EVERY, "deleting what has had its time", {
        let app = app.clone();
        move || app::sweep(app.clone())
    });
    service.measure("queues", {
        let app = app.clone();
        move || queue_readings(app.clone())
    });
    service.measure("connections", {
        let app = app.clone();
        move || lag_readings(app.clone())
    });
    let gateway = GatewayCheck::new(&config.gateway_key);
    let routes = grpc::routes(app, service.callers.clone(), gateway);
    Ok(service.serve(routes))
}

/// How far sales are behind at the connected location of each POS that is furthest behind, and how many settled days differ, as
/// metrics.
async fn lag_readings(app: Arc<App>) -> Result<Vec<Reading>, Fault> {
    let now = app.now();
    let lags = store::oldest_sales(&app.database).await?;
    let readings = domain::Pos::iter().map(|pos| {
        let oldest = lags.iter().find(|(of, _)| *of == pos).map(|(_, oldest)| *oldest);
        let labels = labels("connectors", &[("pos", pos.as_str())]);
        Reading { gauge: Gauge::ConnectionLag, labels, value: age(oldest, now) }
    });
    let differing = store::count_differing(&app.database).await?;
    let counts = domain::Pos::iter().map(|pos| {
        let count = differing.iter().find(|(of, _)| *of == pos).map_or(0, |(_, count)| *count);
        let labels = labels("connectors", &[("pos", pos.as_str())]);
        Reading { gauge: Gauge::ConnectionDiffering, labels, value: count as f64 }
    });
    Ok(readings.chain(counts).collect())
}

/// The imports, samples and erasures that wait for a worker, as metrics.
async fn queue_readings(app: Arc<App>) -> Result<Vec<Reading>, Fault> {
    let now = app.now();
    let imports = queue("connectors", "import", store::WORK.waiting(&app.database, now).await?, now);
    let overlaps = queue("connectors", "overlap", store::COMPARISONS.waiting(&app.database, now).await?, now);
    let samples = queue("connectors", "sample", store::SAMPLES.waiting(&app.database, now).await?, now);
    let mut feeds = Vec::new();
    for pos in domain::Pos::iter() {
        feeds.push(store::feeds_of(pos).waiting(&app.database, now).await?);
    }
    let due = feeds.iter().map(|(count, _)| count).sum();
    let feeds = queue("connectors", "feed", (due, feeds.iter().filter_map(|(_, oldest)| *oldest).min()), now);
    let erasures = queue("connectors", "erasure", store::ERASURES.waiting(&app.database, now).await?, now);
    Ok(imports.into_iter().chain(overlaps).chain(samples).chain(feeds).chain(erasures).collect())
}
