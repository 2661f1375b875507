//! gRPC calls, measured from their beginning to the status at their end.

use std::borrow::Cow;
use std::error::Error;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{HeaderMap, Request, Response};
use http_body::{Body as HttpBody, Frame, SizeHint};
use tonic::body::Body;
use tonic::{Code, Status, TimeoutExpired};
use tower::{Layer, Service};

use super::figures::{self, End, OTHER};
use crate::grpc::code_name;

/// Measures the calls that a server answers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answers {
    /// The longest call.
    pub longest: Duration,
}

impl<S> Layer<S> for Answers {
    type Service = Measured<S>;

    fn layer(&self, inner: S) -> Measured<S> {
        Measured { inner, end: End::Server, longest: Some(self.longest) }
    }
}

/// A service, or a channel to one, whose calls are measured.
#[derive(Debug, Clone)]
pub struct Measured<S> {
    inner: S,
    end: End,
    longest: Option<Duration>,
}

impl<S> Measured<S> {
    /// Measures the calls that are made over a channel.
    pub(crate) fn calls(inner: S) -> Measured<S> {
        Measured { inner, end: End::Client, longest: None }
    }
}

impl<S> Service<Request<Body>> for Measured<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
    S::Future: Send + 'static,
    S::Error: Error + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Response<Body>, S::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        if !super::is_on() {
            return Box::pin(self.inner.call(request));
        }
        let mut call = Call {
            end: self.end,
            method: request.uri().path().trim_start_matches('/').to_owned(),
            begun: Instant::now(),
            deadline: caller_deadline(request.headers()).into_iter().chain(self.longest).min(),
            is_counted: false,
        };
        let answer = self.inner.call(request);
        Box::pin(async move {
            let response = answer.await.inspect_err(|error| call.count(code_of_fault(error)))?;
            match status_code(response.headers()) {
                Some(code) => {
                    call.count(code);
                    Ok(response)
                }
                None => Ok(response.map(|inner| Body::new(Answer { inner, call }))),
            }
        })
    }
}

/// A running call. One that is dropped before its end was cancelled, or took too long.
struct Call {
    end: End,
    method: String,
    begun: Instant,
    deadline: Option<Duration>,
    is_counted: bool,
}

impl Call {
    fn count(&mut self, code: Code) {
        if std::mem::replace(&mut self.is_counted, true) {
            return;
        }
        let method = match code {
            // Callers choose the method, and a label has few values. A caller without a key is refused before the lookup.
            Code::Unimplemented | Code::Unauthenticated if self.end == End::Server => Cow::Borrowed(OTHER),
            _ => Cow::Owned(std::mem::take(&mut self.method)),
        };
        figures::rpc(self.end, method, code_name(code), self.begun.elapsed());
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let is_late = self.deadline.is_some_and(|deadline| self.begun.elapsed() >= deadline);
        self.count(if is_late { Code::DeadlineExceeded } else { Code::Cancelled });
    }
}

/// The body of an answer: its messages, and the status behind them.
struct Answer {
    inner: Body,
    call: Call,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(cx);
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                if let Some(trailers) = frame.trailers_ref() {
                    self.call.count(status_code(trailers).unwrap_or(Code::Unknown));
                }
            }
            Poll::Ready(Some(Err(status))) => self.call.count(status.code()),
            Poll::Ready(None) => self.call.count(Code::Unknown),
            Poll::Pending => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

fn status_code(headers: &HeaderMap) -> Option<Code> {
    headers.get("grpc-status").map(|value| Code::from_bytes(value.as_bytes()))
}

/// The status of a call that failed before there was an answer.
fn code_of_fault(fault: &(dyn Error + 'static)) -> Code {
    let mut cause = Some(fault);
    while let Some(error) = cause {
        if error.is::<TimeoutExpired>() {
            return Code::DeadlineExceeded;
        }
        cause = error.source();
    }
    Code::Unavailable
}

/// How long the caller waits, by the header `grpc-timeout`.
fn caller_deadline(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("grpc-timeout")?.to_str().ok()?;
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let number: u64 = number.parse().ok().filter(|_| number.len() <= 8)?;
    match unit {
        "H" => Some(Duration::from_secs(number * 3600)),
        "M" => Some(Duration::from_secs(number * 60)),
        "S" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_millis(number)),
        "u" => Some(Duration::from_micros(number)),
        "n" => Some(Duration::from_nanos(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patience_of_a_caller_is_read() {
        let of = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("grpc-timeout", text.parse().unwrap());
            caller_deadline(&headers)
        };
        assert_eq!(of("20S"), Some(Duration::from_secs(20)));
        assert_eq!(of("1500m"), Some(Duration::from_millis(1500)));
        assert_eq!(of("2000000u"), Some(Duration::from_secs(2)));
        for odd in ["", "S", "x", "5", "123456789S", "-1S"] {
            assert_eq!(of(odd), None, "{odd}");
        }
        assert_eq!(caller_deadline(&HeaderMap::new()), None);
    }
}
