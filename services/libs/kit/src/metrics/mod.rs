//! The metrics of a service: docs/telemetry.md lists them. Every figure is declared in `figures`, with
//! the name and the labels that page gives it. Without a listener and a collector nothing is counted, and a call site
//! costs a branch.

mod board;
mod figures;
mod gauge;
mod listener;
pub(crate) mod rpc;
mod sampler;
mod sender;

use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::metrics::MeterProvider as _;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use prometheus::Registry;

pub use board::{Labels, Reading, watch};
pub use figures::{
    Batch, Ingest, Outcome, age, batch, http_answered, ingest, live_delivered, live_dropped, live_resets,
    queue,
};
pub use gauge::Gauge;
pub use sampler::run_sampler;

pub(crate) use figures::{dead_letters, http_called, show_consumer};

use crate::Fault;
use crate::config::{ConfigError, Env, wrong};
use crate::telemetry::resource;

/// How long the last figures may take to reach the collector at the end.
const LAST: Duration = Duration::from_secs(2);

/// Where metrics are shown and sent; off when it is nowhere.
#[derive(Debug, Clone, Default)]
pub struct MetricsConfig {
    listen: Option<SocketAddr>,
    collector: Option<String>,
}

impl MetricsConfig {
    /// From `SAFFRON_METRICS_LISTEN`, where Prometheus finds `/metrics`, and `SAFFRON_OTLP_URL`, a collector that takes
    /// OTLP over gRPC; neither has to be there.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn from_env(env: &Env) -> Result<MetricsConfig, ConfigError> {
        let listen = match env.text("SAFFRON_METRICS_LISTEN") {
            None => None,
            Some(_) => Some(env.required("SAFFRON_METRICS_LISTEN")?),
        };
        let collector = match env.text("SAFFRON_OTLP_URL") {
            None => None,
            Some(_) => Some(env.url("SAFFRON_OTLP_URL", None)?),
        };
        Ok(MetricsConfig { listen, collector })
    }
}

/// Which services a process runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// One: the scrape target names it.
    One(&'static str),
    /// All: gauges say which service they are of, with a label of their own.
    All,
}

/// Set once, by the binary: tests run many services in one process, and count nothing.
static ON: OnceLock<Runs> = OnceLock::new();

/// Whether metrics are on.
#[must_use]
pub fn is_on() -> bool {
    ON.get().is_some()
}

/// The labels of a gauge of this service, `more` included.
#[must_use]
pub fn labels(service: &'static str, more: &[(&'static str, &str)]) -> Labels {
    let own = (ON.get() == Some(&Runs::All)).then(|| KeyValue::new("service", service));
    let more = more.iter().map(|(name, value)| KeyValue::new(*name, (*value).to_owned()));
    own.into_iter().chain(more).collect()
}

/// The running metrics of the process.
#[must_use]
pub struct Metrics {
    provider: Option<SdkMeterProvider>,
}

impl Metrics {
    /// Starts counting, within the runtime; only the first start of a process counts.
    ///
    /// # Errors
    /// If the address is in use or the collector's URL cannot be used.
    pub async fn start(config: MetricsConfig, runs: Runs) -> Result<Metrics, Fault> {
        if config.listen.is_none() && config.collector.is_none() || is_on() {
            return Ok(Metrics { provider: None });
        }
        let unusable = |e: &dyn std::fmt::Display| Fault::Permanent(format!("metrics: {e}"));
        let mut provider = SdkMeterProvider::builder().with_resource(resource(match runs {
            Runs::One(service) => service,
            Runs::All => "all",
        }));
        if let Some(address) = config.listen {
            let registry = Registry::new();
            let exporter = opentelemetry_prometheus::exporter()
                .with_registry(registry.clone())
                .without_target_info()
                .scope_info_enabled(false)
                .build()
                .map_err(|e| unusable(&e))?;
            provider = provider.with_reader(exporter);
            listener::start(address, registry).await?;
        }
        if let Some(url) = &config.collector {
            let reader = sender::reader(url).map_err(|e| wrong("SAFFRON_OTLP_URL", e));
            provider = provider.with_reader(reader.map_err(|e| unusable(&e))?);
        }
        let provider = provider.build();
        if ON.set(runs).is_ok() {
            figures::declare(&provider.meter("saffron"));
        }
        Ok(Metrics { provider: Some(provider) })
    }

    /// Sends the last figures; waits for the collector no longer than two seconds.
    pub async fn end(self) {
        let Some(provider) = self.provider else { return };
        let ended = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(LAST));
        // A collector that is away was logged.
        let _late_or_gone = tokio::time::timeout(LAST, ended).await;
    }
}
