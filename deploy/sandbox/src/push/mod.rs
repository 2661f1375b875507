//! The sandbox push service: as much of the push services of browsers (RFC 8030) as a sender of pushes needs. It checks
//! the sender (RFC 8292) and opens what is sealed (RFC 8291) with the keys of browsers that it makes up itself, so that a
//! test can read what they would show. A program of its own, reached by its address; tests start it in their own process
//! with [`serve`].

mod browser;
mod http;
mod sender;
mod service;

use std::net::SocketAddr;

use clap::Args;
use saffron_core::Clock;
use tokio_util::sync::CancellationToken;

use crate::server;

pub use crate::misbehaviour::Mode;
pub use service::{PushService, Pushed, Subscription, SubscriptionKeys};

/// A push service that takes every push of a sender that may send it, and keeps what browsers would show
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Where it listens; port 0 takes a free one
    #[arg(long, env = "SAFFRON_PUSH_SANDBOX_LISTEN", default_value = "127.0.0.1:8107")]
    pub listen: SocketAddr,
    /// How many pushes are kept; the oldest go first.
    #[arg(skip = 10_000_usize)]
    pub keep: usize,
    /// The time.
    #[arg(skip = Clock::system())]
    pub clock: Clock,
}

impl Config {
    /// A push service on a free port of this machine.
    #[must_use]
    pub fn new(clock: Clock) -> Config {
        Config { listen: SocketAddr::from(([127, 0, 0, 1], 0)), keep: 10_000, clock }
    }
}

/// Runs the push service until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(config: Config) -> anyhow::Result<()> {
    serve(config, CancellationToken::new()).await?.run("push service").await
}

/// A push service that is running.
pub type Running = server::Running<PushService>;

/// Starts a push service, which accepts calls once this returns.
///
/// # Errors
/// If the address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let (listener, address) = server::bind(config.listen).await?;
    let service = PushService::new(config, format!("http://{address}"));
    let server = server::serve(listener, http::router(service.clone()), shutdown);
    Ok(Running::new(service, "http", address, vec![server]))
}
