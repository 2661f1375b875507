//! `saffron-sandbox mail`: the catcher as a program.

use std::net::SocketAddr;

use clap::Args;
use saffron_core::Clock;
use tokio_util::sync::CancellationToken;

use super::{Config, serve};
use crate::pos::write_line;

/// A mail server that takes every mail, delivers none, and shows what arrived
#[derive(Debug, Args)]
pub struct MailArgs {
    /// Where mail is sent to
    #[arg(long, env = "SAFFRON_MAIL_SANDBOX_LISTEN", default_value = "127.0.0.1:8105")]
    listen: SocketAddr,
    /// Where its page is
    #[arg(long, env = "SAFFRON_MAIL_SANDBOX_PAGE", default_value = "127.0.0.1:8106")]
    page: SocketAddr,
    /// In a container: its engine decides who reaches the page, so peers other than this machine may look
    #[arg(long, env = "SAFFRON_SANDBOX_PUBLISHED")]
    published: bool,
    /// How many mails are kept
    #[arg(long, env = "SAFFRON_MAIL_SANDBOX_KEEP", default_value_t = 2_000)]
    keep: usize,
}

/// Runs the catcher until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(args: MailArgs) -> anyhow::Result<()> {
    let config = Config {
        listen: args.listen,
        page: args.page,
        published: args.published,
        keep: args.keep.max(1),
        ..Config::new(Clock::system())
    };
    let running = serve(config, CancellationToken::new()).await?;
    tracing::info!(address = %running.address, page = %running.page, "the mail catcher listens");
    write_line("ready");
    running.ended().await
}
