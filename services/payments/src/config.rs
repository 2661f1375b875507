use std::time::Duration;

use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env, wrong};
use saffron_kit::service::ServiceConfig;

/// The provider's URL.
const PROVIDER: &str = "https://api.stripe.com";

/// The configuration of payments.
#[derive(Clone)]
pub struct Config {
    /// What every service reads.
    pub service: ServiceConfig,
    /// `SAFFRON_GATEWAY_KEY`: the key by which gateways authenticate.
    pub gateway_key: Secret,
    /// `SAFFRON_PAYMENTS_PROVIDER_URL`: the URL of the card provider's API (the provider's own).
    pub provider_url: String,
    /// `SAFFRON_PAYMENTS_SECRET_KEY`: the secret key of the provider's API.
    pub secret_key: Secret,
    /// `SAFFRON_PAYMENTS_WEBHOOK_SECRETS`: the secrets that sign webhooks; two, separated by a comma, while one is
    /// replaced by another.
    pub webhook_secrets: Vec<Secret>,
    /// `SAFFRON_PAYMENTS_POLL_SECONDS`: how often an account's events are read (60).
    pub poll_every: Duration,
    /// `SAFFRON_PAYMENTS_HISTORY_DAYS`: how much of an account's history is read (400).
    pub history_days: u16,
    /// `SAFFRON_PAYMENTS_RETRY_MILLISECONDS`: the pause after an object could not be fetched; doubled with each further
    /// try (1000).
    pub retry_after: Duration,
}

impl Config {
    /// Reads the SAFFRON_* variables.
    ///
    /// # Errors
    /// The variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Config, ConfigError> {
        let provider_url: String = env.or("SAFFRON_PAYMENTS_PROVIDER_URL", PROVIDER.to_owned())?;
        let is_url = ["http://", "https://"].iter().any(|scheme| provider_url.starts_with(scheme));
        if !is_url || provider_url.parse::<http::Uri>().is_err() {
            return Err(wrong("SAFFRON_PAYMENTS_PROVIDER_URL", "is no http:// or https:// URL"));
        }
        let webhook_secrets: Vec<Secret> = env.secret("SAFFRON_PAYMENTS_WEBHOOK_SECRETS")?.listed().collect();
        if webhook_secrets.is_empty() {
            return Err(wrong("SAFFRON_PAYMENTS_WEBHOOK_SECRETS", "must name one secret at least"));
        }
        let secret_key = env.secret("SAFFRON_PAYMENTS_SECRET_KEY")?;
        if secret_key.expose().is_empty() || !secret_key.expose().bytes().all(|byte| byte.is_ascii_graphic())
        {
            return Err(wrong("SAFFRON_PAYMENTS_SECRET_KEY", "is no key"));
        }
        let history_days: u16 = env.or("SAFFRON_PAYMENTS_HISTORY_DAYS", 400)?;
        let poll_seconds: u32 = env.or("SAFFRON_PAYMENTS_POLL_SECONDS", 60)?;
        let retry: u32 = env.or("SAFFRON_PAYMENTS_RETRY_MILLISECONDS", 1000)?;
        if !(1..=86_400).contains(&poll_seconds) {
            return Err(wrong("SAFFRON_PAYMENTS_POLL_SECONDS", "must lie between 1 and 86400"));
        }
        if history_days == 0 {
            return Err(wrong("SAFFRON_PAYMENTS_HISTORY_DAYS", "must be 1 at least"));
        }
        if !(1..=600_000).contains(&retry) {
            return Err(wrong("SAFFRON_PAYMENTS_RETRY_MILLISECONDS", "must lie between 1 and 600000"));
        }
        Ok(Config {
            service: ServiceConfig::from_env("payments", env)?,
            gateway_key: env.secret("SAFFRON_GATEWAY_KEY")?,
            provider_url,
            secret_key,
            webhook_secrets,
            poll_every: Duration::from_secs(poll_seconds.into()),
            history_days,
            retry_after: Duration::from_millis(retry.into()),
        })
    }
}
