use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::common::v1::any_value::Value as Kind;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use prost::Message as _;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

use crate::eventually;

/// The most spans that are stored; a test that makes more is refused.
const MOST: usize = 20_000;

/// A collector of traces: OTLP over gRPC, in memory.
pub struct Collector {
    /// `SAFFRON_OTLP_URL`
    pub url: String,
    received: Arc<Mutex<Spans>>,
    server: JoinHandle<()>,
}

#[derive(Default)]
struct Spans {
    spans: Vec<Sent>,
    bytes: Vec<u8>,
}

/// A span as it was sent; ids are in hexadecimal.
#[derive(Debug, Clone)]
pub struct Sent {
    /// `service.name` of the process.
    pub service: String,
    /// The name of the span.
    pub name: String,
    /// The kind of the span.
    pub kind: SpanKind,
    /// The trace of the span.
    pub trace: String,
    /// The id of the span.
    pub id: String,
    /// The parent; empty for the first span of a trace.
    pub parent: String,
    /// Traces and spans that it is linked to.
    pub links: Vec<(String, String)>,
    /// The attributes, as text.
    pub attributes: BTreeMap<String, String>,
    /// The events of the span, by names, with their attributes.
    pub events: Vec<(String, BTreeMap<String, String>)>,
    /// Whether it failed.
    pub failed: bool,
}

impl Collector {
    /// A collector on a free port; ends with the test.
    pub async fn start() -> Collector {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let received = Arc::<Mutex<Spans>>::default();
        let service = TraceServiceServer::new(Receiver(received.clone()));
        let server = tokio::spawn(async move {
            let incoming = TcpIncoming::from(listener);
            Server::builder().add_service(service).serve_with_incoming(incoming).await.unwrap();
        });
        Collector { url, received, server }
    }

    /// The spans that were received until now.
    #[must_use]
    pub fn spans(&self) -> Vec<Sent> {
        self.received.lock().unwrap().spans.clone()
    }

    /// The bytes of all spans that were received until now.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.received.lock().unwrap().bytes.clone()
    }

    /// Waits for a span.
    pub async fn expect(&self, what: &str, wanted: impl Fn(&Sent) -> bool) -> Sent {
        eventually(what, || async { self.spans().into_iter().find(|span| wanted(span)) }).await
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.server.abort();
    }
}

struct Receiver(Arc<Mutex<Spans>>);

#[tonic::async_trait]
impl TraceService for Receiver {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let request = request.into_inner();
        let mut received = self.0.lock().unwrap();
        received.bytes.extend(request.encode_to_vec());
        for resource in request.resource_spans {
            let about = resource.resource.map(|resource| notes(resource.attributes)).unwrap_or_default();
            let service = about.get("service.name").cloned().unwrap_or_default();
            let spans = resource.scope_spans.into_iter().flat_map(|scope| scope.spans);
            received.spans.extend(spans.map(|span| sent(&service, span)));
        }
        if received.spans.len() > MOST {
            return Err(Status::resource_exhausted("a test makes fewer spans"));
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

fn sent(service: &str, span: Span) -> Sent {
    let kind = span.kind();
    Sent {
        service: service.to_owned(),
        kind,
        trace: hex(&span.trace_id),
        id: hex(&span.span_id),
        parent: hex(&span.parent_span_id),
        links: span.links.iter().map(|link| (hex(&link.trace_id), hex(&link.span_id))).collect(),
        attributes: notes(span.attributes),
        events: span.events.into_iter().map(|event| (event.name, notes(event.attributes))).collect(),
        failed: span.status.is_some_and(|status| status.code == 2),
        name: span.name,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn notes(attributes: Vec<KeyValue>) -> BTreeMap<String, String> {
    attributes.into_iter().map(|one| (one.key, one.value.map(text).unwrap_or_default())).collect()
}

fn text(value: AnyValue) -> String {
    match value.value {
        Some(Kind::StringValue(text)) => text,
        Some(Kind::IntValue(number)) => number.to_string(),
        Some(Kind::DoubleValue(number)) => number.to_string(),
        Some(Kind::BoolValue(is)) => is.to_string(),
        other => format!("{other:?}"),
    }
}
