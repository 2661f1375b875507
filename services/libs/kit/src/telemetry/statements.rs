//! SQL statements as events of spans: the driver tells of each through `tracing`, with its text and never its parameters.

use opentelemetry::trace::TraceContextExt as _;
use opentelemetry::{Context, KeyValue};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::layer::Context as LayerContext;
use tracing_subscriber::registry::LookupSpan;

use super::Cause;
use super::transaction::Open;

/// Where the driver tells of statements.
const TARGET: &str = "sqlx::query";

/// Adds statements to what is traced. While nothing is, the driver is told that nobody listens.
pub(super) fn layer<S>() -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let is_statement = |metadata: &Metadata<'_>| metadata.target() == TARGET;
    let filter = dynamic_filter_fn(move |metadata, _: &LayerContext<'_, S>| {
        is_statement(metadata) && Cause::current().is_some()
    })
    .with_max_level_hint(LevelFilter::DEBUG)
    .with_callsite_filter(move |metadata| {
        if is_statement(metadata) { Interest::sometimes() } else { Interest::never() }
    });
    Statements.with_filter(filter)
}

struct Statements;

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: LayerContext<'_, S>) {
        let mut told = Told(Vec::with_capacity(4));
        event.record(&mut told);
        Context::map_current(|context| match context.get::<Open>().and_then(Open::newest) {
            Some(transaction) => transaction.span().add_event("statement", told.0),
            None => context.span().add_event("statement", told.0),
        });
    }
}

/// What is kept of a statement: its first words, how many rows, how long.
struct Told(Vec<KeyValue>);

impl Visit for Told {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "summary" {
            self.0.push(KeyValue::new("db.query.summary", value.to_owned()));
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        let rows = i64::try_from(value).unwrap_or(i64::MAX);
        match field.name() {
            "rows_returned" => self.0.push(KeyValue::new("db.response.returned_rows", rows)),
            "rows_affected" => self.0.push(KeyValue::new("saffron.rows_affected", rows)),
            _ => {}
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.0.push(KeyValue::new("saffron.seconds", value));
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}
