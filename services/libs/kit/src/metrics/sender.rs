//! Sending metrics to a collector, by OTLP over gRPC.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use opentelemetry_otlp::{MetricExporter, WithExportConfig as _};
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::metrics::data::ResourceMetrics;
use opentelemetry_sdk::metrics::exporter::PushMetricExporter;
use opentelemetry_sdk::metrics::{PeriodicReader, Temporality};

/// How often metrics are sent.
const EVERY: Duration = Duration::from_secs(15);
/// How long the collector may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Sends metrics to the collector at this URL, from a thread of its own. The service runs on while the collector is away.
pub(super) fn reader(url: &str) -> Result<PeriodicReader<Quiet>, impl Display> {
    let built = MetricExporter::builder().with_tonic().with_endpoint(url).with_timeout(PATIENCE).build();
    built.map(|inner| {
        let quiet = Quiet { inner, is_away: AtomicBool::new(false) };
        PeriodicReader::builder(quiet).with_interval(EVERY).build()
    })
}

/// Logs once that the collector is away, and once that it is back.
pub(super) struct Quiet {
    inner: MetricExporter,
    is_away: AtomicBool,
}

impl PushMetricExporter for Quiet {
    async fn export(&self, metrics: &ResourceMetrics) -> OTelSdkResult {
        match self.inner.export(metrics).await {
            Ok(()) => {
                if self.is_away.swap(false, Ordering::Relaxed) {
                    tracing::info!("the collector takes metrics again");
                }
            }
            Err(error) => {
                if !self.is_away.swap(true, Ordering::Relaxed) {
                    tracing::warn!(%error, "the collector takes no metrics; see SAFFRON_OTLP_URL");
                }
            }
        }
        Ok(())
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.inner.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn temporality(&self) -> Temporality {
        self.inner.temporality()
    }
}
