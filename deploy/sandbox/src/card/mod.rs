//! The sandbox card provider: Stripe's public API over the card payments of the demo's restaurants, with signed
//! webhooks, failures, refunds, disputes and payouts. A program of its own, reached by its address; tests start it in
//! their own process with [`serve`].
//!
//! What it knows follows from the demo's checks, the clock and what was done to it (the journal), and from nothing
//! else: it is the same at every start.

mod args;
mod fault;
mod http;
mod journal;
mod ledger;
mod mirror;
mod modes;
mod provider;
mod show;
mod truth;
mod webhook;

use std::net::SocketAddr;
use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use reqwest::Url;
use saffron_core::{Clock, PosId};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::till::Secret;

pub use args::{CardArgs, run};
pub use fault::Fault;
pub use ledger::{Command, FAILURES, NewPayment, NewStatus, PAYOUT_FAILURES, PayoutTo, account_of};
pub use mirror::{Mirror, difference};
pub use modes::{Delivery, Mode};
pub use provider::Provider;
pub use webhook::signature;

/// How the provider is run.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The platform's key, `sk_test_…`.
    pub secret_key: Secret,
    /// The key of `/sandbox/v1`.
    pub control_key: Secret,
    /// Whom it tells of events.
    pub webhook: Option<Webhook>,
    /// The folder of the journal; without one, what was done is forgotten at the end.
    pub data: Option<PathBuf>,
    /// How many days before today the demo begins, where the journal does not say.
    pub days: i64,
    /// The locations of the demo that have an account; all of them where none are named.
    pub locations: Option<Vec<PosId>>,
    /// The time.
    pub clock: Clock,
    /// How often it looks whether something is to be told.
    pub tick: Duration,
}

impl Config {
    /// A provider on a free port of this machine, with these keys, a demo of so many days, and nobody to tell.
    #[must_use]
    pub fn new(secret_key: &str, control_key: &str, days: i64, clock: Clock) -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            secret_key: Secret::new(secret_key),
            control_key: Secret::new(control_key),
            webhook: None,
            data: None,
            days,
            locations: None,
            clock,
            tick: TICK,
        }
    }
}

/// How often it looks whether something is to be told, unless told otherwise.
pub const TICK: Duration = Duration::from_millis(200);

/// Whom the provider tells of events.
#[derive(Debug, Clone)]
pub struct Webhook {
    /// Where to.
    pub url: Url,
    /// What signatures are made with.
    pub secret: Secret,
    /// The wait before the second try; it doubles with each.
    pub retry: Duration,
    /// How often an event is tried.
    pub tries: u32,
}

/// A provider that is running. Ends when its token is cancelled.
pub struct Running {
    provider: Provider,
    /// Where it listens.
    pub address: SocketAddr,
    server: JoinHandle<std::io::Result<()>>,
    teller: Option<JoinHandle<()>>,
}

impl Deref for Running {
    type Target = Provider;
    fn deref(&self) -> &Provider {
        &self.provider
    }
}

impl Running {
    /// Its base address, such as `http://127.0.0.1:12111`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Waits until it has ended.
    ///
    /// # Errors
    /// If it stopped by itself.
    pub async fn ended(self) -> anyhow::Result<()> {
        self.server.await.context("the card provider stopped")?.context("the card provider stopped")?;
        if let Some(teller) = self.teller {
            teller.await.context("nobody tells the webhook any more")?;
        }
        Ok(())
    }
}

/// Starts a provider. It is there when this returns.
///
/// # Errors
/// If the journal cannot be read, a location is none of the demo's, or the address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let (listen, webhook) = (config.listen, config.webhook.clone());
    let provider = tokio::task::spawn_blocking(|| Provider::open(config));
    let provider = provider.await.context("the accounts cannot be made")??;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    let address = listener.local_addr()?;
    let app = http::router(provider.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let stop = shutdown.clone();
    let server = axum::serve(listener, app).with_graceful_shutdown(async move { stop.cancelled().await });
    let server = tokio::spawn(async move { server.await });
    let teller = webhook.map(|webhook| tokio::spawn(webhook::run(provider.clone(), webhook, shutdown)));
    Ok(Running { provider, address, server, teller })
}
