//! Spans of calls: HTTP at the gateway, where traces begin, and gRPC behind it.

use http::{HeaderMap, HeaderValue, Method, Request};
use opentelemetry::trace::{SpanContext, SpanKind};
use opentelemetry::{Context, KeyValue};
use tonic::Code;

use super::span::{self, Tracing, tracing};
use super::transaction::OpenTransactions;
use super::{Span, TRACEPARENT, TraceParent};
use crate::grpc::code_name;

/// A side of a gRPC call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The caller.
    Client,
    /// The service that answers.
    Server,
}

impl Span {
    /// The span of a request from outside, named by its declared route. A caller's trace continues here, but the gateway
    /// decides whether it is recorded: never if the caller declines, else for the share of `SAFFRON_TRACE_RATIO`, by chance
    /// and not by the trace id, which the caller chose.
    #[must_use]
    pub fn of_request(method: &Method, route: &str, headers: &HeaderMap) -> Span {
        let Some(tracing) = tracing() else { return Span::none() };
        let Some(parent) = begin(tracing.ratio, caller_span(headers), rand::random()) else {
            return Span::none();
        };
        let method = known_method(method);
        let attributes =
            vec![KeyValue::new("http.request.method", method), KeyValue::new("http.route", route.to_owned())];
        let name = format!("{method} {route}");
        Span::start(tracing, &parent, (SpanKind::Server, name), attributes, Vec::new())
            .with(OpenTransactions::default())
    }

    /// Notes the status of a request's answer.
    pub fn answered(&self, status: http::StatusCode) {
        self.set("http.response.status_code", i64::from(status.as_u16()));
        if status.is_server_error() {
            self.fail("answered 5xx");
        }
    }

    /// The span of a gRPC call that is answered here, if its caller traces it. `path` is `/package.Service/Method`.
    pub(crate) fn of_call_in(path: &str, headers: &HeaderMap) -> Span {
        let Some(tracing) = tracing() else { return Span::none() };
        let caller = caller_span(headers).and_then(|caller| TraceParent::sampled(&caller));
        let Some(caller) = caller else { return Span::none() };
        of_call(tracing, &caller.parent_in(&Context::new()), SpanKind::Server, path)
            .with(OpenTransactions::default())
    }

    /// The span of a gRPC call that is made here, if its caller is traced; a header names it to the other side.
    pub(crate) fn of_call_out<B>(request: &mut Request<B>) -> Span {
        let (Some(tracing), Some(_)) = (tracing(), TraceParent::current()) else { return Span::none() };
        let span = of_call(tracing, &Context::current(), SpanKind::Client, request.uri().path());
        let named = span.cause().and_then(|cause| HeaderValue::from_str(&cause.to_string()).ok());
        if let Some(named) = named {
            request.headers_mut().insert(TRACEPARENT, named);
        }
        span
    }

    /// Notes how a gRPC call ended. A caller's mistake is no failure of the server.
    pub(crate) fn ended(&self, side: Side, code: Code) {
        self.set("rpc.response.status_code", code_name(code));
        let is_failure = match side {
            Side::Client => code != Code::Ok,
            Side::Server => matches!(
                code,
                Code::Unknown
                    | Code::DeadlineExceeded
                    | Code::Unimplemented
                    | Code::Internal
                    | Code::Unavailable
                    | Code::DataLoss
            ),
        };
        if is_failure {
            self.fail("the call failed");
        }
    }
}

fn caller_span(headers: &HeaderMap) -> Option<SpanContext> {
    headers.get(TRACEPARENT)?.to_str().ok().map(span::read)
}

/// The parent of a request's first span; none if the request is not traced. `chance` lies between 0 and 1.
fn begin(ratio: f64, caller: Option<SpanContext>, chance: f64) -> Option<Context> {
    if chance >= ratio {
        return None;
    }
    match caller.filter(SpanContext::is_valid) {
        Some(caller) => Some(TraceParent::sampled(&caller)?.parent_in(&Context::new())),
        None => Some(Context::new()),
    }
}

fn of_call(tracing: &Tracing, parent: &Context, kind: SpanKind, path: &str) -> Span {
    let method = path.trim_start_matches('/').to_owned();
    let attributes =
        vec![KeyValue::new("rpc.system.name", "grpc"), KeyValue::new("rpc.method", method.clone())];
    Span::start(tracing, parent, (kind, method), attributes, Vec::new())
}

/// A method that a caller made up becomes `_OTHER`.
fn known_method(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    known.into_iter().find(|known| *known == method.as_str()).unwrap_or("_OTHER")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLED: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
    const NOT_SAMPLED: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-00";

    #[test]
    fn ratio_decides_and_caller_can_only_decline() {
        let caller = |text: &str| Some(span::read(text));
        let traced = |ratio: f64, caller: Option<SpanContext>| begin(ratio, caller, 0.5).is_some();
        assert!(traced(1.0, None) && traced(1.0, caller(SAMPLED)) && traced(1.0, caller("nonsense")));
        assert!(!traced(1.0, caller(NOT_SAMPLED)));
        // The same trace id is traced at one ratio and not at the other: chance decides.
        assert!(traced(0.6, caller(SAMPLED)) && !traced(0.4, caller(SAMPLED)) && !traced(0.4, None));
        assert!(!traced(0.0, caller(SAMPLED)));
        assert!(begin(0.0, None, 0.0).is_none());
    }

    #[test]
    fn trace_of_a_caller_continues() {
        let parent = begin(1.0, Some(span::read(SAMPLED)), 0.5).unwrap();
        assert_eq!(TraceParent::of(&parent), TraceParent::of_header(SAMPLED));
        assert_eq!(TraceParent::of(&begin(1.0, None, 0.5).unwrap()), None);
    }

    #[test]
    fn unknown_method_is_other() {
        assert_eq!(known_method(&Method::from_bytes(b"secret").unwrap()), "_OTHER");
        assert_eq!(known_method(&Method::PATCH), "PATCH");
    }
}
