//! One trace from a till's request to the apps that show it. Services run as processes of their own and send their spans
//! to a collector.

use std::collections::BTreeSet;
use std::time::Duration;

use saffron_testkit::{Collector, Sent, SpanKind, eventually};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::operations::apart::Apart;
use crate::world::{PASSWORD, VENDOR_KEY, check};

/// A trace as a till begins it.
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const TILL: &str = "00f067aa0ba902b7";

/// The gateway and what a check passes through.
struct Parts(Apart);

impl Parts {
    async fn start(collector: &str) -> Parts {
        // The trace passes none of the others.
        let used = ["auth", "inventory", "reports", "notifications"];
        Parts(Apart::start("debug", &used, &[("SAFFRON_OTLP_URL", collector)]).await)
    }

    /// Sends facts as part of a till's trace.
    async fn ingest(&self, key: &str, traceparent: &str, facts: &Value) {
        let bearer = format!("Bearer {key}");
        let headers = [
            ("content-type", "application/json"),
            ("authorization", bearer.as_str()),
            ("traceparent", traceparent),
        ];
        let answer = self.0.world.post("/ingest/v1/events", &headers, facts.to_string()).await;
        assert_eq!(answer.status, 202, "{answer:?}");
    }
}

/// A dish of which a few are left.
fn last_soups() -> Value {
    json!({"specversion": "1.0", "id": "e-soup", "source": "till", "type": "item.upserted",
           "data": {"posID": "p1", "posItemID": "soup", "revision": 1, "name": "Soup", "price": 8.0, "cost": 2.5,
                    "majorCategory": "Food", "stock": 3, "lowStock": 2}})
}

/// The check that takes them, closed after they were counted.
fn takes_them() -> Value {
    let zone = jiff::tz::TimeZone::get("America/New_York").unwrap();
    let closed = (jiff::Timestamp::now() + Duration::from_secs(300)).to_zoned(zone).datetime();
    let mut event = check("p1", "c1", 8.0);
    event["data"]["items"][0]["quantity"] = json!(3);
    event["data"]["closeTime"] = json!(closed.strftime("%Y-%m-%dT%H:%M:%S").to_string());
    event
}

/// The trace of the till, as it comes in.
struct Trace<'a>(&'a Collector);

impl Trace<'_> {
    /// Waits for a span of a service in it.
    async fn span(&self, service: &str, name: &str, kind: SpanKind) -> Sent {
        let service = format!("saffron-{service}");
        let what = format!("{kind:?} {name} of {service}");
        let is_it = |span: &Sent| span.trace == TRACE && span.service == service && span.name == name;
        let span = self.0.expect(&what, is_it).await;
        assert_eq!(span.kind, kind, "{span:?}");
        assert!(!span.failed, "{span:?}");
        span
    }

    /// Waits for what a consumer did with a message, and for the batch it was in.
    async fn worked(&self, service: &str, kind: &str, stream: &str, published: &Sent) -> (Sent, Sent) {
        let message = self.span(service, &format!("process {kind}"), SpanKind::Consumer).await;
        assert_eq!(message.parent, published.id, "{message:?}");
        let [(trace, id)] = message.links.as_slice() else { panic!("{message:?}") };
        let batch = self.0.expect("the batch", |span| span.id == *id).await;
        assert_eq!((&batch.name, batch.kind), (&format!("process {stream} batch"), SpanKind::Consumer));
        assert_eq!((&batch.service, batch.parent.as_str()), (&message.service, ""));
        assert_eq!(batch.trace, *trace);
        assert_ne!(batch.trace, TRACE);
        assert!(batch.links.contains(&(TRACE.to_owned(), published.id.clone())), "{:?}", batch.links);
        assert_eq!(batch.attributes["messaging.batch.message_count"], "1");
        (message, batch)
    }

    /// Waits for the transaction within a span.
    async fn transaction(&self, within: &Sent) -> Sent {
        let is_it = |span: &Sent| span.name == "transaction" && span.parent == within.id;
        let span = self.0.expect(&format!("the transaction of {}", within.name), is_it).await;
        assert_eq!(
            (span.kind, &span.trace, &span.service),
            (SpanKind::Client, &within.trace, &within.service)
        );
        span
    }

    /// Waits for what an event became on its way to the apps.
    async fn delivered(&self, service: &str, kind: &str, cause: &Sent) {
        let published = self.span(service, &format!("publish {kind}"), SpanKind::Producer).await;
        assert_eq!(published.parent, cause.id, "{published:?}");
        let delivered = self.span("gateway", &format!("deliver {kind}"), SpanKind::Consumer).await;
        assert_eq!(delivered.parent, published.id, "{delivered:?}");
        assert_eq!(delivered.attributes["saffron.live.streams"], "1");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_is_one_trace_from_till_to_app_without_secrets() {
    let collector = Collector::start().await;
    let mut parts = Parts::start(&collector.url).await;
    let world = &parts.0.world;
    let ana = world.person("ana.traced@example.com").await;
    let web = world.login_web("ana.traced@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    // What is not to be traced is not, however the collector is asked.
    parts.ingest(&key, &format!("00-{}-{TILL}-00", "b".repeat(32)), &last_soups()).await;
    stream.expect("items.changed").await;

    parts.ingest(&key, &format!("00-{TRACE}-{TILL}-01"), &takes_them()).await;
    let mut awaited = BTreeSet::from(["items.changed", "report.changed"]);
    while !awaited.is_empty() {
        let event = stream.next().await.expect("the stream lives");
        awaited.remove(event.name.as_str());
    }

    let trace = Trace(&collector);
    let request = trace.span("gateway", "POST /ingest/v1/events", SpanKind::Server).await;
    assert_eq!(request.parent, TILL);
    assert_eq!(request.attributes["http.response.status_code"], "202");
    assert_eq!(request.attributes["http.route"], "/ingest/v1/events");
    let published = trace.span("gateway", "publish facts", SpanKind::Producer).await;
    assert_eq!(published.parent, request.id);

    // Reports: the report's change goes out after the commit, the event through the outbox.
    let (message, batch) = trace.worked("reports", "facts", "POS", &published).await;
    // The first check of a month makes the month in a transaction before.
    let records = |span: &Sent| {
        let publishes = |notes: &str| notes.starts_with("INSERT INTO outbox");
        span.name == "transaction"
            && span.parent == batch.id
            && span.events.iter().any(|(_, notes)| publishes(&notes["db.query.summary"]))
    };
    let transaction = collector.expect("the transaction that records", records).await;
    assert_eq!(transaction.attributes["saffron.transaction.outcome"], "committed");
    let statements: Vec<&str> = transaction
        .events
        .iter()
        .map(|(name, notes)| {
            assert_eq!(name, "statement");
            notes["db.query.summary"].as_str()
        })
        .collect();
    assert_eq!(statements.last(), Some(&"COMMIT"), "{statements:?}");
    trace.delivered("reports", "report_changed", &message).await;
    let recorded = trace.span("reports", "publish reports.check_recorded", SpanKind::Producer).await;
    assert_eq!(recorded.parent, message.id);

    // Inventory: the soup ran out, which notifications hears of.
    let (message, batch) = trace.worked("inventory", "facts", "POS", &published).await;
    trace.transaction(&batch).await;
    trace.delivered("inventory", "items_changed", &message).await;
    let ran_out = trace.span("inventory", "publish inventory.stock_ran_out", SpanKind::Producer).await;
    assert_eq!(ran_out.parent, message.id);
    let (_, batch) = trace.worked("notifications", "inventory.stock_ran_out", "EVENTS", &ran_out).await;
    trace.transaction(&batch).await;

    calls_are_traced(&parts, &collector, &ana.session_id).await;

    let (cookie, xsrf) = web.cookies.clone().unwrap();
    let cookie = cookie.split_once('=').unwrap().1.to_owned();
    let log = parts.0.end().await;
    assert!(log.lines().any(|line| line.contains(&format!("\"trace_id\":\"{TRACE}\""))), "{log}");
    assert!(log.contains("/get-lastsevendays-report/{sessionID}"), "{log}");
    let spans = String::from_utf8_lossy(&collector.bytes()).into_owned();
    assert!(spans.contains("/get-lastsevendays-report/{sessionID}"));
    assert!(!spans.contains(&"b".repeat(32)));
    for secret in [
        "ana.traced",
        "example.com",
        PASSWORD,
        VENDOR_KEY,
        &key,
        &ana.session_id,
        &cookie,
        &xsrf,
        "212-555",
        "Silva",
        "Bearer",
    ] {
        for (what, text) in [("a span", &spans), ("the log", &log)] {
            let place = text.find(secret).map(|at| text[..at].chars().rev().take(300).collect::<String>());
            let before = place.map(|before| before.chars().rev().collect::<String>());
            assert_eq!(before, None, "{secret} is in {what}");
        }
    }
}

/// A person's report: the session stands in the path.
async fn calls_are_traced(parts: &Parts, collector: &Collector, session: &str) {
    let call = format!("/api-restaurant-pos/restaurantpro/get-lastsevendays-report/{session}");
    let route = "/api-restaurant-pos/restaurantpro/get-lastsevendays-report/{sessionID}";
    parts.0.world.post(&call, &[("content-type", "application/json")], "{}").await.ok();
    let name = format!("POST {route}");
    let first = collector.expect("the request", |span| span.name == name).await;
    assert_eq!((first.parent.as_str(), first.kind), ("", SpanKind::Server));
    let method = "saffron.reports.v1.ReportsService/Report";
    let end = |service: &str, kind: SpanKind| {
        let (service, trace) = (format!("saffron-{service}"), first.trace.clone());
        move |span: &Sent| {
            (&span.trace, &span.service, span.kind, span.name.as_str()) == (&trace, &service, kind, method)
        }
    };
    let client = collector.expect("the call", end("gateway", SpanKind::Client)).await;
    let server = collector.expect("its answer", end("reports", SpanKind::Server)).await;
    assert_eq!((&client.parent, &server.parent), (&first.id, &client.id));
    for span in [&client, &server] {
        assert_eq!(span.attributes["rpc.response.status_code"], "OK");
    }
    let reads =
        collector.expect("what it read", |span| span.parent == server.id || span.id == server.id).await;
    assert_eq!(reads.trace, first.trace);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_trace_collector_delays_no_call() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hangs = format!("http://{}", silent.local_addr().unwrap());
    for collector in ["http://127.0.0.1:9", hangs.as_str()] {
        let parts = Parts::start(collector).await;
        let (key, _) = parts.0.world.provision("p1").await;
        let gateway = parts.0.gateway();
        let warnings = |log: &str| log.lines().filter(|line| line.contains("does not take spans")).count();
        eventually("the warning", || async { (warnings(&gateway.log()) > 0).then_some(()) }).await;
        for _ in 0..3 {
            parts.ingest(&key, &format!("00-{TRACE}-{TILL}-01"), &takes_them()).await;
        }
        let log = parts.0.end_gateway().await;
        assert_eq!(warnings(&log), 1, "{collector}: {log}");
    }
}
