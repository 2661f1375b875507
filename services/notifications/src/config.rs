use std::time::Duration;

use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env, wrong};
use saffron_kit::mail::MailConfig;
use saffron_kit::service::ServiceConfig;

use crate::domain::{PushHosts, Vapid};

/// The configuration of notifications.
#[derive(Clone)]
pub struct Config {
    /// What every service reads.
    pub service: ServiceConfig,
    /// `SAFFRON_GATEWAY_KEY`: the key by which notifications authenticates to other services.
    pub gateway_key: Secret,
    /// `SAFFRON_AUTH_URL`: where auth serves gRPC.
    pub auth_url: String,
    /// `SAFFRON_INVENTORY_URL`: where inventory serves gRPC.
    pub inventory_url: String,
    /// `SAFFRON_REPORTS_URL`: where reports serves gRPC.
    pub reports_url: String,
    /// `SAFFRON_PUBLIC_URL`: the origin at which people reach the app.
    pub public_url: String,
    /// `SAFFRON_SMTP_URL`, `SAFFRON_MAIL_FROM` and `SAFFRON_MAIL_CONNECTIONS`.
    pub mail: MailConfig,
    /// `SAFFRON_VAPID_PRIVATE_KEY`: a private key of P-256, 32 bytes in base64url, that identifies this
    /// installation to push services: with another key every subscription is lost. `SAFFRON_VAPID_SUBJECT`: the contact for them, a
    /// `mailto:` or `https:` URL.
    pub(crate) vapid: Vapid,
    /// `SAFFRON_PUSH_HOSTS`: the push services that may be called, comma separated: hosts with their subdomains, or
    /// origins (the push services of the common browsers).
    pub(crate) hosts: PushHosts,
    /// `SAFFRON_NOTIFICATIONS_IN_FLIGHT`: the most pushes that a process sends at once (64).
    pub in_flight: u32,
    /// `SAFFRON_NOTIFICATIONS_RETRY_MILLISECONDS`: the pause after a push service was unavailable; doubled with each
    /// further try (5000).
    pub retry_after: Duration,
    /// `SAFFRON_NOTIFICATIONS_LOOK_SECONDS`: how often ended days are searched for (60).
    pub digests_every: Duration,
    /// `SAFFRON_NOTIFICATIONS_LABOR_SECONDS`: how often the cost of labor is compared (300).
    pub labor_every: Duration,
}

impl Config {
    /// Reads the SAFFRON_* variables.
    ///
    /// # Errors
    /// The variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Config, ConfigError> {
        let between = |name: &str, usual: u32, least: u32, most: u32| {
            let value: u32 = env.or(name, usual)?;
            let is_between = (least..=most).contains(&value);
            is_between
                .then_some(value)
                .ok_or_else(|| wrong(name, format!("must lie between {least} and {most}")))
        };
        let seconds = |name: &str, usual: u32| {
            Ok::<Duration, ConfigError>(Duration::from_secs(between(name, usual, 1, 3_600)?.into()))
        };
        Ok(Config {
            service: ServiceConfig::from_env("notifications", env)?,
            gateway_key: env.secret("SAFFRON_GATEWAY_KEY")?,
            auth_url: env.url("SAFFRON_AUTH_URL", None)?,
            inventory_url: env.url("SAFFRON_INVENTORY_URL", None)?,
            reports_url: env.url("SAFFRON_REPORTS_URL", None)?,
            public_url: env.url("SAFFRON_PUBLIC_URL", None)?,
            mail: MailConfig::from_env(env)?,
            vapid: vapid(env)?,
            hosts: env.or("SAFFRON_PUSH_HOSTS", PushHosts::default())?,
            in_flight: between("SAFFRON_NOTIFICATIONS_IN_FLIGHT", 64, 1, 1_024)?,
            retry_after: Duration::from_millis(
                between("SAFFRON_NOTIFICATIONS_RETRY_MILLISECONDS", 5_000, 1, 600_000)?.into(),
            ),
            digests_every: seconds("SAFFRON_NOTIFICATIONS_LOOK_SECONDS", 60)?,
            labor_every: seconds("SAFFRON_NOTIFICATIONS_LABOR_SECONDS", 300)?,
        })
    }
}

fn vapid(env: &Env) -> Result<Vapid, ConfigError> {
    let (key, subject) = ("SAFFRON_VAPID_PRIVATE_KEY", "SAFFRON_VAPID_SUBJECT");
    let private_key = env.secret(key)?;
    let subject_text: String = env.required(subject)?;
    if !["mailto:", "https:"].iter().any(|scheme| subject_text.starts_with(scheme)) {
        return Err(wrong(subject, "must be a mailto: or https: URL"));
    }
    Vapid::new(private_key.expose(), &subject_text).map_err(|why| wrong(key, why))
}
