//! `saffron-sandbox card`: the provider as a program.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;
use reqwest::Url;
use tokio_util::sync::CancellationToken;

use super::{Config, Webhook, serve};
use crate::progress::Progress;
use crate::secret::value_or_file;
use saffron_core::Secret;

/// A card provider over the checks of the four restaurants
#[derive(Debug, Args)]
pub struct CardArgs {
    #[command(flatten)]
    config: Config,
    /// The platform's secret key, which begins with sk_test_
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_SECRET_KEY", hide_env_values = true)]
    secret_key: Option<String>,
    /// The key of what only tests can do
    #[arg(long, env = "SAFFRON_CARD_SANDBOX_CONTROL_KEY", hide_env_values = true)]
    control_key: Option<String>,
    /// The address that gets its events
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
}

/// A key of at least 16 characters behind its prefix, or the one in its file.
fn key(value: Option<String>, name: &str, prefix: &str) -> anyhow::Result<Secret> {
    let value = value_or_file(value, name)?.with_context(|| format!("{name} is missing"))?;
    let rest = value.strip_prefix(prefix).with_context(|| format!("{name} must begin with {prefix}"))?;
    ensure!(rest.len() >= 16, "{name} needs at least 16 characters after {prefix:?}");
    let is_visible = value.bytes().all(|byte| byte.is_ascii_graphic());
    ensure!(is_visible, "{name} may contain visible ASCII only");
    Ok(Secret::new(value))
}

/// Runs the provider until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(args: CardArgs) -> anyhow::Result<()> {
    let mut config = args.config;
    config.secret_key = key(args.secret_key, "SAFFRON_CARD_SANDBOX_SECRET_KEY", "sk_test_")?;
    config.control_key = key(args.control_key, "SAFFRON_CARD_SANDBOX_CONTROL_KEY", "")?;
    if let Some(url) = args.webhook_url {
        let is_web = matches!(url.scheme(), "http" | "https");
        ensure!(is_web, "SAFFRON_CARD_SANDBOX_WEBHOOK_URL must begin with http:// or https://");
        let secret = key(args.webhook_secret, "SAFFRON_CARD_SANDBOX_WEBHOOK_SECRET", "whsec_")?;
        let retry = Duration::from_millis(args.webhook_retry_ms);
        config.webhook = Some(Webhook { url, secret, retry, tries: args.webhook_tries });
    }
    Progress::default().show("playing the card payments of the demo");
    serve(config, CancellationToken::new()).await?.run("card provider").await
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
