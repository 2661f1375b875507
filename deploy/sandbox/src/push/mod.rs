//! The sandbox push service: as much of the push services of browsers (RFC 8030) as a sender of pushes needs. It checks
//! who sends (RFC 8292) and opens what is sealed (RFC 8291) with the keys of browsers that it makes up itself, so that a
//! test can read what they would show. A program of its own, reached by its address; tests start it in their own process
//! with [`serve`].

mod args;
mod http;
mod open;
mod sender;
mod service;

use std::net::SocketAddr;
use std::ops::Deref;

use anyhow::Context as _;
use saffron_core::Clock;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub use args::{PushArgs, run};
pub use service::{Mode, PushService, Pushed, Subscription, SubscriptionKeys};

/// How the push service is run.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// How many pushes are kept; the oldest go first.
    pub keep: usize,
    /// The time.
    pub clock: Clock,
}

impl Config {
    /// A push service on a free port of this machine.
    #[must_use]
    pub fn new(clock: Clock) -> Config {
        Config { listen: SocketAddr::from(([127, 0, 0, 1], 0)), keep: 10_000, clock }
    }
}

/// A push service that is running. Ends when its token is cancelled.
pub struct Running {
    service: PushService,
    /// Where it listens.
    pub address: SocketAddr,
    server: JoinHandle<std::io::Result<()>>,
}

impl Deref for Running {
    type Target = PushService;
    fn deref(&self) -> &PushService {
        &self.service
    }
}

impl Running {
    /// Its origin, such as `http://127.0.0.1:8107`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Waits until it has ended.
    ///
    /// # Errors
    /// If it stopped by itself.
    pub async fn ended(self) -> anyhow::Result<()> {
        self.server.await.context("the push service stopped")?.context("the push service stopped")
    }
}

/// Starts a push service. It is there when this returns.
///
/// # Errors
/// If the address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let listen = config.listen;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    let address = listener.local_addr()?;
    let service = PushService::new(config, format!("http://{address}"));
    let app = http::router(service.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, app).with_graceful_shutdown(shutdown.cancelled_owned());
    let server = tokio::spawn(async move { served.await });
    Ok(Running { service, address, server })
}
