//! Spans of transactions. Statements run in whatever awaits them, not inside the transaction; so what is open is noted
//! where statements look for it.

use std::sync::{Arc, Mutex, PoisonError};

use opentelemetry::trace::{SpanId, SpanKind, TraceContextExt as _};
use opentelemetry::{Context, KeyValue};

use super::span::tracing;
use super::{Cause, Span};

/// The transactions that are open in a piece of work, the newest last.
#[derive(Clone, Default)]
pub(super) struct Open(Arc<Mutex<Vec<Context>>>);

impl Open {
    pub fn newest(&self) -> Option<Context> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).last().cloned()
    }

    fn add(&self, context: Context) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(context);
    }

    fn remove(&self, span: SpanId) {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|context| context.span().span_context().span_id() != span);
    }
}

/// The span of a transaction, from before its BEGIN to after its COMMIT; nothing where nothing is traced. Without
/// [`TransactionSpan::committed`] it was rolled back.
#[derive(Default)]
pub struct TransactionSpan(Option<Traced>);

struct Traced {
    span: Span,
    open: Option<Open>,
    is_committed: bool,
}

impl TransactionSpan {
    /// A transaction on this service's database is about to begin.
    pub(crate) fn begin(service: &'static str) -> TransactionSpan {
        let (Some(tracing), Some(_)) = (tracing(), Cause::current()) else { return TransactionSpan(None) };
        let parent = Context::current();
        let attributes =
            vec![KeyValue::new("db.system.name", "postgresql"), KeyValue::new("db.namespace", service)];
        let span =
            Span::start(tracing, &parent, (SpanKind::Client, "transaction".into()), attributes, Vec::new());
        let open = parent.get::<Open>().cloned();
        if let (Some(open), Some(context)) = (&open, span.context()) {
            open.add(context.clone());
        }
        TransactionSpan(Some(Traced { span, open, is_committed: false }))
    }

    /// It is committed.
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
            open.remove(cause.span_id());
        }
    }
}
