//! `saffron-sandbox sms`: the provider as a program.

use std::net::SocketAddr;

use anyhow::Context as _;
use clap::Args;
use reqwest::Url;
use saffron_core::Clock;
use tokio_util::sync::CancellationToken;

use super::{Config, serve};
use crate::given;
use crate::pos::write_line;

/// An SMS provider that takes every text, delivers none, and shows what guests would see
#[derive(Debug, Args)]
pub struct SmsArgs {
    /// Where it listens
    #[arg(long, env = "SAFFRON_SMS_SANDBOX_LISTEN", default_value = "127.0.0.1:8104")]
    listen: SocketAddr,
    /// In a container: its engine decides who reaches the page, so peers other than this machine may look
    #[arg(long, env = "SAFFRON_SANDBOX_PUBLISHED")]
    published: bool,
    /// The account, which begins with AC
    #[arg(long, env = "SAFFRON_SMS_SANDBOX_ACCOUNT", default_value = "AC00000000000000000000000000000001")]
    account: String,
    /// The account's token
    #[arg(long, env = "SAFFRON_SMS_SANDBOX_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The account's number, such as +15005550006
    #[arg(long, env = "SAFFRON_SMS_SANDBOX_NUMBER", default_value = "+15005550006")]
    number: String,
    /// Who is told what guests write; nobody without it
    #[arg(long, env = "SAFFRON_SMS_SANDBOX_INBOUND_URL")]
    inbound_url: Option<Url>,
}

impl SmsArgs {
    /// What the command line and the environment say.
    ///
    /// # Errors
    /// Naming the first value that is missing or wrong.
    fn config(self, clock: Clock) -> anyhow::Result<Config> {
        let token = given::secret(self.token, "SAFFRON_SMS_SANDBOX_TOKEN")?
            .context("SAFFRON_SMS_SANDBOX_TOKEN is missing")?;
        let long = token.len() >= 16 && token.bytes().all(|byte| byte.is_ascii_graphic());
        anyhow::ensure!(long, "SAFFRON_SMS_SANDBOX_TOKEN needs at least 16 visible ASCII characters");
        let account = self.account.strip_prefix("AC").unwrap_or_default();
        let right = account.len() == 32 && account.bytes().all(|byte| byte.is_ascii_hexdigit());
        anyhow::ensure!(right, "SAFFRON_SMS_SANDBOX_ACCOUNT must be AC and 32 hexadecimal digits");
        let digits = self.number.strip_prefix('+').unwrap_or_default();
        let right = (8..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        anyhow::ensure!(right, "SAFFRON_SMS_SANDBOX_NUMBER must be + and 8 to 15 digits");
        Ok(Config {
            listen: self.listen,
            published: self.published,
            number: self.number.clone(),
            inbound: self.inbound_url,
            ..Config::new(&self.account, &token, clock)
        })
    }
}

/// Runs the provider until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(args: SmsArgs) -> anyhow::Result<()> {
    let running = serve(args.config(Clock::system())?, CancellationToken::new()).await?;
    tracing::info!(address = %running.address, "the SMS provider listens");
    write_line("ready");
    running.ended().await
}
