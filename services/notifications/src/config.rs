use std::time::Duration;

use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env, wrong};
use saffron_kit::mail::MailConfig;
use saffron_kit::service::ServiceConfig;

use crate::domain::{Hosts, Vapid};

/// What notifications has to be told.
#[derive(Clone)]
pub struct Config {
    /// What every service is told.
    pub service: ServiceConfig,
    /// `SAFFRON_GATEWAY_KEY`: what notifications proves itself with to other services.
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
    /// `SAFFRON_VAPID_PRIVATE_KEY`: a private key of P-256, 32 bytes in base64url, that push services know this
    /// installation by: with another one every subscription is lost. `SAFFRON_VAPID_SUBJECT`: whom they may write to, a
    /// `mailto:` or `https:` URL.
    pub(crate) vapid: Vapid,
    /// `SAFFRON_PUSH_HOSTS`: the push services that may be called, comma separated: hosts with all below them, or whole
    /// origins (those of the known browsers).
    pub(crate) hosts: Hosts,
    /// `SAFFRON_NOTIFICATIONS_IN_FLIGHT`: pushes that a process has in hand, at most (64).
    pub in_flight: u32,
    /// `SAFFRON_NOTIFICATIONS_RETRY_MILLISECONDS`: the pause after a push was not taken for now; doubled with each further
    /// try (5000).
    pub retry_after: Duration,
    /// `SAFFRON_NOTIFICATIONS_LOOK_SECONDS`: how often it is looked whether a day has ended (60).
    pub look_every: Duration,
    /// `SAFFRON_NOTIFICATIONS_LABOR_SECONDS`: how often it is looked at what labor costs (300).
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
            if (least..=most).contains(&value) {
                Ok(value)
            } else {
                Err(wrong(name, format!("must lie between {least} and {most}")))
            }
        };
        let seconds = |name: &str, usual: u32| {
            Ok::<Duration, ConfigError>(Duration::from_secs(between(name, usual, 1, 3_600)?.into()))
        };
        Ok(Config {
            service: ServiceConfig::from_env("notifications", env)?,
            gateway_key: env.secret("SAFFRON_GATEWAY_KEY")?,
            auth_url: url(env, "SAFFRON_AUTH_URL")?,
            inventory_url: url(env, "SAFFRON_INVENTORY_URL")?,
            reports_url: url(env, "SAFFRON_REPORTS_URL")?,
            public_url: url(env, "SAFFRON_PUBLIC_URL")?,
            mail: MailConfig::from_env(env)?,
            vapid: vapid(env)?,
            hosts: env.or("SAFFRON_PUSH_HOSTS", Hosts::default())?,
            in_flight: between("SAFFRON_NOTIFICATIONS_IN_FLIGHT", 64, 1, 1_024)?,
            retry_after: Duration::from_millis(
                between("SAFFRON_NOTIFICATIONS_RETRY_MILLISECONDS", 5_000, 1, 600_000)?.into(),
            ),
            look_every: seconds("SAFFRON_NOTIFICATIONS_LOOK_SECONDS", 60)?,
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

/// An http:// or https:// URL without a slash at its end.
fn url(env: &Env, name: &str) -> Result<String, ConfigError> {
    let text: String = env.required(name)?;
    let is_url = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    if !is_url || text.parse::<http::Uri>().is_err() {
        return Err(wrong(name, "is no http:// or https:// URL"));
    }
    Ok(text.trim_end_matches('/').to_owned())
}
