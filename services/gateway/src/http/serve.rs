//! Connections: HTTP/1.1, as the load balancer in front speaks it, until an answer takes the connection over.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
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

use super::shares::{Share, Shares};
use crate::config::Config;

/// How long a client may take to send the head of a request, and keep an idle connection.
const HEAD_TIME_OUT: Duration = Duration::from_secs(75);
/// The most bytes of a request that are held before they are read.
const READ_BUFFER: usize = 64 * 1024;
/// How long a connection may go on after `shutdown` before its client has learnt, by an answer, that it ends.
const LINGER: Duration = Duration::from_secs(3);
/// How long a client may leave what it was sent without taking any of it.
#[cfg(target_os = "linux")]
const STALL: Duration = Duration::from_secs(30);
/// How long nobody is let in after the system refused a connection, as it does when there are too many.
const REFUSED: Duration = Duration::from_millis(200);

type Owner = Box<dyn FnOnce(TcpStream, Bytes) -> BoxFuture<'static, ()> + Send>;

/// An extension of an answer that goes on without HTTP: whoever is in it gets the socket and the bytes of the answer's
/// head, and writes them. The body of the answer is not looked at.
#[derive(Clone)]
pub struct TakesOver(Arc<Mutex<Option<Owner>>>);

impl TakesOver {
    /// `owner` gets the socket.
    pub fn new<F>(owner: impl FnOnce(TcpStream, Bytes) -> F + Send + 'static) -> TakesOver
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let owner: Owner = Box::new(|socket, head| Box::pin(owner(socket, head)));
        TakesOver(Arc::new(Mutex::new(Some(owner))))
    }

    fn owner(&self) -> Option<Owner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Serves until `shutdown`, then until every request in hand is answered and every owner of a socket has ended.
///
/// Whoever keeps a connection may send a request at the moment it is closed, and cannot know whether it was read. So
/// after `shutdown` each connection ends with its next answer, which says so, and one that asks nothing with [`LINGER`].
pub async fn serve(
    listener: TcpListener,
    router: Router,
    visitors: Visitors,
    clock: Clock,
    shutdown: CancellationToken,
) {
    let connections = TaskTracker::new();
    let idle = CancellationToken::new();
    let door = Door {
        router,
        clock,
        connections: connections.clone(),
        shutdown: shutdown.clone(),
        idle: idle.clone(),
    };
    let mut last = pin!(async {
        shutdown.cancelled().await;
        connections.close();
        tokio::select! {
            () = connections.wait() => {}
            () = tokio::time::sleep(LINGER) => {}
        }
    });
    loop {
        let accepted = tokio::select! {
            () = &mut last => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((socket, address)) => {
                let Some(share) = visitors.let_in(address) else { continue };
                give_up_who_takes_nothing(&socket);
                // An event must not wait for a packet to fill up.
                if let Err(error) = socket.set_nodelay(true) {
                    tracing::debug!(%error, "TCP_NODELAY");
                }
                let door = door.clone();
                connections.spawn(door.serve(socket, address, share));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection is not accepted");
                tokio::time::sleep(REFUSED).await;
            }
        }
    }
    drop((listener, door));
    idle.cancel();
    connections.wait().await;
}

/// Who may be connected.
pub struct Visitors {
    shares: Arc<Shares>,
    trusted_proxies: Vec<IpNet>,
}

impl Visitors {
    /// As an installation wants it.
    #[must_use]
    pub fn of(config: &Config) -> Visitors {
        let shares = Shares::of(config.address_connections);
        Visitors { shares, trusted_proxies: config.trusted_proxies.clone() }
    }

    /// A place among those of its address; none if it has too many. A proxy brings many people, and needs no place.
    fn let_in(&self, address: SocketAddr) -> Option<Option<Share>> {
        let address = address.ip().to_canonical();
        if self.trusted_proxies.iter().any(|net| net.contains(&address)) {
            return Some(None);
        }
        self.shares.take(address).map(Some)
    }
}

/// Who reads nothing, or is gone without a word, would keep an answer in memory for ever.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "only Linux has it"))]
fn give_up_who_takes_nothing(socket: &TcpStream) {
    #[cfg(target_os = "linux")]
    if let Err(error) = socket2::SockRef::from(socket).set_tcp_user_timeout(Some(STALL)) {
        tracing::debug!(%error, "TCP_USER_TIMEOUT");
    }
}

/// What every connection needs.
#[derive(Clone)]
struct Door {
    router: Router,
    clock: Clock,
    connections: TaskTracker,
    shutdown: CancellationToken,
    /// Connections that ask nothing end.
    idle: CancellationToken,
}

impl Door {
    async fn serve(self, socket: TcpStream, address: SocketAddr, share: Option<Share>) {
        let Door { router, clock, connections, shutdown, idle } = self;
        let (sender, mut taken_over) = mpsc::channel(1);
        let service = service_fn(move |request: Request<Incoming>| {
            let (router, clock, sender) = (router.clone(), clock.clone(), sender.clone());
            let shutdown = shutdown.clone();
            async move {
                let is_get = request.method() == Method::GET;
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(ConnectInfo(address));
                let mut response = match router.oneshot(request).await {
                    Ok(response) => response,
                    Err(never) => match never {},
                };
                let owner = response.extensions_mut().remove::<TakesOver>();
                if let Some(owner) = owner.filter(|_| is_get).and_then(|takes_over| takes_over.owner()) {
                    let _nobody_waits = sender.send((head_of(response, &clock), owner)).await;
                    // The connection ends as HTTP's here.
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
        let (head, owner) = loop {
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
        // A task of its own: it needs none of the room that HTTP took in this one.
        let owned = owner(connection.into_parts().io.into_inner(), head);
        connections.spawn(async move {
            owned.await;
            drop(share);
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
        let _to_a_string = write!(head, "date: {date}\r\n");
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
