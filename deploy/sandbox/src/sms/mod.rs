//! The sandbox SMS provider: as much of Twilio's public API as a sender of texts needs, with signed status callbacks,
//! guests who answer, and a page that shows what they would see. A program of its own, reached by its address; tests
//! start it in their own process with [`serve`].

mod callbacks;
mod fault;
mod http;
mod message;
mod provider;
mod signature;
mod web;

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;
use reqwest::Url;
use saffron_core::Clock;
use tokio_util::sync::CancellationToken;

use crate::secret::value_or_file;
use crate::server;
use saffron_core::Secret;

pub use crate::misbehaviour::Mode;
pub use message::{Direction, Fate, Message, Status};
pub use provider::Provider;
pub use signature::signature;

/// How the provider is run.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Where it listens; port 0 takes a free one
    #[arg(long, env = "SAFFRON_SMS_SANDBOX_LISTEN", default_value = "127.0.0.1:8104")]
    pub listen: SocketAddr,
    /// The account, which begins with AC
    #[arg(long, env = "SAFFRON_SMS_SANDBOX_ACCOUNT", default_value = "AC00000000000000000000000000000001")]
    pub account: String,
    /// The account's token: calls prove themselves with it, and callbacks are signed with it.
    #[arg(skip = Secret::new(""))]
    pub token: Secret,
    /// The account's number in E.164, which guests answer to
    #[arg(long, env = "SAFFRON_SMS_SANDBOX_NUMBER", default_value = "+15005550006")]
    pub number: String,
    /// The webhook that gets what guests write
    #[arg(long = "inbound-url", env = "SAFFRON_SMS_SANDBOX_INBOUND_URL")]
    pub inbound: Option<Url>,
    /// In a container: its engine decides who reaches the page, so other peers than this machine may read it
    #[arg(long, env = "SAFFRON_SANDBOX_PUBLISHED")]
    pub published: bool,
    /// How many texts are kept, with their idempotency tokens; the oldest go first.
    #[arg(skip = 100_000_usize)]
    pub keep: usize,
    /// The wait before the second try of a callback; it doubles with each.
    #[arg(skip = Duration::from_millis(500))]
    pub retry: Duration,
    /// How often a callback is tried.
    #[arg(skip = 6_usize)]
    pub tries: usize,
    /// The time.
    #[arg(skip = Clock::system())]
    pub clock: Clock,
}

impl Config {
    /// A provider on a free port of this machine, with this account and no webhook.
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

/// An SMS provider that takes every text, delivers none, and shows what guests would see
#[derive(Debug, Args)]
pub struct SmsArgs {
    #[command(flatten)]
    config: Config,
    /// The account's token
    #[arg(long, env = "SAFFRON_SMS_SANDBOX_TOKEN", hide_env_values = true)]
    token: Option<String>,
}

/// Runs the provider until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(SmsArgs { mut config, token }: SmsArgs) -> anyhow::Result<()> {
    let token =
        value_or_file(token, "SAFFRON_SMS_SANDBOX_TOKEN")?.context("SAFFRON_SMS_SANDBOX_TOKEN is missing")?;
    let long = token.len() >= 16 && token.bytes().all(|byte| byte.is_ascii_graphic());
    ensure!(long, "SAFFRON_SMS_SANDBOX_TOKEN needs at least 16 visible ASCII characters");
    let account = config.account.strip_prefix("AC").unwrap_or_default();
    let right = account.len() == 32 && account.bytes().all(|byte| byte.is_ascii_hexdigit());
    ensure!(right, "SAFFRON_SMS_SANDBOX_ACCOUNT must be AC and 32 hexadecimal digits");
    let digits = config.number.strip_prefix('+').unwrap_or_default();
    let right = (8..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    ensure!(right, "SAFFRON_SMS_SANDBOX_NUMBER must be + and 8 to 15 digits");
    config.token = Secret::new(token);
    serve(config, CancellationToken::new()).await?.run("SMS provider").await
}

/// A provider that is running.
pub type Running = server::Running<Provider>;

/// Starts a provider, which accepts calls once this returns.
///
/// # Errors
/// If the address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let (listener, address) = server::bind(config.listen).await?;
    let (provider, sent) = Provider::open(config)?;
    let server = server::serve(listener, http::router(provider.clone()), shutdown.clone());
    let callbacks = callbacks::run(provider.clone(), sent, shutdown);
    let callbacks = tokio::spawn(async move {
        callbacks.await;
        Ok(())
    });
    Ok(Running::new(provider, "http", address, vec![server, callbacks]))
}
