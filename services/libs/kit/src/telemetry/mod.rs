//! Telemetry of a service: logs as JSON lines on standard error, and traces by OTLP (docs/telemetry.md).
//!
//! A trace begins at the gateway and nowhere else. Services behind it make spans only for what is in such a trace, so an
//! untraced call costs one read of a static variable. Spans hold what is named here and nothing that a library adds.
//!
//! Instead of `tracing-opentelemetry`: it turns every log line inside a span into an event with its level, target and
//! fields, values included, and knows neither a trace that goes on through the outbox nor statements that belong to an open
//! transaction. The spans' texts, their links and the statements would stay code of our own behind it.

mod export;
mod line;
mod messages;
mod requests;
mod span;
mod statements;
mod transaction;

use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::config::{ConfigError, Env, wrong};

pub use export::Telemetry;
pub(crate) use export::resource;
pub use messages::TracedBatch;
pub(crate) use requests::Side;
pub use span::{Span, TRACEPARENT, TraceParent};
pub use transaction::TransactionSpan;

/// Starts logging and, with `SAFFRON_OTLP_URL`, tracing. `SAFFRON_LOG` is a filter such as `info,saffron_reports=debug`.
/// With that URL it has to be called inside a Tokio runtime, and once a process.
///
/// # Errors
/// If a variable cannot be used.
pub fn start(service: &str, env: &Env) -> Result<Telemetry, ConfigError> {
    let filter = env.text("SAFFRON_LOG").unwrap_or("info");
    let filter = EnvFilter::try_new(filter).map_err(|e| wrong("SAFFRON_LOG", e))?;
    let traces = export::Traces::from_env(env)?;
    let lines = tracing_subscriber::fmt::layer()
        .json()
        .event_format(line::LineFormat::default())
        .with_writer(std::io::stderr)
        .with_filter(filter);
    // A second start in one process (tests) keeps the first.
    let _ = tracing_subscriber::registry()
        .with(lines)
        .with(traces.as_ref().map(|_| statements::layer()))
        .try_init();
    Ok(traces.map_or_else(Telemetry::default, |traces| traces.start(service)))
}
