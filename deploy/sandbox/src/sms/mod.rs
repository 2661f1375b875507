//! The sandbox SMS provider: as much of Twilio's public API as a sender of texts needs, with signed status callbacks,
//! guests who answer, and a page that shows what they would see. A program of its own, reached by its address; tests
//! start it in their own process with [`serve`].

mod args;
mod fault;
mod http;
mod message;
mod modes;
mod provider;
mod signature;
mod tell;
mod web;

use std::net::SocketAddr;
use std::ops::Deref;
use std::time::Duration;

use anyhow::Context as _;
use reqwest::Url;
use saffron_core::Clock;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::till::Secret;

pub use args::{SmsArgs, run};
pub use fault::Fault;
pub use message::{Direction, Message, Status};
pub use modes::{Fate, Mode};
pub use provider::Provider;
pub use signature::signature;

/// How the provider is run.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The account, `AC…`.
    pub account: String,
    /// The account's token: calls prove themselves with it, and callbacks are signed with it.
    pub token: Secret,
    /// The account's number in E.164, which guests answer to.
    pub number: String,
    /// Who is told what guests write; nobody without it.
    pub inbound: Option<Url>,
    /// Who reaches the page is decided by the engine of a container: peers other than this machine may look too.
    pub published: bool,
    /// How many texts are kept, and how many idempotency tokens remembered; the oldest go first.
    pub keep: usize,
    /// The wait before the second try of a callback; it doubles with each.
    pub retry: Duration,
    /// How often a callback is tried.
    pub tries: u32,
    /// The time.
    pub clock: Clock,
}

impl Config {
    /// A provider on a free port of this machine, with this account and nobody to tell.
    #[must_use]
    pub fn new(account: &str, token: &str, clock: Clock) -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            account: account.to_owned(),
            token: Secret::new(token),
            number: "+15005550006".to_owned(),
            inbound: None,
            published: false,
            keep: 100_000,
            retry: Duration::from_millis(500),
            tries: 6,
            clock,
        }
    }
}

/// A provider that is running. Ends when its token is cancelled.
pub struct Running {
    provider: Provider,
    /// Where it listens.
    pub address: SocketAddr,
    server: JoinHandle<std::io::Result<()>>,
    teller: JoinHandle<()>,
}

impl Deref for Running {
    type Target = Provider;
    fn deref(&self) -> &Provider {
        &self.provider
    }
}

impl Running {
    /// Its base address, such as `http://127.0.0.1:8104`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Waits until it has ended.
    ///
    /// # Errors
    /// If it stopped by itself.
    pub async fn ended(self) -> anyhow::Result<()> {
        self.server.await.context("the SMS provider stopped")?.context("the SMS provider stopped")?;
        self.teller.await.context("nobody tells of texts any more")
    }
}

/// Starts a provider. It is there when this returns.
///
/// # Errors
/// If the address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let listen = config.listen;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    let address = listener.local_addr()?;
    let (provider, orders) = Provider::open(config)?;
    let app = http::router(provider.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let stop = shutdown.clone();
    let served = axum::serve(listener, app).with_graceful_shutdown(async move { stop.cancelled().await });
    let server = tokio::spawn(async move { served.await });
    let teller = tokio::spawn(tell::run(provider.clone(), orders, shutdown));
    Ok(Running { provider, address, server, teller })
}
