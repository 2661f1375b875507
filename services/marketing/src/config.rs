use std::time::Duration;

use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env, wrong};
use saffron_kit::mail::MailConfig;
use saffron_kit::service::ServiceConfig;

use crate::app::Settings;
use crate::domain::SegmentPrice;

/// The URL of the SMS provider itself.
const SMS_PROVIDER: &str = "https://api.twilio.com";
/// The shortest key, characters: 32 random bytes in base64 have 44.
const SHORTEST_KEY: usize = 32;

/// The configuration of marketing.
#[derive(Clone)]
pub struct Config {
    /// What every service reads.
    pub service: ServiceConfig,
    /// `SAFFRON_GATEWAY_KEY`: the key by which gateways authenticate, and marketing to customers.
    pub gateway_key: Secret,
    /// `SAFFRON_CUSTOMERS_URL`: where customers serves gRPC.
    pub customers_url: String,
    /// `SAFFRON_SMTP_URL`, `SAFFRON_MAIL_FROM` and `SAFFRON_MAIL_CONNECTIONS`.
    pub mail: MailConfig,
    /// `SAFFRON_MARKETING_ADDRESS_KEY`: 32 random bytes, base64: the key of hashes of addresses. With another key
    /// every opt-out is lost.
    pub address_key: Secret,
    /// `SAFFRON_MARKETING_LINK_KEY`: 32 random bytes, base64: unsubscribe links are signed with it. With another key
    /// earlier links do not work.
    pub link_key: Secret,
    /// `SAFFRON_MARKETING_SMS_URL`: where the SMS provider's API is (the provider's own).
    pub sms_url: String,
    /// `SAFFRON_MARKETING_SMS_ACCOUNT`: the account at the provider.
    pub sms_account: String,
    /// `SAFFRON_MARKETING_SMS_FROM`: the number that texts come from (+1…), or a messaging service (MG…).
    pub sms_from: String,
    /// The settings of the use cases.
    pub settings: Settings,
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
        let sms_account: String = env.required("SAFFRON_MARKETING_SMS_ACCOUNT")?;
        if !sms_account.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(wrong("SAFFRON_MARKETING_SMS_ACCOUNT", "is no account"));
        }
        let lease = between("SAFFRON_MARKETING_LEASE_SECONDS", 15, 3, 3600)?;
        let retry_after = between("SAFFRON_MARKETING_RETRY_MILLISECONDS", 30_000, 1, 600_000)?;
        Ok(Config {
            service: ServiceConfig::from_env("marketing", env)?,
            gateway_key: env.secret("SAFFRON_GATEWAY_KEY")?,
            customers_url: env.url("SAFFRON_CUSTOMERS_URL", None)?,
            mail: MailConfig::from_env(env)?,
            address_key: key(env, "SAFFRON_MARKETING_ADDRESS_KEY")?,
            link_key: key(env, "SAFFRON_MARKETING_LINK_KEY")?,
            sms_url: env.url("SAFFRON_MARKETING_SMS_URL", Some(SMS_PROVIDER))?,
            sms_account,
            sms_from: env.required("SAFFRON_MARKETING_SMS_FROM")?,
            settings: Settings {
                public_url: env.url("SAFFRON_PUBLIC_URL", None)?,
                sms_token: env.secret("SAFFRON_MARKETING_SMS_TOKEN")?,
                sms_idempotent: env.or("SAFFRON_MARKETING_SMS_IDEMPOTENT", false)?,
                emails_per_second: between("SAFFRON_MARKETING_EMAILS_PER_SECOND", 100, 1, 1_000_000)?,
                texts_per_second: between("SAFFRON_MARKETING_TEXTS_PER_SECOND", 20, 1, 1_000_000)?,
                in_flight: between("SAFFRON_MARKETING_IN_FLIGHT", 64, 1, 4096)?,
                lease: Duration::from_secs(lease.into()),
                retry_after: Duration::from_millis(retry_after.into()),
                weekly_cap: between("SAFFRON_MARKETING_WEEKLY_CAP", 3, 1, 1000)?,
                text_price: text_price(env)?,
            },
        })
    }
}

fn text_price(env: &Env) -> Result<Option<SegmentPrice>, ConfigError> {
    const NAME: &str = "SAFFRON_MARKETING_TEXT_PRICE";
    env.text(NAME).map(|text| text.parse().map_err(|why: &str| wrong(NAME, why))).transpose()
}

fn key(env: &Env, name: &str) -> Result<Secret, ConfigError> {
    let key = env.secret(name)?;
    if key.expose().len() < SHORTEST_KEY {
        return Err(wrong(name, "must be 32 random bytes, base64"));
    }
    Ok(key)
}
