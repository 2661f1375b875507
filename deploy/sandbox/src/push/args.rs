//! `saffron-sandbox push`: the push service as a program.

use std::net::SocketAddr;

use clap::Args;
use saffron_core::Clock;
use tokio_util::sync::CancellationToken;

use super::{Config, serve};
use crate::pos::write_line;

/// A push service that takes every push of who may send it, and keeps what browsers would show
#[derive(Debug, Args)]
pub struct PushArgs {
    /// Where it listens
    #[arg(long, env = "SAFFRON_PUSH_SANDBOX_LISTEN", default_value = "127.0.0.1:8107")]
    listen: SocketAddr,
}

/// Runs the push service until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(args: PushArgs) -> anyhow::Result<()> {
    let config = Config { listen: args.listen, ..Config::new(Clock::system()) };
    let running = serve(config, CancellationToken::new()).await?;
    tracing::info!(address = %running.address, "the push service listens");
    write_line("ready");
    running.ended().await
}
