//! `saffron-sandbox card`: the provider as a program.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use reqwest::Url;
use saffron_core::Clock;
use tokio_util::sync::CancellationToken;

use super::{Config, TICK, Webhook, serve};
use crate::given;
use crate::pos::write_line;
use crate::till::Secret;

/// A card provider over the checks of the four restaurants
#[derive(Debug, Args)]
pub struct CardArgs {
    /// Where it listens
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_LISTEN", default_value = "127.0.0.1:8095")]
    listen: SocketAddr,
    /// The platform's secret key, which begins with sk_test_
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_SECRET_KEY", hide_env_values = true)]
    secret_key: Option<String>,
    /// The key of what only tests can do
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_CONTROL_KEY", hide_env_values = true)]
    control_key: Option<String>,
    /// Whom it tells of events; nobody without it
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_WEBHOOK_URL")]
    webhook_url: Option<Url>,
    /// What it signs with, which begins with whsec_
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_WEBHOOK_SECRET", hide_env_values = true)]
    webhook_secret: Option<String>,
    /// Milliseconds before an event that was not taken is sent again; they double with each try
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_WEBHOOK_RETRY_MS", default_value_t = 1_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    webhook_retry_ms: u64,
    /// How often an event is tried
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_WEBHOOK_TRIES", default_value_t = 12)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=30))]
    webhook_tries: u32,
    /// The folder in which it keeps what was done to it
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_DATA")]
    data: Option<PathBuf>,
    /// How many days before today it begins, at its first start
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_DAYS", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(i64).range(0..=3650))]
    days: i64,
}

impl CardArgs {
    /// What the command line and the environment say.
    ///
    /// # Errors
    /// Naming the first value that is missing or wrong.
    fn config(self, clock: Clock) -> anyhow::Result<Config> {
        let given = |value, name, prefix| key(given::secret(value, name)?, name, prefix);
        let secret_key = given(self.secret_key, "SAFFRON_CARD_SANDBOX_SECRET_KEY", "sk_test_")?;
        let control_key = given(self.control_key, "SAFFRON_CARD_SANDBOX_CONTROL_KEY", "")?;
        let webhook = match self.webhook_url {
            None => None,
            Some(url) => {
                let web = matches!(url.scheme(), "http" | "https");
                anyhow::ensure!(web, "SAFFRON_CARD_SANDBOX_WEBHOOK_URL must begin with http:// or https://");
                let secret = given(self.webhook_secret, "SAFFRON_CARD_SANDBOX_WEBHOOK_SECRET", "whsec_")?;
                let retry = Duration::from_millis(self.webhook_retry_ms);
                Some(Webhook { url, secret, retry, tries: self.webhook_tries })
            }
        };
        Ok(Config {
            listen: self.listen,
            secret_key,
            control_key,
            webhook,
            data: self.data,
            days: self.days,
            locations: None,
            clock,
            tick: TICK,
        })
    }
}

/// A key of at least 16 characters behind its prefix.
fn key(value: Option<String>, name: &str, prefix: &str) -> anyhow::Result<Secret> {
    let value = value.with_context(|| format!("{name} is missing"))?;
    let rest = value.strip_prefix(prefix).with_context(|| format!("{name} must begin with {prefix}"))?;
    anyhow::ensure!(rest.len() >= 16, "{name} needs at least 16 characters after {prefix:?}");
    anyhow::ensure!(
        value.bytes().all(|byte| byte.is_ascii_graphic()),
        "{name} may contain visible ASCII only"
    );
    Ok(Secret::new(value))
}

/// Runs the provider until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(args: CardArgs) -> anyhow::Result<()> {
    let config = args.config(Clock::system())?;
    write_line("progress 0 0 playing the card payments of the demo");
    let running = serve(config, CancellationToken::new()).await?;
    tracing::info!(address = %running.address, "the card provider listens");
    write_line("ready");
    running.ended().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_keys_are_refused_by_name() {
        let good = "sk_test_0123456789abcdef";
        assert!(key(Some(good.into()), "KEY", "sk_test_").is_ok());
        for bad in
            [None, Some("sk_live_0123456789abcdef"), Some("sk_test_short"), Some("sk_test_0123456789 abcdef")]
        {
            let why = key(bad.map(str::to_owned), "KEY", "sk_test_").unwrap_err().to_string();
            assert!(why.contains("KEY"), "{why}");
            assert!(bad.is_none_or(|bad| !why.contains(bad)), "{why}");
        }
    }
}
