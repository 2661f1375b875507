//! Spans of calls: HTTP at the gateway, where traces begin, and gRPC behind it.

use std::borrow::Cow;

use http::{HeaderMap, HeaderValue, Method, Request};
use opentelemetry::trace::{SpanContext, SpanKind, TraceContextExt as _, TraceFlags, TraceState};
use opentelemetry::{Context, KeyValue};
use tonic::Code;

use super::span::{self, Tracing, tracing};
use super::transaction::Open;
use super::{Cause, Span, TRACEPARENT};
use crate::grpc::code_name;

/// Which side of a gRPC call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The one that calls.
    Client,
    /// The one that answers.
    Server,
}

impl Span {
    /// A request from outside, by its route as it is declared. Its caller's trace goes on here, but whether it is traced is
    /// decided here: never if the caller says no, else for the share of `SAFFRON_TRACE_RATIO`, by chance and not by the
    /// trace id, which the caller chose.
    #[must_use]
    pub fn of_request(method: &Method, route: &str, headers: &HeaderMap) -> Span {
        let Some(tracing) = tracing() else { return Span::none() };
        let caller = headers.get(TRACEPARENT).and_then(|value| value.to_str().ok()).map(span::read);
        let Some(parent) = begin(tracing.ratio, caller, rand::random()) else { return Span::none() };
        let method = known(method);
        let attributes =
            vec![KeyValue::new("http.request.method", method), KeyValue::new("http.route", route.to_owned())];
        let name = Cow::Owned(format!("{method} {route}"));
        Span::start(tracing, &parent, (SpanKind::Server, name), attributes, Vec::new()).with(Open::default())
    }

    /// How a request was answered.
    pub fn answered(&self, status: http::StatusCode) {
        self.set("http.response.status_code", i64::from(status.as_u16()));
        if status.is_server_error() {
            self.fail("answered 5xx");
        }
    }

    /// A gRPC call that is answered here, if its caller traces it. `path` is `/package.Service/Method`.
    pub(crate) fn of_call_in(path: &str, headers: &HeaderMap) -> Span {
        let Some(tracing) = tracing() else { return Span::none() };
        let caller =
            headers.get(TRACEPARENT).and_then(|value| value.to_str().ok()).and_then(Cause::of_header);
        let Some(caller) = caller else { return Span::none() };
        let parent = Context::new().with_remote_span_context(caller.span_context());
        of_call(tracing, &parent, SpanKind::Server, path).with(Open::default())
    }

    /// A gRPC call that is made here, if what makes it is traced; it is named to the other side.
    pub(crate) fn of_call_out<B>(request: &mut Request<B>) -> Span {
        let (Some(tracing), Some(_)) = (tracing(), Cause::current()) else { return Span::none() };
        let span = of_call(tracing, &Context::current(), SpanKind::Client, request.uri().path());
        let named = span.cause().and_then(|cause| HeaderValue::from_str(&cause.to_string()).ok());
        if let Some(named) = named {
            request.headers_mut().insert(TRACEPARENT, named);
        }
        span
    }

    /// How a gRPC call ended. A server is not to blame for what a caller did wrong.
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

/// What the first span of a request has as its parent; none if it is not traced. `chance` lies between 0 and 1.
fn begin(ratio: f64, caller: Option<SpanContext>, chance: f64) -> Option<Context> {
    let caller = caller.filter(SpanContext::is_valid);
    if chance >= ratio || caller.as_ref().is_some_and(|caller| !caller.is_sampled()) {
        return None;
    }
    Some(caller.map_or_else(Context::new, |caller| {
        let (trace, span) = (caller.trace_id(), caller.span_id());
        let caller = SpanContext::new(trace, span, TraceFlags::SAMPLED, true, TraceState::default());
        Context::new().with_remote_span_context(caller)
    }))
}

fn of_call(tracing: &Tracing, parent: &Context, kind: SpanKind, path: &str) -> Span {
    let method = path.trim_start_matches('/').to_owned();
    let attributes =
        vec![KeyValue::new("rpc.system.name", "grpc"), KeyValue::new("rpc.method", method.clone())];
    Span::start(tracing, parent, (kind, Cow::Owned(method)), attributes, Vec::new())
}

/// A method as callers may make one up becomes `_OTHER`.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "_OTHER",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLED: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
    const NOT_SAMPLED: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-00";

    #[test]
    fn the_ratio_decides_and_a_caller_may_only_decline() {
        let caller = |text: &str| Some(span::read(text));
        let traced = |ratio: f64, caller: Option<SpanContext>| begin(ratio, caller, 0.5).is_some();
        assert!(traced(1.0, None) && traced(1.0, caller(SAMPLED)) && traced(1.0, caller("nonsense")));
        assert!(!traced(1.0, caller(NOT_SAMPLED)));
        // The same trace id is traced once and once not: it is chance that decides.
        assert!(traced(0.6, caller(SAMPLED)) && !traced(0.4, caller(SAMPLED)) && !traced(0.4, None));
        assert!(!traced(0.0, caller(SAMPLED)));
        assert!(begin(0.0, None, 0.0).is_none());
    }

    #[test]
    fn a_callers_trace_goes_on() {
        let parent = begin(1.0, Some(span::read(SAMPLED)), 0.5).unwrap();
        assert_eq!(Cause::of(&parent), Cause::of_header(SAMPLED));
        assert_eq!(Cause::of(&begin(1.0, None, 0.5).unwrap()), None);
        assert_eq!(known(&Method::from_bytes(b"secret").unwrap()), "_OTHER");
    }
}
