//! Sending spans to the collector.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{WithExportConfig as _, WithTonicConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider, SpanData, SpanExporter,
};
use tonic::transport::{Channel, Endpoint};
use uuid::Uuid;

use super::span::{self, Tracing};
use crate::config::{ConfigError, Env, wrong};

/// Identifies this process.
static INSTANCE: LazyLock<Uuid> = LazyLock::new(Uuid::now_v7);
const URL: &str = "SAFFRON_OTLP_URL";
const RATIO: &str = "SAFFRON_TRACE_RATIO";
/// Spans that may wait for the collector; further ones are dropped.
const QUEUE: usize = 4_096;
/// Spans in one call.
const BATCH: usize = 512;
/// How long a span waits for others.
const DELAY: Duration = Duration::from_secs(1);
/// How long connecting to the collector, and its answer, may take.
const CONNECT_DEADLINE: Duration = Duration::from_secs(2);
const DEADLINE: Duration = Duration::from_secs(3);
/// How long sending the last spans of a process may take.
const LAST_DEADLINE: Duration = Duration::from_secs(2);
/// More links than a batch has messages; more events than anyone reads statements of a transaction.
const MOST_LINKS: u32 = 128;
const MOST_EVENTS: u32 = 128;

/// Where spans are sent, and which share of requests is traced.
pub(super) struct Traces {
    endpoint: Endpoint,
    ratio: f64,
}

impl Traces {
    /// From `SAFFRON_OTLP_URL` and `SAFFRON_TRACE_RATIO`; none without the former.
    pub fn from_env(env: &Env) -> Result<Option<Traces>, ConfigError> {
        let ratio = env.or(RATIO, 1.0)?;
        if !(0.0..=1.0).contains(&ratio) {
            return Err(wrong(RATIO, "must lie between 0 and 1"));
        }
        if env.text(URL).is_none() {
            return Ok(None);
        }
        let url = env.url(URL, None)?;
        if !url.starts_with("http://") {
            return Err(wrong(
                URL,
                "must be an http:// URL: name a collector beside the service, which may use TLS",
            ));
        }
        let endpoint = Endpoint::from_shared(url).map_err(|e| wrong(URL, e))?;
        let endpoint = endpoint.connect_timeout(CONNECT_DEADLINE).timeout(DEADLINE);
        Ok(Some(Traces { endpoint, ratio }))
    }

    /// Turns tracing on.
    pub fn start(self, service: &str) -> Telemetry {
        let Some(exporter) = exporter(self.endpoint.connect_lazy()) else { return Telemetry::default() };
        let batches = BatchConfigBuilder::default()
            .with_max_queue_size(QUEUE)
            .with_max_export_batch_size(BATCH)
            .with_scheduled_delay(DELAY)
            .build();
        let provider = SdkTracerProvider::builder()
            .with_span_processor(BatchSpanProcessor::builder(exporter).with_batch_config(batches).build())
            // The gateway decides whether a request is traced before it makes the first span.
            .with_sampler(Sampler::ParentBased(Box::new(Sampler::AlwaysOn)))
            .with_max_links_per_span(MOST_LINKS)
            .with_max_events_per_span(MOST_EVENTS)
            .with_resource(resource(service))
            .build();
        span::turn_on(Tracing { tracer: provider.tracer("saffron"), ratio: self.ratio });
        Telemetry { provider: Some(provider) }
    }
}

/// This process by OpenTelemetry's conventions, as the source of spans and metrics.
pub(crate) fn resource(service: &str) -> Resource {
    Resource::builder_empty()
        .with_service_name(format!("saffron-{service}"))
        .with_attributes([
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
            KeyValue::new("service.instance.id", INSTANCE.to_string()),
        ])
        .build()
}

/// None if the library's own environment variables contradict ours; that is logged.
fn exporter(channel: Channel) -> Option<Exporter> {
    let built = opentelemetry_otlp::SpanExporter::builder()
        .with_tonic()
        .with_channel(channel)
        .with_timeout(DEADLINE)
        .build();
    match built {
        Ok(inner) => Some(Exporter { inner, is_away: AtomicBool::new(false) }),
        Err(error) => {
            tracing::error!(%error, "tracing is off: the exporter of spans cannot be built");
            None
        }
    }
}

/// Logs once that the collector is away, and once that it is back.
#[derive(Debug)]
struct Exporter {
    inner: opentelemetry_otlp::SpanExporter,
    is_away: AtomicBool,
}

impl SpanExporter for Exporter {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let result = self.inner.export(batch).await;
        match (&result, self.is_away.swap(result.is_err(), Ordering::Relaxed)) {
            (Err(error), false) => {
                tracing::warn!(%error, "the collector does not take spans; they are dropped until it does");
            }
            (Ok(()), true) => tracing::info!("the collector takes spans again"),
            _ => {}
        }
        result
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}

/// Running telemetry.
#[derive(Default)]
#[must_use = "`end` sends the spans that wait"]
pub struct Telemetry {
    provider: Option<SdkTracerProvider>,
}

impl Telemetry {
    /// Sends the spans that wait, for two seconds at most. Call it while the runtime still runs, from a thread that may
    /// block.
    pub fn end(self) {
        if let Some(provider) = self.provider {
            // Spans that are not sent in time are lost: the process ends.
            let _ = provider.shutdown_with_timeout(LAST_DEADLINE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(variables: &[(&str, &str)]) -> String {
        Traces::from_env(&Env::of(variables.iter().copied())).err().expect("a refusal").to_string()
    }

    #[tokio::test]
    async fn wrong_collector_or_ratio_is_refused_by_name() {
        assert!(Traces::from_env(&Env::default()).unwrap().is_none());
        assert!(Traces::from_env(&Env::of([(RATIO, "0.5")])).unwrap().is_none());
        let all = Traces::from_env(&Env::of([(URL, "http://otel-collector:4317")])).unwrap().unwrap();
        assert!((all.ratio - 1.0).abs() < f64::EPSILON);
        for wrong in ["otel-collector:4317", "https://otel-collector:4317", "http://"] {
            assert!(refusal(&[(URL, wrong)]).starts_with("SAFFRON_OTLP_URL: "), "{wrong}");
        }
        for wrong in ["-0.1", "1.1", "NaN", "half"] {
            assert!(refusal(&[(RATIO, wrong)]).starts_with("SAFFRON_TRACE_RATIO: "), "{wrong}");
        }
    }
}
