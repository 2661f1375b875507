//! Connections: HTTP/1.1, as the load balancer in front uses it, until an answer hands the connection over. Instead of
//! `axum::serve`: it has no time-out for the head of a request, and hands no socket over.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures::future::BoxFuture;
use http::{HeaderValue, Method, Request, header, response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use jiff::fmt::rfc2822::DateTimePrinter;
use saffron_core::Clock;
use saffron_kit::CancellationToken;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use super::address::ClientAddress;
use super::limits::{AddressSlot, AddressSlots};
use crate::config::Config;

/// How long a client may take to send the head of a request, and keep an idle connection.
const HEAD_TIME_OUT: Duration = Duration::from_secs(75);
/// The most unread bytes of a request in memory.
const READ_BUFFER: usize = 64 * 1024;
/// How long an idle connection stays open after `shutdown`.
const IDLE_GRACE: Duration = Duration::from_secs(3);
/// How long a client may acknowledge no sent byte.
#[cfg(target_os = "linux")]
const WRITE_TIME_OUT: Duration = Duration::from_secs(30);
/// How long no connection is accepted after accepting one failed, as it does when there are too many.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Writes to the socket after HTTP: gets it with the bytes of the answer's head.
type SocketHandler = Box<dyn FnOnce(TcpStream, Bytes) -> BoxFuture<'static, ()> + Send>;

/// An extension of an answer that goes on without HTTP: its handler gets the socket and the bytes of the answer's head, and
/// writes them. The body of the answer is ignored.
#[derive(Clone)]
pub struct Handover(Arc<Mutex<Option<SocketHandler>>>);

impl Handover {
    /// Hands the socket over to `handler`.
    pub fn new<F>(handler: impl FnOnce(TcpStream, Bytes) -> F + Send + 'static) -> Handover
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let handler: SocketHandler = Box::new(|socket, head| Box::pin(handler(socket, head)));
        Handover(Arc::new(Mutex::new(Some(handler))))
    }

    fn take_handler(&self) -> Option<SocketHandler> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Serves until `shutdown`, then until every running request is answered and every handler of a socket has ended.
///
/// A client may send a request at the moment its connection is closed, and cannot know whether it was read. So after
/// `shutdown` each connection ends with its next answer, which says so, and an idle one after [`IDLE_GRACE`].
pub async fn serve(
    listener: TcpListener,
    router: Router,
    config: &Config,
    clock: Clock,
    shutdown: CancellationToken,
) {
    let trusted_proxies: Arc<[IpNet]> = config.trusted_proxies.clone().into();
    let slots = AddressSlots::new(config.address_connections);
    let connections = TaskTracker::new();
    let idle = CancellationToken::new();
    let server = Server {
        router,
        clock,
        trusted_proxies: trusted_proxies.clone(),
        connections: connections.clone(),
        shutdown: shutdown.clone(),
        idle: idle.clone(),
    };
    let mut last = pin!(async {
        shutdown.cancelled().await;
        connections.close();
        tokio::select! {
            () = connections.wait() => {}
            () = tokio::time::sleep(IDLE_GRACE) => {}
        }
    });
    loop {
        let accepted = tokio::select! {
            () = &mut last => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((socket, address)) => {
                let address = address.ip().to_canonical();
                // A proxy brings many clients: its connections are not counted.
                let is_proxy = trusted_proxies.iter().any(|net| net.contains(&address));
                let slot = if is_proxy { None } else { slots.take(address) };
                if slot.is_none() && !is_proxy {
                    continue;
                }
                set_write_timeout(&socket);
                // An event must not wait for a packet to fill up.
                if let Err(error) = socket.set_nodelay(true) {
                    tracing::debug!(%error, "TCP_NODELAY");
                }
                connections.spawn(server.clone().serve(socket, address, slot));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection is not accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop((listener, server));
    idle.cancel();
    connections.wait().await;
}

/// Drops clients that stop reading: an answer must not stay in memory indefinitely.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "only Linux has it"))]
fn set_write_timeout(socket: &TcpStream) {
    #[cfg(target_os = "linux")]
    if let Err(error) = socket2::SockRef::from(socket).set_tcp_user_timeout(Some(WRITE_TIME_OUT)) {
        tracing::debug!(%error, "TCP_USER_TIMEOUT");
    }
}

/// The state that every connection shares.
#[derive(Clone)]
struct Server {
    router: Router,
    clock: Clock,
    trusted_proxies: Arc<[IpNet]>,
    connections: TaskTracker,
    shutdown: CancellationToken,
    /// Ends idle connections.
    idle: CancellationToken,
}

impl Server {
    async fn serve(self, socket: TcpStream, address: IpAddr, slot: Option<AddressSlot>) {
        let Server { router, clock, trusted_proxies, connections, shutdown, idle } = self;
        let (sender, mut taken_over) = mpsc::channel(1);
        let service = service_fn(move |request: Request<Incoming>| {
            let (router, clock, sender) = (router.clone(), clock.clone(), sender.clone());
            let shutdown = shutdown.clone();
            let address = ClientAddress::of(address, request.headers(), &trusted_proxies);
            async move {
                let is_get = request.method() == Method::GET;
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(address);
                let mut response = match router.oneshot(request).await {
                    Ok(response) => response,
                    Err(never) => match never {},
                };
                let handler = response.extensions_mut().remove::<Handover>();
                if let Some(handler) = handler.filter(|_| is_get).and_then(|handover| handover.take_handler())
                {
                    let _ = sender.send((head_of(response, &clock), handler)).await;
                    // Never answered: the loop below takes the socket from the HTTP connection.
                    return std::future::pending::<Result<Response, Infallible>>().await;
                }
                if shutdown.is_cancelled() {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok(response)
            }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME_OUT).max_buf_size(READ_BUFFER);
        let mut connection = http.serve_connection(TokioIo::new(socket), service);
        let mut closing = pin!(idle.cancelled());
        let mut is_closing = false;
        let (head, handler) = loop {
            tokio::select! {
                ended = &mut connection => {
                    if let Err(error) = ended {
                        tracing::trace!(%error, "a connection ended");
                    }
                    return;
                }
                Some(taken) = taken_over.recv() => break taken,
                () = &mut closing, if !is_closing => {
                    is_closing = true;
                    Pin::new(&mut connection).graceful_shutdown();
                }
            }
        };
        // In a new task, without the memory that HTTP uses in this one.
        let owned = handler(connection.into_parts().io.into_inner(), head);
        connections.spawn(async move {
            owned.await;
            drop(slot);
        });
    }
}

/// The head of an answer whose body ends with the connection (RFC 9112 section 6.3).
fn head_of(response: Response, clock: &Clock) -> Bytes {
    let (response::Parts { status, mut headers, .. }, _) = response.into_parts();
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    headers.remove(header::CONTENT_LENGTH);
    headers.remove(header::TRANSFER_ENCODING);
    let reason = status.canonical_reason().unwrap_or_default();
    let mut head = format!("HTTP/1.1 {} {reason}\r\n", status.as_u16());
    if let Ok(date) = DateTimePrinter::new().timestamp_to_rfc9110_string(&clock.now()) {
        // Writing to a String does not fail.
        let _ = write!(head, "date: {date}\r\n");
    }
    let mut head = head.into_bytes();
    for (name, value) in &headers {
        head.extend_from_slice(name.as_str().as_bytes());
        head.extend_from_slice(b": ");
        head.extend_from_slice(value.as_bytes());
        head.extend_from_slice(b"\r\n");
    }
    head.extend_from_slice(b"\r\n");
    head.into()
}
