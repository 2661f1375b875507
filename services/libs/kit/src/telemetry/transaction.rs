//! Spans of transactions. Statements run in whatever task awaits them, not inside the transaction's span, so the work notes
//! which transactions are open, and `statements` finds them there.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use opentelemetry::trace::{SpanId, SpanKind, TraceContextExt as _};
use opentelemetry::{Context, KeyValue};

use super::span::tracing;
use super::{Span, TraceParent};

/// The open transactions of a piece of work, the newest last.
#[derive(Clone, Default)]
pub(super) struct OpenTransactions(Arc<Mutex<Vec<Context>>>);

impl OpenTransactions {
    pub fn newest(&self) -> Option<Context> {
        self.lock().last().cloned()
    }

    fn remove(&self, span: SpanId) {
        self.lock().retain(|context| context.span().span_context().span_id() != span);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Context>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The span of a transaction, from before its BEGIN to after its COMMIT; none in untraced work. Without
/// [`TransactionSpan::committed`] its outcome is a rollback.
#[derive(Default)]
pub struct TransactionSpan(Option<Traced>);

struct Traced {
    span: Span,
    open: Option<OpenTransactions>,
    is_committed: bool,
}

impl TransactionSpan {
    /// Starts the span of a transaction on this service's database.
    pub(crate) fn begin(service: &'static str) -> TransactionSpan {
        let (Some(tracing), Some(_)) = (tracing(), TraceParent::current()) else {
            return TransactionSpan(None);
        };
        let parent = Context::current();
        let attributes =
            vec![KeyValue::new("db.system.name", "postgresql"), KeyValue::new("db.namespace", service)];
        let span = Span::start(tracing, &parent, (SpanKind::Client, "transaction"), attributes, Vec::new());
        let open = parent.get::<OpenTransactions>().cloned();
        if let (Some(open), Some(context)) = (&open, span.context()) {
            open.lock().push(context.clone());
        }
        TransactionSpan(Some(Traced { span, open, is_committed: false }))
    }

    /// Notes the COMMIT.
    pub(crate) fn committed(&mut self) {
        if let Some(traced) = &mut self.0 {
            traced.is_committed = true;
        }
    }
}

impl Drop for Traced {
    fn drop(&mut self) {
        let outcome = if self.is_committed { "committed" } else { "rolled back" };
        self.span.set("saffron.transaction.outcome", outcome);
        if let (Some(open), Some(cause)) = (&self.open, self.span.cause()) {
            open.remove(cause.span);
        }
    }
}
