//! Spans of messages. Each message continues the trace that its header names; the batch that it is handled in is a trace of
//! its own, and the two are linked.

use opentelemetry::trace::{Link, SpanKind};
use opentelemetry::{Context, KeyValue};
use saffron_core::PosId;

use super::span::{LastMessages, NONE, Tracing, tracing};
use super::transaction::OpenTransactions;
use super::{Span, TraceParent};
use crate::nats::subject;

fn attributes(subject: &str, operation: &'static str) -> Vec<KeyValue> {
    vec![
        KeyValue::new("messaging.system", "nats"),
        KeyValue::new("messaging.operation.type", operation),
        KeyValue::new("messaging.destination.name", subject::stream(subject)),
    ]
}

impl Span {
    /// The span of a message that is published because of `cause`; none without one.
    pub(crate) fn of_publishing(cause: Option<TraceParent>, subject: &str, message_id: &str) -> Span {
        let id = KeyValue::new("messaging.message.id", message_id.to_owned());
        Span::of_message(cause, subject, (SpanKind::Producer, "publish"), ("send", Some(id)))
    }

    /// The span of a message that is handed to the clients of a gateway; none without a cause.
    #[must_use]
    pub fn of_delivery(cause: Option<TraceParent>, subject: &str) -> Span {
        Span::of_message(cause, subject, (SpanKind::Consumer, "deliver"), ("process", None))
    }

    fn of_message(
        cause: Option<TraceParent>,
        subject: &str,
        (kind, verb): (SpanKind, &str),
        (operation, more): (&'static str, Option<KeyValue>),
    ) -> Span {
        let (Some(tracing), Some(cause)) = (tracing(), cause) else { return Span::none() };
        let mut attributes = attributes(subject, operation);
        attributes.extend(more);
        let name = format!("{verb} {}", subject::kind(subject));
        Span::start(tracing, &cause.parent_in(&Context::new()), (kind, name), attributes, Vec::new())
    }
}

/// A batch of messages being handled: a span of its own, and one for each traced message. None if no message is traced.
pub struct TracedBatch {
    span: Span,
    messages: Vec<Span>,
}

impl TracedBatch {
    /// Events that are handled together.
    pub(crate) fn of_events<'a>(
        consumer: &str,
        messages: impl ExactSizeIterator<Item = (Option<TraceParent>, &'a str)>,
    ) -> TracedBatch {
        tracing().map_or_else(TracedBatch::untraced, |tracing| {
            TracedBatch::begin(tracing, consumer, messages.collect())
        })
    }

    /// Facts that are handled together, each with its location where it can be read: the cause of a location's event is the
    /// last message of that location.
    pub(crate) fn of_facts<'a>(
        consumer: &str,
        messages: impl ExactSizeIterator<Item = (Option<TraceParent>, &'a str, Option<PosId>)>,
    ) -> TracedBatch {
        let Some(tracing) = tracing() else { return TracedBatch::untraced() };
        let (messages, locations): (Vec<_>, Vec<_>) =
            messages.map(|(cause, subject, pos_id)| ((cause, subject), pos_id)).unzip();
        let TracedBatch { span, messages } = TracedBatch::begin(tracing, consumer, messages);
        let last =
            locations.into_iter().zip(&messages).filter_map(|(pos_id, span)| Some((pos_id?, span.cause()?)));
        let last = LastMessages(last.collect());
        TracedBatch { span: span.with(last), messages }
    }

    const fn untraced() -> TracedBatch {
        TracedBatch { span: Span::none(), messages: Vec::new() }
    }

    fn begin(tracing: &Tracing, consumer: &str, messages: Vec<(Option<TraceParent>, &str)>) -> TracedBatch {
        let links: Vec<Link> = messages
            .iter()
            .filter_map(|(cause, _)| Some(Link::with_context((*cause)?.span_context())))
            .collect();
        let (Some((_, subject)), false) = (messages.first(), links.is_empty()) else {
            return TracedBatch::untraced();
        };
        let of_consumer = |subject: &str| {
            let mut all = attributes(subject, "process");
            all.push(KeyValue::new("messaging.consumer.group.name", consumer.to_owned()));
            all
        };
        let mut about = of_consumer(subject);
        about.push(KeyValue::new("messaging.batch.message_count", messages.len() as i64));
        let name = format!("process {} batch", subject::stream(subject));
        let span = Span::start(tracing, &Context::new(), (SpanKind::Consumer, name), about, links)
            .with(OpenTransactions::default());
        let messages = messages.iter().map(|(cause, subject)| {
            let (Some(cause), Some(context), Some(batch)) = (cause, span.context(), span.cause()) else {
                return Span::none();
            };
            let name = format!("process {}", subject::kind(subject));
            let links = vec![Link::with_context(batch.span_context())];
            let parent = cause.parent_in(context);
            Span::start(tracing, &parent, (SpanKind::Consumer, name), of_consumer(subject), links)
        });
        let messages = messages.collect();
        TracedBatch { span, messages }
    }

    /// The span of the batch.
    pub(crate) fn span(&self) -> &Span {
        &self.span
    }

    /// The span of one of its messages, by its index.
    pub(crate) fn message(&self, index: usize) -> &Span {
        self.messages.get(index).unwrap_or(&NONE)
    }

    /// Notes the outcome and ends all of its spans.
    pub(crate) fn end(self, is_committed: bool) {
        for span in self.messages.iter().chain([&self.span]) {
            span.set("saffron.outcome", if is_committed { "committed" } else { "again" });
            if !is_committed {
                span.fail("given back");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_sdk::trace::SdkTracerProvider;

    use super::*;
    use crate::telemetry::span::turn_on;

    fn cause(number: u8) -> TraceParent {
        let trace = format!("{number:02x}").repeat(16);
        TraceParent::of_header(&format!("00-{trace}-00f067aa0ba902b7-01")).unwrap()
    }

    #[tokio::test]
    async fn event_is_caused_by_last_traced_message_of_its_location() {
        turn_on(Tracing { tracer: SdkTracerProvider::builder().build().tracer("test"), ratio: 1.0 });
        let location = |id: &str| Some(id.parse::<PosId>().unwrap());
        let subject = "pos.v1.0.p1.batch";
        let messages = [
            (Some(cause(1)), subject, location("p1")),
            (Some(cause(2)), subject, location("p2")),
            (Some(cause(3)), subject, location("p1")),
            (None, subject, location("p1")),
            (None, subject, location("p3")),
            (Some(cause(4)), subject, None),
        ];
        let batch = TracedBatch::of_facts("reports-facts-00", messages.into_iter());
        let of = |id: &'static str| {
            batch.span().around(async move { TraceParent::of_location(location(id).as_ref()) })
        };
        assert_eq!(of("p1").await, batch.message(2).cause());
        assert_eq!(of("p2").await, batch.message(1).cause());
        assert_eq!(of("p3").await, None);
        assert_eq!(batch.span().around(async { TraceParent::of_location(None) }).await, None);

        let message = batch.message(2).cause().unwrap();
        assert_eq!(message.trace, cause(3).trace);
        assert_eq!(batch.message(3).cause(), None);
        let own = batch.span().cause().unwrap();
        assert!((1..=4).all(|number| own.trace != cause(number).trace));

        let untraced = [(None, subject, location("p1"))];
        assert_eq!(TracedBatch::of_facts("reports-facts-00", untraced.into_iter()).span().cause(), None);
        let event = batch.message(0).around(async { TraceParent::of_location(location("p1").as_ref()) });
        assert_eq!(event.await, batch.message(0).cause());
    }
}
