//! A call that its service has not begun is made once more. A service that shuts down refuses what comes over the
//! connections it has, and lets callers know only after they have sent it; another replica answers.

use std::error::Error as StdError;
use std::fmt;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use tonic::body::Body;
use tower::Service;

type BoxError = Box<dyn StdError + Send + Sync>;

/// The error of a channel: the reason why a call failed.
#[derive(Debug)]
pub struct CallError(BoxError);

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StdError for CallError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.0)
    }
}

impl CallError {
    fn of(error: impl Into<BoxError>) -> CallError {
        CallError(error.into())
    }
}

/// A channel that repeats calls which no service has begun.
#[derive(Debug, Clone)]
pub struct Repeating<S> {
    inner: S,
}

impl<S> Repeating<S> {
    /// Repeats calls that are made over a channel.
    pub(super) fn calls(inner: S) -> Repeating<S> {
        Repeating { inner }
    }
}

impl<S> Service<Request<Body>> for Repeating<S>
where
    S: Service<Request<Body>, Response = Response<Body>> + Clone + Send + 'static,
    S::Future: Send + 'static,
    S::Error: Into<BoxError>,
{
    type Response = Response<Body>;
    type Error = CallError;
    type Future = BoxFuture<'static, Result<Response<Body>, CallError>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), CallError>> {
        self.inner.poll_ready(context).map_err(CallError::of)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let fresh = self.inner.clone();
        // The channel that `poll_ready` found ready.
        let mut inner = std::mem::replace(&mut self.inner, fresh);
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            // One message, which is in memory already.
            let bytes = body.collect().await.map_err(CallError::of)?.to_bytes();
            let whole = |bytes: Bytes| Body::new(Full::new(bytes));
            let first = inner.call(Request::from_parts(parts.clone(), whole(bytes.clone()))).await;
            let error = match first.map_err(CallError::of) {
                Err(error) if is_unprocessed(&error) => error,
                outcome => return outcome,
            };
            tracing::debug!(%error, "a call that was not begun is made again");
            std::future::poll_fn(|context| inner.poll_ready(context)).await.map_err(CallError::of)?;
            inner.call(Request::from_parts(parts, whole(bytes))).await.map_err(CallError::of)
        })
    }
}

/// Whether the service has surely done nothing: the connection was closed before the call was sent, or the
/// service refused it unprocessed (RFC 9113, sections 6.8 and 8.7).
fn is_unprocessed(error: &(dyn StdError + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let refused = error.downcast_ref::<h2::Error>().is_some_and(|error| match error.reason() {
            Some(h2::Reason::NO_ERROR) => error.is_remote() && error.is_go_away(),
            Some(h2::Reason::REFUSED_STREAM) => error.is_remote(),
            _ => false,
        });
        if refused || error.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_canceled) {
            return true;
        }
        cause = error.source();
    }
    false
}
