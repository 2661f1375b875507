//! Every figure there is: its name, its unit, its labels. Another one is an entry here and in docs/telemetry.md, and the
//! call that counts it; a test compares the two.
//!
//! Names are OpenTelemetry's. Prometheus shows them with `_` for `.`, then the unit, then `_total` where it is counted.
//! No label holds a posID, a person, a session or an id of anything: each value of a label is kept for good.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::time::Duration;

use jiff::Timestamp;
use opentelemetry::KeyValue;
use opentelemetry::metrics::{Counter, Histogram, Meter};
use saffron_core::Clock;

use super::board::{self, Reading};
use super::gauge::Gauge;

const HTTP_SERVER: &str = "http.server.request.duration";
const RPC_SERVER: &str = "rpc.server.call.duration";
const RPC_CLIENT: &str = "rpc.client.call.duration";
const HTTP_CLIENT: &str = "http.client.request.duration";
const INGEST_EVENTS: &str = "saffron.ingest.events";
const CONSUMER_BATCH: &str = "saffron.consumer.batch.duration";
const DEAD_LETTERS: &str = "saffron.dead_letters";
const LIVE_DELIVERY: &str = "saffron.live.delivery";
const LIVE_DROPPED: &str = "saffron.live.dropped";
const LIVE_RESETS: &str = "saffron.live.resets";

const HTTP_METHOD: &str = "http.request.method";
const HTTP_ROUTE: &str = "http.route";
const HTTP_STATUS: &str = "http.response.status_code";
const SERVER_ADDRESS: &str = "server.address";
const RPC_METHOD: &str = "rpc.method";
const RPC_STATUS: &str = "rpc.response.status_code";
const KIND: &str = "kind";
const OUTCOME: &str = "outcome";
const CONSUMER: &str = "consumer";

/// Stands for all unknown values of a label, since a label has few values.
pub(super) const OTHER: &str = "_OTHER";

const SECONDS: &str = "s";

/// The upper ends of the buckets of durations, seconds: those that OpenTelemetry's conventions advise.
const BUCKETS: [f64; 14] = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0];

/// The outcome of ingesting events of a till.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ingest {
    /// The events are stored.
    Accepted,
    /// The events are not stored.
    Refused,
}

impl Ingest {
    fn as_str(self) -> &'static str {
        match self {
            Ingest::Accepted => "accepted",
            Ingest::Refused => "refused",
        }
    }
}

/// What a batch holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Batch {
    /// Facts of tills.
    Facts,
    /// Events of other services.
    Events,
}

/// The outcome of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The batch was worked as a whole.
    Committed,
    /// The batch is delivered again: the failure may pass.
    Redeliver,
    /// The batch was worked one by one, since something in it cannot be worked.
    Split,
}

struct Figures {
    http_server: Histogram<f64>,
    rpc_server: Histogram<f64>,
    rpc_client: Histogram<f64>,
    http_client: Histogram<f64>,
    ingest_events: Counter<u64>,
    consumer_batch: Histogram<f64>,
    dead_letters: Counter<u64>,
    live_delivery: Histogram<f64>,
    live_dropped: Counter<u64>,
    live_resets: Counter<u64>,
    clock: Clock,
}

static FIGURES: OnceLock<Figures> = OnceLock::new();

/// Declares all figures, once.
pub(super) fn declare(meter: &Meter) {
    let duration = |name: &'static str, what: &'static str| {
        meter
            .f64_histogram(name)
            .with_unit(SECONDS)
            .with_description(what)
            .with_boundaries(BUCKETS.to_vec())
            .build()
    };
    let counter =
        |name: &'static str, what: &'static str| meter.u64_counter(name).with_description(what).build();
    for gauge in Gauge::ALL {
        let (name, unit, what) = gauge.declared();
        let _lives_with_the_meter = meter
            .f64_observable_gauge(name)
            .with_unit(unit)
            .with_description(what)
            .with_callback(move |observer| {
                board::each(gauge, |value, labels| observer.observe(value, labels))
            })
            .build();
    }
    let figures = Figures {
        http_server: duration(HTTP_SERVER, "Calls of the HTTP API"),
        rpc_server: duration(RPC_SERVER, "gRPC calls as they are answered"),
        rpc_client: duration(RPC_CLIENT, "gRPC calls as their callers see them"),
        http_client: duration(HTTP_CLIENT, "Calls to the outside"),
        ingest_events: counter(INGEST_EVENTS, "Events of tills"),
        consumer_batch: duration(CONSUMER_BATCH, "From a batch in hand to its commit"),
        dead_letters: counter(DEAD_LETTERS, "Dead letters"),
        live_delivery: duration(LIVE_DELIVERY, "From an event to a client's socket"),
        live_dropped: counter(LIVE_DROPPED, "Streams ended since their queue was full"),
        live_resets: counter(LIVE_RESETS, "Streams that were reset"),
        clock: Clock::system(),
    };
    let _only_once = FIGURES.set(figures);
}

fn figures() -> Option<&'static Figures> {
    FIGURES.get()
}

/// Counts a call of the HTTP API. `route` is the path as it is declared; empty where there is none.
pub fn http_answered(method: &http::Method, route: &str, status: u16, took: Duration) {
    let Some(figures) = figures() else { return };
    let labels = [
        KeyValue::new(HTTP_METHOD, known_method(method)),
        KeyValue::new(HTTP_ROUTE, route.to_owned()),
        KeyValue::new(HTTP_STATUS, i64::from(status)),
    ];
    figures.http_server.record(took.as_secs_f64(), &labels);
}

/// The method, if it is a standard one: a client may invent others.
fn known_method(method: &http::Method) -> &'static str {
    const KNOWN: [&str; 9] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or(OTHER)
}

/// The end of a gRPC call at which it is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Where it is answered.
    Server,
    /// Where it is made.
    Client,
}

/// Counts a gRPC call. `method` is `saffron.reports.v1.ReportsService/Report`.
pub(super) fn rpc(end: End, method: Cow<'static, str>, status: &'static str, took: Duration) {
    let Some(figures) = figures() else { return };
    let histogram = match end {
        End::Server => &figures.rpc_server,
        End::Client => &figures.rpc_client,
    };
    let labels = [KeyValue::new(RPC_METHOD, method), KeyValue::new(RPC_STATUS, status)];
    histogram.record(took.as_secs_f64(), &labels);
}

/// Counts a call to the outside; without a status there was no answer.
pub(crate) fn http_called(server: String, status: Option<u16>, took: Duration) {
    let Some(figures) = figures() else { return };
    let status = match status {
        Some(status) => KeyValue::new(HTTP_STATUS, i64::from(status)),
        None => KeyValue::new(HTTP_STATUS, ""),
    };
    figures.http_client.record(took.as_secs_f64(), &[KeyValue::new(SERVER_ADDRESS, server), status]);
}

/// Counts events of a till.
pub fn ingest(outcome: Ingest, events: u64) {
    let Some(figures) = figures() else { return };
    figures.ingest_events.add(events, &[KeyValue::new(OUTCOME, outcome.as_str())]);
}

/// Counts a batch, and how long it was worked.
pub fn batch(kind: Batch, outcome: Outcome, took: Duration) {
    let Some(figures) = figures() else { return };
    let kind = match kind {
        Batch::Facts => "facts",
        Batch::Events => "events",
    };
    let outcome = match outcome {
        Outcome::Committed => "committed",
        Outcome::Redeliver => "again",
        Outcome::Split => "singly",
    };
    let labels = [KeyValue::new(KIND, kind), KeyValue::new(OUTCOME, outcome)];
    figures.consumer_batch.record(took.as_secs_f64(), &labels);
}

/// Counts dead letters of a consumer.
pub(crate) fn dead_letters(consumer: &str, letters: u64) {
    let Some(figures) = figures() else { return };
    figures.dead_letters.add(letters, &[KeyValue::new(CONSUMER, consumer.to_owned())]);
}

/// Shows a consumer without dead letters as 0: the growth of a counter that begins at 1 is invisible.
pub(crate) fn show_consumer(consumer: &str) {
    dead_letters(consumer, 0);
}

/// Counts an event that was written to a client's socket, and how old it was: `at` is the time it carries, milliseconds
/// since 1970. Called for every client of every event: it allocates nothing.
pub fn live_delivered(at: i64) {
    let Some(figures) = figures() else { return };
    let took = figures.clock.now().as_millisecond() - at;
    figures.live_delivery.record(took.max(0) as f64 / 1000.0, &[]);
}

/// Counts live streams that were ended since their queue was full.
pub fn live_dropped(streams: u64) {
    let Some(figures) = figures() else { return };
    figures.live_dropped.add(streams, &[]);
}

/// Counts live streams that were reset.
pub fn live_resets(streams: u64) {
    let Some(figures) = figures() else { return };
    figures.live_resets.add(streams, &[]);
}

/// The gauges of a queue of a service: how many rows are due and not claimed, and since when the oldest is.
#[must_use]
pub fn queue(
    service: &'static str,
    queue: &str,
    (waiting, oldest): (i64, Option<Timestamp>),
    now: Timestamp,
) -> [Reading; 2] {
    let labels = super::labels(service, &[("queue", queue)]);
    [
        Reading { gauge: Gauge::QueueWaiting, labels: labels.clone(), value: waiting as f64 },
        Reading { gauge: Gauge::QueueAge, labels, value: age(oldest, now) },
    ]
}

/// The age of the oldest row in seconds; 0 if there is none.
#[must_use]
pub fn age(oldest: Option<Timestamp>, now: Timestamp) -> f64 {
    oldest.map_or(0.0, |oldest| now.duration_since(oldest).as_secs_f64().max(0.0))
}
