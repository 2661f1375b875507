//! SQL statements as events of spans. The driver emits each through `tracing`, with its text and without its parameters.

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

use super::TraceParent;
use super::transaction::OpenTransactions;

/// The target of the driver's statements.
const TARGET: &str = "sqlx::query";

/// Adds statements to traced work. In untraced work the driver is spared the effort: its statements are disabled there.
pub(super) fn layer<S>() -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let is_statement = |metadata: &Metadata<'_>| metadata.target() == TARGET;
    let filter = dynamic_filter_fn(move |metadata, _: &LayerContext<'_, S>| {
        is_statement(metadata) && TraceParent::current().is_some()
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
        let mut attributes = Attributes(Vec::with_capacity(4));
        event.record(&mut attributes);
        Context::map_current(|context| {
            let transaction = context.get::<OpenTransactions>().and_then(OpenTransactions::newest);
            transaction.as_ref().unwrap_or(context).span().add_event("statement", attributes.0);
        });
    }
}

/// The attributes of a statement: its first words, how many rows, how long.
struct Attributes(Vec<KeyValue>);

impl Visit for Attributes {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "summary" {
            self.0.push(KeyValue::new("db.query.summary", value.to_owned()));
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        let key = match field.name() {
            "rows_returned" => "db.response.returned_rows",
            "rows_affected" => "saffron.rows_affected",
            _ => return,
        };
        self.0.push(KeyValue::new(key, i64::try_from(value).unwrap_or(i64::MAX)));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.0.push(KeyValue::new("saffron.seconds", value));
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}
