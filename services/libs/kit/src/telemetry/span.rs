//! Spans, and what names them across process borders.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use futures::future::Either;
use opentelemetry::context::FutureExt as _;
use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
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

/// What makes spans in this process.
pub(super) struct Tracing {
    pub tracer: SdkTracer,
    /// The share of requests that are traced, 0 to 1.
    pub ratio: f64,
}

static TRACING: OnceLock<Tracing> = OnceLock::new();

/// From now on spans are made. The first in a process stays.
pub(super) fn make_with(tracing: Tracing) {
    let _ = TRACING.set(tracing);
}

/// None while nothing is traced.
pub(super) fn tracing() -> Option<&'static Tracing> {
    TRACING.get()
}

/// A span that something was caused by, on its way where no call can carry it: through the outbox, through NATS, past the
/// end of a transaction. Only what is traced is a cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cause {
    trace: TraceId,
    span: SpanId,
}

/// In a batch of facts: the last message of each location.
pub(super) struct Locations(pub BTreeMap<PosId, Cause>);

impl Locations {
    pub fn last_of(&self, pos_id: &PosId) -> Option<Cause> {
        self.0.get(pos_id).copied()
    }
}

impl Cause {
    /// The span that is at work here.
    #[must_use]
    pub fn current() -> Option<Cause> {
        tracing()?;
        Context::map_current(Cause::of)
    }

    /// What an event of this location is caused by: in a batch of facts the last message of the location, elsewhere the
    /// span that is at work.
    #[must_use]
    pub fn of_location(pos_id: Option<&PosId>) -> Option<Cause> {
        tracing()?;
        Context::map_current(|context| match context.get::<Locations>() {
            Some(messages) => messages.last_of(pos_id?),
            None => Cause::of(context),
        })
    }

    /// What a header says; none if it cannot be read or says that nothing is traced.
    #[must_use]
    pub fn of_header(text: &str) -> Option<Cause> {
        Cause::sampled(&read(text))
    }

    /// What the header of a message says; none while nothing is traced.
    pub(crate) fn of_message(headers: Option<&async_nats::HeaderMap>) -> Option<Cause> {
        tracing()?;
        Cause::of_header(headers?.get(TRACEPARENT)?.as_str())
    }

    /// What stood in the outbox; none while nothing is traced.
    pub(crate) fn of_row(traceparent: Option<&str>) -> Option<Cause> {
        tracing()?;
        Cause::of_header(traceparent?)
    }

    pub(super) fn of(context: &Context) -> Option<Cause> {
        Cause::sampled(context.span().span_context())
    }

    fn sampled(at: &SpanContext) -> Option<Cause> {
        (at.is_valid() && at.is_sampled()).then(|| Cause { trace: at.trace_id(), span: at.span_id() })
    }

    pub(super) fn span_context(self) -> SpanContext {
        SpanContext::new(self.trace, self.span, TraceFlags::SAMPLED, true, TraceState::default())
    }

    pub(super) fn trace_id(self) -> TraceId {
        self.trace
    }

    pub(super) fn span_id(self) -> SpanId {
        self.span
    }
}

impl fmt::Display for Cause {
    /// As `traceparent` says it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "00-{}-{}-01", self.trace, self.span)
    }
}

/// What a `traceparent` names; invalid if it cannot be read. What callers put into `tracestate` and `baggage` is not
/// looked at.
pub(super) fn read(traceparent: &str) -> SpanContext {
    struct Header<'a>(&'a str);
    impl Extractor for Header<'_> {
        fn get(&self, key: &str) -> Option<&str> {
            (key == TRACEPARENT).then_some(self.0)
        }
        fn keys(&self) -> Vec<&str> {
            vec![TRACEPARENT]
        }
    }
    let context = TraceContextPropagator::new().extract_with_context(&Context::new(), &Header(traceparent));
    context.span().span_context().clone()
}

/// A span under way, or nothing where nothing is traced. It ends when it is dropped.
#[derive(Debug)]
pub struct Span(Option<Context>);

/// Where nothing is traced.
pub(super) static NONE: Span = Span(None);

impl Span {
    /// Nothing.
    #[must_use]
    pub const fn none() -> Span {
        Span(None)
    }

    pub(super) fn start(
        tracing: &Tracing,
        parent: &Context,
        (kind, name): (SpanKind, Cow<'static, str>),
        attributes: Vec<KeyValue>,
        links: Vec<Link>,
    ) -> Span {
        let builder =
            tracing.tracer.span_builder(name).with_kind(kind).with_attributes(attributes).with_links(links);
        let span = tracing.tracer.build_with_context(builder, parent);
        Span(Some(parent.with_span(span)))
    }

    /// The same span, and what else those within it find.
    pub(super) fn with<T: Send + Sync + 'static>(mut self, value: T) -> Span {
        if let Some(context) = &mut self.0 {
            *context = context.with_value(value);
        }
        self
    }

    pub(super) fn context(&self) -> Option<&Context> {
        self.0.as_ref()
    }

    /// Does work within the span: what it calls and publishes belongs to it. What it spawns does not.
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

    /// Notes something. Never what a person typed, and no name, address, token or session.
    pub fn set(&self, key: &'static str, value: impl Into<Value>) {
        if let Some(context) = &self.0 {
            context.span().set_attribute(KeyValue::new(key, value));
        }
    }

    /// Notes that it failed. `why` is a fixed text: what a server or a library says may quote values.
    pub fn fail(&self, why: &'static str) {
        if let Some(context) = &self.0 {
            context.span().set_status(Status::error(why));
        }
    }

    /// This span as what caused something.
    #[must_use]
    pub fn cause(&self) -> Option<Cause> {
        self.0.as_ref().and_then(Cause::of)
    }
}

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
    fn a_cause_is_read_as_it_is_written() {
        let text = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
        assert_eq!(Cause::of_header(text).unwrap().to_string(), text);
    }

    #[test]
    fn what_is_not_sampled_or_cannot_be_read_is_no_cause() {
        for text in [
            "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-00",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "ff-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01",
            "0af7651916cd43dd8448eb211c80319c",
            "",
        ] {
            assert_eq!(Cause::of_header(text), None, "{text}");
        }
    }

    #[tokio::test]
    async fn where_nothing_is_traced_work_is_done_all_the_same() {
        let span = Span::none();
        span.set("key", 1);
        span.fail("nothing");
        assert_eq!(span.around(async { Cause::current() }).await, None);
        assert_eq!(span.cause(), None);
    }
}
