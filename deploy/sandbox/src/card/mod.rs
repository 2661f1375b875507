//! The sandbox card provider: Stripe's public API over the card payments of the demo's restaurants, with signed
//! webhooks, failures, refunds, disputes and payouts. A program of its own, reached by its address; tests start it in
//! their own process with [`serve`].
//!
//! Its state follows from the demo's checks, the clock and the commands to it alone: it is the same at every start.

mod account;
mod args;
mod calls;
mod fault;
mod http;
mod mirror;
mod provider;
mod webhook;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use reqwest::Url;
use saffron_core::{Clock, PosId};
use tokio_util::sync::CancellationToken;

use crate::server;
use saffron_core::Secret;

pub use crate::ids::card_account as account_of;
pub use crate::misbehaviour::Mode;
pub use account::{Command, NewPayment, PaymentStatus, PayoutTo};
pub use args::{CardArgs, run};
pub use fault::Fault;
pub use mirror::{Mirror, difference};
pub use provider::{Delivery, Provider};
pub use webhook::signature;

/// How the provider is run.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Where it listens; port 0 takes a free one
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_LISTEN", default_value = "127.0.0.1:8095")]
    pub listen: SocketAddr,
    /// The platform's key, `sk_test_…`.
    #[arg(skip = Secret::new(""))]
    pub secret_key: Secret,
    /// The key of `/sandbox/v1`.
    #[arg(skip = Secret::new(""))]
    pub control_key: Secret,
    /// The address that gets its events.
    #[arg(skip)]
    pub webhook: Option<Webhook>,
    /// The folder in which it stores the commands to it; without one, they are lost at the end
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_DATA")]
    pub data: Option<PathBuf>,
    /// How many days before today the demo begins, at its first start
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_DAYS", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(i64).range(0..=3650))]
    pub days: i64,
    /// The locations of the demo that have an account; all of them where none are named.
    #[arg(skip)]
    pub locations: Option<Vec<PosId>>,
    /// The restaurants of the demo whose card payments come from another POS, with commas: they have no account. As at its first
    /// start
    #[arg(long, env = "SAFFRON_SANDBOX_CONNECTED", value_delimiter = ',')]
    pub connected: Vec<PosId>,
    /// The time.
    #[arg(skip = Clock::system())]
    pub clock: Clock,
    /// How often the webhook checks for events that are due by time.
    #[arg(skip = TICK)]
    pub tick: Duration,
}

const TICK: Duration = Duration::from_millis(200);

impl Config {
    /// A provider on a free port of this machine, with these keys, a demo of so many days, and no webhook.
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
            connected: Vec::new(),
            clock,
            tick: TICK,
        }
    }
}

/// The address that gets the provider's events.
#[derive(Debug, Clone)]
pub struct Webhook {
    /// The address.
    pub url: Url,
    /// The secret of the signatures.
    pub secret: Secret,
    /// The wait before the second try; it doubles with each.
    pub retry: Duration,
    /// How often an event is tried.
    pub tries: u32,
}

/// A provider that is running.
pub type Running = server::Running<Provider>;

/// Starts a provider, which accepts calls once this returns.
///
/// # Errors
/// If the file of commands cannot be read, a location is not of the demo, or the address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let (listen, webhook) = (config.listen, config.webhook.clone());
    let provider = tokio::task::spawn_blocking(|| Provider::open(config));
    let provider = provider.await.context("the accounts cannot be made")??;
    let (listener, address) = server::bind(listen).await?;
    let mut parts = vec![server::serve(listener, http::router(provider.clone()), shutdown.clone())];
    parts.extend(webhook.map(|webhook| tokio::spawn(webhook::run(provider.clone(), webhook, shutdown))));
    Ok(Running::new(provider, "http", address, parts))
}
