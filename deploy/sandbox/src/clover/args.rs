//! `saffron-sandbox clover`: the stand-in as a program, over the trade of a restaurant of the demo.

use anyhow::Context as _;
use clap::Args;
use saffron_core::PosId;
use tokio_util::sync::CancellationToken;

use super::{Clover, Config, demo, listen};
use crate::progress::{self, Progress};
use crate::secret::secret;

/// The point of sale and payments of a restaurant, as Clover
#[derive(Debug, Args)]
pub struct CloverArgs {
    #[command(flatten)]
    config: Config,
    /// The restaurant of the demo that is the merchant
    #[arg(long, env = "SAFFRON_CLOVER_SANDBOX_LOCATION", default_value = "demo-bluebird")]
    location: PosId,
    /// How many days before today its trade begins
    #[arg(long, env = "SAFFRON_CLOVER_SANDBOX_DAYS", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(i64).range(0..=3650))]
    days: i64,
    /// The merchant's token
    #[arg(long, env = "SAFFRON_CLOVER_SANDBOX_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The application's secret
    #[arg(long, env = "SAFFRON_CLOVER_SANDBOX_APPLICATION_SECRET", hide_env_values = true)]
    application_secret: Option<String>,
    /// The key of what only tests can do
    #[arg(long, env = "SAFFRON_CLOVER_SANDBOX_CONTROL_KEY", hide_env_values = true)]
    control_key: Option<String>,
}

/// Runs the stand-in until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(args: CloverArgs) -> anyhow::Result<()> {
    let mut config = args.config;
    let token = secret(args.token, "SAFFRON_CLOVER_SANDBOX_TOKEN")?;
    config.application_secret = secret(args.application_secret, "SAFFRON_CLOVER_SANDBOX_APPLICATION_SECRET")?;
    config.control_key = secret(args.control_key, "SAFFRON_CLOVER_SANDBOX_CONTROL_KEY")?;
    Progress::default().show("playing the trade of the demo");
    let clover = Clover::open(config);
    let past = clover.clone();
    let demo = tokio::task::spawn_blocking(move || demo::open(past, &args.location, args.days, &token));
    let demo = demo.await.context("the trade cannot be played")??;
    // Not before its past is there: days that are read now would stay empty for those that read them.
    let running = listen(clover, CancellationToken::new()).await?;
    tracing::info!(address = %running.address, "Clover listens");
    progress::ready();
    tokio::select! {
        ended = running.ended() => ended,
        stopped = demo.go_on() => stopped,
    }
}
