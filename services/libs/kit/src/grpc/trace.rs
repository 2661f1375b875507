//! Spans of gRPC calls, on both sides. Untraced calls pass unchanged.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures::future::{BoxFuture, Either};
use http::{HeaderMap, Request, Response};
use http_body::{Frame, SizeHint};
use tonic::body::Body;
use tonic::{Code, Status};
use tower::{Layer, Service};

use crate::telemetry::{Side, Span};

/// Answers each call within a span of its caller's trace.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TraceCalls;

impl<S> Layer<S> for TraceCalls {
    type Service = Traced<S>;
    fn layer(&self, inner: S) -> Traced<S> {
        Traced { inner, side: Side::Server }
    }
}

/// A service, or a channel to one, whose calls are traced: of a service, if its caller traces them; of a channel, if the work
/// that calls is traced.
#[derive(Debug, Clone)]
pub struct Traced<S> {
    inner: S,
    side: Side,
}

impl<S> Traced<S> {
    /// Traces the calls that are made over a channel.
    pub(super) fn calls(inner: S) -> Traced<S> {
        Traced { inner, side: Side::Client }
    }
}

impl<S> Service<Request<Body>> for Traced<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
    S::Future: Send + 'static,
    S::Error: 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Either<BoxFuture<'static, Result<Response<Body>, S::Error>>, S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let side = self.side;
        let span = match side {
            Side::Server => Span::of_call_in(request.uri().path(), request.headers()),
            Side::Client => Span::of_call_out(&mut request),
        };
        let answer = self.inner.call(request);
        if span.cause().is_none() {
            return Either::Right(answer);
        }
        Either::Left(Box::pin(async move {
            match span.around(answer).await {
                Ok(response) => Ok(Answer::begin(response, span, side)),
                Err(error) => {
                    span.ended(side, Code::Unavailable);
                    Err(error)
                }
            }
        }))
    }
}

/// The rest of a traced answer: its span ends with it.
struct Answer {
    body: Body,
    span: Span,
    side: Side,
    code: Option<Code>,
}

impl Answer {
    /// Keeps the span open until the answer has its status.
    fn begin(response: Response<Body>, span: Span, side: Side) -> Response<Body> {
        // A refusal has its status in the head.
        let code = status_code(response.headers());
        response.map(|body| Body::new(Answer { body, span, side, code }))
    }
}

fn status_code(headers: &HeaderMap) -> Option<Code> {
    headers.get("grpc-status").map(|value| Code::from_bytes(value.as_bytes()))
}

impl http_body::Body for Answer {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        // Reading the messages of a stream belongs to the call.
        let Answer { body, span, .. } = &mut *self;
        let polled = span.within(|| Pin::new(body).poll_frame(context));
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                if let Some(code) = frame.trailers_ref().and_then(status_code) {
                    self.code = Some(code);
                }
            }
            Poll::Ready(Some(Err(status))) => self.code = Some(status.code()),
            _ => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    /// An answer that is dropped before its status counts as cancelled.
    fn drop(&mut self) {
        self.span.ended(self.side, self.code.unwrap_or(Code::Cancelled));
    }
}
