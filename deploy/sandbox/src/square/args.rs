//! `saffron-sandbox square`: the stand-in as a program, over the trade of the demo's restaurants.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;
use reqwest::Url;
use saffron_core::PosId;
use tokio_util::sync::CancellationToken;

use super::demo;
use super::{Config, Square, Webhook, listen};
use crate::progress::{self, Progress};
use crate::secret::secret;

/// The point of sale and payments of some restaurants, as Square
#[derive(Debug, Args)]
pub struct SquareArgs {
    #[command(flatten)]
    config: Config,
    /// The restaurants of the demo that are the merchant's locations, with commas; the first is the main one
    #[arg(
        long,
        env = "SAFFRON_SQUARE_SANDBOX_LOCATIONS",
        default_value = "demo-noodles",
        value_delimiter = ','
    )]
    locations: Vec<PosId>,
    /// How many days before today its trade begins
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_DAYS", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(i64).range(0..=3650))]
    days: i64,
    /// The merchant's personal access token
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The application's secret
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_APPLICATION_SECRET", hide_env_values = true)]
    application_secret: Option<String>,
    /// The key of what only tests can do
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_CONTROL_KEY", hide_env_values = true)]
    control_key: Option<String>,
    /// The address that gets its events
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_WEBHOOK_URL")]
    webhook_url: Option<Url>,
    /// The same address as the signature names it, where the receiver is known by another
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_WEBHOOK_SIGNED_URL")]
    webhook_signed_url: Option<String>,
    /// The signature key of the events
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_WEBHOOK_KEY", hide_env_values = true)]
    webhook_key: Option<String>,
    /// Milliseconds before an event that was not taken is sent again; they double with each try
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_WEBHOOK_RETRY_MS", default_value_t = 1_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    webhook_retry_ms: u64,
    /// How often an event is tried
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_WEBHOOK_TRIES", default_value_t = 11)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=30))]
    webhook_tries: u32,
}

/// Runs the stand-in until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(args: SquareArgs) -> anyhow::Result<()> {
    let mut config = args.config;
    let token = secret(args.token, "SAFFRON_SQUARE_SANDBOX_TOKEN")?;
    config.application_secret = secret(args.application_secret, "SAFFRON_SQUARE_SANDBOX_APPLICATION_SECRET")?;
    config.control_key = secret(args.control_key, "SAFFRON_SQUARE_SANDBOX_CONTROL_KEY")?;
    if let Some(url) = args.webhook_url {
        let is_web = matches!(url.scheme(), "http" | "https");
        ensure!(is_web, "SAFFRON_SQUARE_SANDBOX_WEBHOOK_URL must begin with http:// or https://");
        let key = secret(args.webhook_key, "SAFFRON_SQUARE_SANDBOX_WEBHOOK_KEY")?;
        let signed_url = args.webhook_signed_url.unwrap_or_else(|| url.to_string());
        let retry = Duration::from_millis(args.webhook_retry_ms);
        config.webhook = Some(Webhook { url, signed_url, key, retry, tries: args.webhook_tries });
    }
    Progress::default().show("playing the trade of the demo");
    let square = Square::open(config);
    let past = square.clone();
    let demo = tokio::task::spawn_blocking(move || demo::open(past, &args.locations, args.days, &token));
    let demo = demo.await.context("the trade cannot be played")??;
    // Not before its past is there: days that are read now would stay empty for those that read them.
    let running = listen(square, CancellationToken::new()).await?;
    tracing::info!(address = %running.address, "Square listens");
    progress::ready();
    tokio::select! {
        ended = running.ended() => ended,
        stopped = demo.go_on() => stopped,
    }
}
