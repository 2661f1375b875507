//! `GET /metrics`, for Prometheus, at an address of its own.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus::{Encoder as _, Registry, TextEncoder};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::Fault;
use crate::grpc::bind;

/// Connections at once; more are closed.
const MOST: usize = 8;
/// How long a client may take to send the head of a request, and keep an idle connection.
const HEAD_TIME_OUT: Duration = Duration::from_secs(75);
/// The most bytes of a request's head.
const READ_BUFFER: usize = 16 * 1024;
/// The pause after the system refused a connection.
const REFUSED: Duration = Duration::from_millis(200);

/// Shows figures until the process ends, so that the end of a drain is still seen.
///
/// # Errors
/// If the address is in use.
pub(super) async fn start(address: SocketAddr, registry: Registry) -> Result<(), Fault> {
    let (listener, address) = bind(address).await?;
    tracing::info!(metrics = %address, "shows metrics");
    tokio::spawn(serve(listener, registry));
    Ok(())
}

async fn serve(listener: TcpListener, registry: Registry) {
    let room = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok((socket, _)) = listener.accept().await else {
            tokio::time::sleep(REFUSED).await;
            continue;
        };
        let Ok(place) = room.clone().try_acquire_owned() else { continue };
        let registry = registry.clone();
        tokio::spawn(async move {
            serve_connection(socket, registry).await;
            drop(place);
        });
    }
}

async fn serve_connection(socket: TcpStream, registry: Registry) {
    let service = service_fn(move |request: Request<Incoming>| {
        let answer = page(&request, &registry);
        async move { Ok::<_, Infallible>(answer) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME_OUT).max_buf_size(READ_BUFFER);
    if let Err(error) = http.serve_connection(TokioIo::new(socket), service).await {
        tracing::trace!(%error, "a connection of the metrics ended");
    }
}

fn page(request: &Request<Incoming>, registry: &Registry) -> Response<Full<Bytes>> {
    if request.uri().path() != "/metrics" {
        return empty(StatusCode::NOT_FOUND);
    }
    if request.method() != Method::GET {
        let mut answer = empty(StatusCode::METHOD_NOT_ALLOWED);
        answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET"));
        return answer;
    }
    let (encoder, mut text) = (TextEncoder::new(), Vec::new());
    if let Err(error) = encoder.encode(&registry.gather(), &mut text) {
        tracing::error!(%error, "the metrics cannot be written");
        return empty(StatusCode::INTERNAL_SERVER_ERROR);
    }
    let mut answer = Response::new(Full::from(text));
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(prometheus::TEXT_FORMAT));
    answer
}

fn empty(status: StatusCode) -> Response<Full<Bytes>> {
    let mut answer = Response::new(Full::default());
    *answer.status_mut() = status;
    answer
}
