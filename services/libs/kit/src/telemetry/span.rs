//! Spans, and the ids that name them across processes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::OnceLock;

use futures::future::Either;
use opentelemetry::context::FutureExt as _;
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::{
    Link, SpanContext, SpanId, SpanKind, Status, TraceContextExt as _, TraceFlags, TraceId, TraceState,
    Tracer as _,
};
use opentelemetry::{Context, KeyValue, Value};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracer;
use saffron_core::PosId;

/// The header that names the span which a call or a message comes from (W3C Trace Context).
pub const TRACEPARENT: &str = "traceparent";

/// The maker of spans in this process.
pub(super) struct Tracing {
    pub tracer: SdkTracer,
    /// The share of requests that are traced, 0 to 1.
    pub ratio: f64,
}

static TRACING: OnceLock<Tracing> = OnceLock::new();

/// Turns tracing on. Only the first call of a process counts.
pub(super) fn turn_on(tracing: Tracing) {
    let _ = TRACING.set(tracing);
}

/// None while tracing is off.
pub(super) fn tracing() -> Option<&'static Tracing> {
    TRACING.get()
}

/// The id of a traced span, carried where no call can carry it: through the outbox, through NATS, past the end of a
/// transaction. Untraced work has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceParent {
    pub(super) trace: TraceId,
    pub(super) span: SpanId,
}

/// The last message of each location in a batch of facts.
pub(super) struct LastMessages(pub BTreeMap<PosId, TraceParent>);

impl TraceParent {
    /// The current span.
    #[must_use]
    pub fn current() -> Option<TraceParent> {
        tracing()?;
        Context::map_current(TraceParent::of)
    }

    /// The cause of an event of this location: in a batch of facts the last message of the location, elsewhere the current
    /// span.
    #[must_use]
    pub fn of_location(pos_id: Option<&PosId>) -> Option<TraceParent> {
        tracing()?;
        Context::map_current(|context| match context.get::<LastMessages>() {
            Some(LastMessages(messages)) => messages.get(pos_id?).copied(),
            None => TraceParent::of(context),
        })
    }

    /// The span that a header names; none if it cannot be read or is not sampled.
    #[must_use]
    pub fn of_header(text: &str) -> Option<TraceParent> {
        TraceParent::sampled(&read(text))
    }

    /// The span that a message's header names; none while tracing is off.
    pub(crate) fn of_message(headers: Option<&async_nats::HeaderMap>) -> Option<TraceParent> {
        tracing()?;
        TraceParent::of_header(headers?.get(TRACEPARENT)?.as_str())
    }

    /// The span that a row of the outbox names; none while tracing is off.
    pub(crate) fn of_row(traceparent: Option<&str>) -> Option<TraceParent> {
        tracing()?;
        TraceParent::of_header(traceparent?)
    }

    /// The id of a context's span, if it is traced.
    pub(super) fn of(context: &Context) -> Option<TraceParent> {
        TraceParent::sampled(context.span().span_context())
    }

    /// The id of a span, if it is sampled.
    pub(super) fn sampled(span: &SpanContext) -> Option<TraceParent> {
        (span.is_valid() && span.is_sampled())
            .then(|| TraceParent { trace: span.trace_id(), span: span.span_id() })
    }

    pub(super) fn span_context(self) -> SpanContext {
        SpanContext::new(self.trace, self.span, TraceFlags::SAMPLED, true, TraceState::default())
    }

    /// A context whose spans are children of this one; other values are those of `context`.
    pub(super) fn parent_in(self, context: &Context) -> Context {
        context.with_remote_span_context(self.span_context())
    }
}

impl fmt::Display for TraceParent {
    /// In the form of `traceparent`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "00-{}-{}-01", self.trace, self.span)
    }
}

/// The span that a `traceparent` names; invalid if it cannot be read. `tracestate` and `baggage` of callers are not read.
pub(super) fn read(traceparent: &str) -> SpanContext {
    let header = HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]);
    let context = TraceContextPropagator::new().extract_with_context(&Context::new(), &header);
    context.span().span_context().clone()
}

/// A running span, or none in untraced work. It ends when it is dropped.
#[derive(Debug)]
pub struct Span(Option<Context>);

/// The span of untraced work.
pub(super) static NONE: Span = Span(None);

impl Span {
    /// The span of untraced work.
    #[must_use]
    pub const fn none() -> Span {
        Span(None)
    }

    pub(super) fn start(
        tracing: &Tracing,
        parent: &Context,
        (kind, name): (SpanKind, impl Into<Cow<'static, str>>),
        attributes: Vec<KeyValue>,
        links: Vec<Link>,
    ) -> Span {
        let builder =
            tracing.tracer.span_builder(name).with_kind(kind).with_attributes(attributes).with_links(links);
        let span = tracing.tracer.build_with_context(builder, parent);
        Span(Some(parent.with_span(span)))
    }

    /// The same span, with a value that work within it can read.
    pub(super) fn with<T: Send + Sync + 'static>(mut self, value: T) -> Span {
        self.0 = self.0.as_ref().map(|context| context.with_value(value));
        self
    }

    pub(super) fn context(&self) -> Option<&Context> {
        self.0.as_ref()
    }

    /// Does work within the span, to which the calls and messages of the work belong; spawned tasks do not.
    pub fn around<F: Future>(&self, work: F) -> impl Future<Output = F::Output> + use<F> {
        match &self.0 {
            Some(context) => Either::Left(work.with_context(context.clone())),
            None => Either::Right(work),
        }
    }

    /// Does a step of work within the span.
    pub(crate) fn within<T>(&self, work: impl FnOnce() -> T) -> T {
        let _attached = self.0.clone().map(Context::attach);
        work()
    }

    /// Makes a spawned task part of the span that spawns it.
    pub fn follow<F: Future>(work: F) -> impl Future<Output = F::Output> + use<F> {
        match tracing() {
            Some(_) => Either::Left(work.with_current_context()),
            None => Either::Right(work),
        }
    }

    /// Sets an attribute. Never a value that a person typed, and no name, address, token or session.
    pub fn set(&self, key: &'static str, value: impl Into<Value>) {
        if let Some(context) = &self.0 {
            context.span().set_attribute(KeyValue::new(key, value));
        }
    }

    /// Marks the span as failed. `why` is a fixed text: texts of servers and libraries may quote values.
    pub fn fail(&self, why: &'static str) {
        if let Some(context) = &self.0 {
            context.span().set_status(Status::error(why));
        }
    }

    /// The id of this span.
    #[must_use]
    pub fn cause(&self) -> Option<TraceParent> {
        self.0.as_ref().and_then(TraceParent::of)
    }
}

/// Ends the span explicitly, since its context may still be held elsewhere.
impl Drop for Span {
    fn drop(&mut self) {
        if let Some(context) = &self.0 {
            context.span().end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cause_is_read_as_it_is_written() {
        let text = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
        assert_eq!(TraceParent::of_header(text).unwrap().to_string(), text);
    }

    #[test]
    fn unsampled_or_unreadable_header_is_no_cause() {
        for text in [
            "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-00",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "ff-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01",
            "0af7651916cd43dd8448eb211c80319c",
            "",
        ] {
            assert_eq!(TraceParent::of_header(text), None, "{text}");
        }
    }

    #[tokio::test]
    async fn untraced_work_is_done_without_a_span() {
        let span = Span::none();
        span.set("key", 1);
        span.fail("nothing");
        assert_eq!(span.around(async { TraceParent::current() }).await, None);
        assert_eq!(span.cause(), None);
    }
}
