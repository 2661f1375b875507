//! The statements that a test's service sends, as sqlx logs them.

use std::fmt;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer};

/// In their order: those of the thread that listens, which is that of a test whose runtime has no other.
#[derive(Clone, Default)]
pub struct Statements(Arc<Mutex<Vec<String>>>);

impl Statements {
    /// Listens until the guard is dropped.
    pub fn listen() -> (Statements, tracing::subscriber::DefaultGuard) {
        let statements = Statements::default();
        let only = EnvFilter::new("sqlx::query=debug");
        let guard = tracing_subscriber::registry().with(statements.clone().with_filter(only)).set_default();
        (statements, guard)
    }

    /// Since the last call, with single blanks.
    pub fn taken(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl<S: tracing::Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let mut text = Text::default();
        event.record(&mut text);
        // The summary stands for the whole where the statement is short.
        let statement = if text.whole.trim().is_empty() { text.summary } else { text.whole };
        let statement = statement.split_whitespace().collect::<Vec<_>>().join(" ");
        self.0.lock().unwrap().push(statement);
    }
}

#[derive(Default)]
struct Text {
    whole: String,
    summary: String,
}

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "db.statement" => self.whole = value.to_owned(),
            "summary" => self.summary = value.to_owned(),
            _ => {}
        }
    }
}
