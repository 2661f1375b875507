//! `saffron-sandbox toast`: the stand-in as a program, over the trade of a restaurant of the demo.

use anyhow::Context as _;
use clap::Args;
use saffron_core::PosId;
use tokio_util::sync::CancellationToken;

use super::{Config, Toast, demo, listen};
use crate::progress::{self, Progress};
use crate::secret::secret;

/// The point of sale and payments of a restaurant, as Toast
#[derive(Debug, Args)]
pub struct ToastArgs {
    #[command(flatten)]
    config: Config,
    /// The restaurant of the demo that is played
    #[arg(long, env = "SAFFRON_TOAST_SANDBOX_LOCATION", default_value = "demo-bluebird")]
    location: PosId,
    /// How many days before today its trade begins
    #[arg(long, env = "SAFFRON_TOAST_SANDBOX_DAYS", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(i64).range(0..=3650))]
    days: i64,
    /// The id of the client that may read it
    #[arg(long, env = "SAFFRON_TOAST_SANDBOX_CLIENT_ID", default_value = "saffron-sandbox-client")]
    client_id: String,
    /// The client's secret
    #[arg(long, env = "SAFFRON_TOAST_SANDBOX_CLIENT_SECRET", hide_env_values = true)]
    client_secret: Option<String>,
    /// The key of what only tests can do
    #[arg(long, env = "SAFFRON_TOAST_SANDBOX_CONTROL_KEY", hide_env_values = true)]
    control_key: Option<String>,
}

/// Runs the stand-in until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(args: ToastArgs) -> anyhow::Result<()> {
    let mut config = args.config;
    let client = (args.client_id, secret(args.client_secret, "SAFFRON_TOAST_SANDBOX_CLIENT_SECRET")?);
    config.control_key = secret(args.control_key, "SAFFRON_TOAST_SANDBOX_CONTROL_KEY")?;
    Progress::default().show("playing the trade of the demo");
    let toast = Toast::open(config);
    toast.limit(true);
    let past = toast.clone();
    let demo = tokio::task::spawn_blocking(move || demo::open(past, &args.location, args.days, &client));
    let demo = demo.await.context("the trade cannot be played")??;
    // Not before its past is there: days that are read now would stay empty for those that read them.
    let running = listen(toast, CancellationToken::new()).await?;
    tracing::info!(address = %running.address, "Toast listens");
    progress::ready();
    tokio::select! {
        ended = running.ended() => ended,
        stopped = demo.go_on() => stopped,
    }
}
