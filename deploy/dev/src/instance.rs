//! The environment of an instance's services: every SAFFRON_* variable that the launcher decides.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use reqwest::Url;
use sha2::{Digest as _, Sha256};

use crate::place::Place;
use crate::ports::StandIn;
use crate::secrets::Secrets;
use crate::services::{self, GATEWAY, SERVICES, database, variable};

/// Name of the token key; one key is enough where nothing is rotated.
const TOKEN_KEY_ID: &str = "k1";
/// The vendor whose provisioning key the sandbox and the import use.
pub const VENDOR: &str = "sandbox";

/// The account at the sandbox SMS provider, and its number.
const SMS_ACCOUNT: (&str, &str) = ("AC00000000000000000000000000000001", "+15005550006");

/// Where the servers are, and the variables that tell the services.
#[derive(Clone)]
pub struct Surroundings {
    /// Superuser's Postgres address.
    pub postgres: Url,
    /// A NATS given by SAFFRON_NATS_SERVER_URL, used as it is by every service.
    pub given_nats: Option<Url>,
}

impl Surroundings {
    /// Our own servers, or those given by URL.
    pub fn read(place: &Place, secrets: &Secrets) -> Result<Self> {
        let given = |name: &str| -> Result<Option<Url>> {
            place
                .env
                .get(name)
                .map(|text| Url::parse(text).with_context(|| format!("{name} is no URL")))
                .transpose()
        };
        let own =
            format!("postgres://postgres:{}@127.0.0.1:{}/postgres", secrets.postgres, place.ports.postgres);
        Ok(Self {
            postgres: given("SAFFRON_POSTGRES_URL")?.map_or_else(|| Url::parse(&own), Ok)?,
            given_nats: given("SAFFRON_NATS_SERVER_URL")?,
        })
    }

    /// `host:port` of NATS.
    pub fn nats_address(&self, place: &Place) -> String {
        match &self.given_nats {
            Some(url) => format!("{}:{}", url.host_str().unwrap_or("127.0.0.1"), url.port().unwrap_or(4222)),
            None => format!("127.0.0.1:{}", place.ports.nats),
        }
    }

    fn nats(&self, place: &Place, user: &str, password: &str) -> String {
        match &self.given_nats {
            Some(url) => url.to_string(),
            None => format!("nats://{user}:{password}@127.0.0.1:{}", place.ports.nats),
        }
    }

    fn database(&self, role: &str, password: &str) -> String {
        let host = self.postgres.host_str().unwrap_or("127.0.0.1");
        format!("postgres://{role}:{password}@{host}:{}/{role}", self.postgres.port().unwrap_or(5432))
    }
}

/// The address that people open.
pub fn address(place: &Place) -> String {
    format!("http://localhost:{}", place.ports.gateway)
}

/// Where what was sent by email can be looked at.
pub fn mail_page(place: &Place) -> String {
    format!("http://localhost:{}", place.ports.stand_in(StandIn::MailPage))
}

/// Where what was sent by text can be looked at, and answered.
pub fn texts_page(place: &Place) -> String {
    format!("http://localhost:{}", place.ports.stand_in(StandIn::Texts))
}

/// What is sent to people, and by whom: what marketing, auth and their stand-ins are told.
fn of_marketing(place: &Place, secrets: &Secrets) -> Vec<(&'static str, String)> {
    let at = |part| format!("127.0.0.1:{}", place.ports.stand_in(part));
    let (account, number) = (SMS_ACCOUNT.0.to_owned(), SMS_ACCOUNT.1.to_owned());
    let token = secret_of(secrets, "sms token");
    let inbound = format!("{}/notification/webhooks/sms/inbound", address(place));
    vec![
        ("SAFFRON_PUBLIC_URL", address(place)),
        ("SAFFRON_SMTP_URL", format!("smtp://{}", at(StandIn::Mails))),
        ("SAFFRON_MAIL_FROM", "news@saffron.example".to_owned()),
        ("SAFFRON_MARKETING_ADDRESS_KEY", secrets.address_key.clone()),
        ("SAFFRON_MARKETING_LINK_KEY", secrets.link_key.clone()),
        ("SAFFRON_MARKETING_SMS_URL", format!("http://{}", at(StandIn::Texts))),
        ("SAFFRON_MARKETING_SMS_ACCOUNT", account.clone()),
        ("SAFFRON_MARKETING_SMS_TOKEN", token.clone()),
        ("SAFFRON_MARKETING_SMS_FROM", number.clone()),
        ("SAFFRON_MARKETING_SMS_IDEMPOTENT", "true".to_owned()),
        (StandIn::Mails.variable(), at(StandIn::Mails)),
        (StandIn::MailPage.variable(), at(StandIn::MailPage)),
        (StandIn::Texts.variable(), at(StandIn::Texts)),
        ("SAFFRON_SMS_SANDBOX_ACCOUNT", account),
        ("SAFFRON_SMS_SANDBOX_TOKEN", token),
        ("SAFFRON_SMS_SANDBOX_NUMBER", number),
        ("SAFFRON_SMS_SANDBOX_INBOUND_URL", inbound),
    ]
}

/// What notifications and its stand-in are told. The push services of real browsers may be called too.
fn of_notifications(place: &Place, secrets: &Secrets) -> Vec<(&'static str, String)> {
    let push = format!("127.0.0.1:{}", place.ports.stand_in(StandIn::Push));
    let real = "fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com";
    vec![
        ("SAFFRON_VAPID_PRIVATE_KEY", secrets.vapid_key.clone()),
        ("SAFFRON_VAPID_SUBJECT", "mailto:ops@saffron.example".to_owned()),
        ("SAFFRON_PUSH_HOSTS", format!("{real},http://{push}")),
        (StandIn::Push.variable(), push),
    ]
}

/// A secret between payments and the sandbox card provider.
fn card_secret(secrets: &Secrets, purpose: &str) -> String {
    secret_of(secrets, &format!("card {purpose}"))
}

/// A secret between a service and its stand-in. It follows from one that only this instance has, and tells nothing about
/// it.
fn secret_of(secrets: &Secrets, purpose: &str) -> String {
    let digest = Sha256::digest(format!("{purpose} {}", secrets.gateway_key));
    digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// All variables of the services; one that the user has set keeps the user's value.
pub fn environment(
    place: &Place,
    secrets: &Secrets,
    around: &Surroundings,
) -> Result<BTreeMap<String, String>> {
    let ports = &place.ports;
    let card_sandbox = format!("127.0.0.1:{}", ports.stand_in(StandIn::Cards));
    let card_key = format!("sk_test_{}", card_secret(secrets, "key"));
    let webhook_secret = format!("whsec_{}", card_secret(secrets, "webhooks"));
    let decided = [
        ("SAFFRON_ENVIRONMENT", "test".to_owned()),
        ("SAFFRON_LOG", "info".to_owned()),
        ("SAFFRON_OPS_NATS_URL", around.nats(place, "ops", &secrets.nats_ops)),
        ("SAFFRON_GATEWAY_WEB_DIR", place.repo.join("web/dist").display().to_string()),
        ("SAFFRON_GATEWAY_ORIGIN", address(place)),
        ("SAFFRON_GATEWAY_KEY", secrets.gateway_key.clone()),
        ("SAFFRON_CUSTOMERS_ERASURE_KEY", secrets.erasure_key.clone()),
        ("SAFFRON_PAYMENTS_PROVIDER_URL", format!("http://{card_sandbox}")),
        ("SAFFRON_PAYMENTS_SECRET_KEY", card_key.clone()),
        ("SAFFRON_PAYMENTS_WEBHOOK_SECRETS", webhook_secret.clone()),
        (StandIn::Cards.variable(), card_sandbox),
        ("SAFFRON_CARD_SANDBOX_SECRET_KEY", card_key),
        ("SAFFRON_CARD_SANDBOX_CONTROL_KEY", card_secret(secrets, "control")),
        ("SAFFRON_CARD_SANDBOX_WEBHOOK_SECRET", webhook_secret),
        (
            "SAFFRON_CARD_SANDBOX_WEBHOOK_URL",
            format!("http://127.0.0.1:{}/payments/v1/webhooks", ports.gateway),
        ),
        ("SAFFRON_INVENTORY_IMAGES", place.home.join("images").display().to_string()),
        ("SAFFRON_AUTH_TOKEN_KEY", format!("{TOKEN_KEY_ID}:{}", secrets.token_seed)),
        ("SAFFRON_TOKEN_PUBLIC_KEYS", format!("{TOKEN_KEY_ID}:{}", secrets.token_public()?)),
        ("SAFFRON_AUTH_PROVISIONING_KEYS", format!("{VENDOR}:{}", secrets.provisioning_key)),
        ("SAFFRON_AUTH_CARD_VENDORS", VENDOR.to_owned()),
        ("SAFFRON_PROVISIONING_KEY", secrets.provisioning_key.clone()),
    ];
    let mut env: BTreeMap<String, String> = decided
        .into_iter()
        .chain(of_marketing(place, secrets))
        .chain(of_notifications(place, secrets))
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    for service in SERVICES {
        let url = around.database(&database(service), secrets.database(service)?);
        env.insert(variable(service, "DATABASE_URL"), url);
    }
    for user in services::nats_users() {
        env.insert(variable(user, "NATS_URL"), around.nats(place, user, secrets.nats(user)?));
    }
    for (name, value) in &mut env {
        if let Some(given) = place.env.get(name) {
            given.clone_into(value);
        }
    }
    // A secret that the user keeps in a file is read from there.
    env.retain(|name, _| place.env.get(&format!("{name}_FILE")).is_none());
    // Where the parts find each other follows the ports alone, and cannot be overruled.
    for service in services::all() {
        env.insert(variable(service, "LISTEN"), format!("127.0.0.1:{}", ports.of(service)));
    }
    for service in ["auth", "reports", "inventory", "customers"] {
        env.insert(variable(service, "URL"), format!("http://127.0.0.1:{}", ports.of(service)));
    }
    for service in SERVICES {
        let url = format!("http://127.0.0.1:{}", ports.of(service));
        env.insert(variable(GATEWAY, &format!("{}_URL", service.to_uppercase())), url);
    }
    Ok(env)
}
