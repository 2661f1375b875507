//! An instance: its ports, secrets, services and state, and here the SAFFRON_* variables of its services.

pub mod ports;
pub mod secrets;
pub mod services;
pub mod state;

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use url::Url;

use crate::Config;
use crate::hex::sha256;
use ports::StandIn;
use secrets::Secrets;
use services::{GATEWAY, SERVICES, database, variable};

/// The id of the token key; one key is enough where nothing is rotated.
const TOKEN_KEY_ID: &str = "k1";
/// The vendor whose provisioning key the sandbox and the import use.
pub const VENDOR: &str = "sandbox";

/// The restaurants of the demo that come in through a connection to Square's stand-in.
const CONNECTED: &str = "demo-noodles";
/// The id of the application at Square's stand-in.
const SQUARE_APPLICATION: &str = "sandbox-sq0idb-saffron";
/// The id of the client at Toast's stand-in.
const TOAST_CLIENT: &str = "saffron-sandbox-client";
/// The account at the sandbox SMS provider, and its number.
const SMS_ACCOUNT: (&str, &str) = ("AC00000000000000000000000000000001", "+15005550006");

/// The addresses of Postgres and NATS.
#[derive(Clone)]
pub struct Servers {
    /// The address of Postgres for its superuser.
    pub postgres: Url,
    /// A NATS given by SAFFRON_NATS_SERVER_URL, used as it is by every service.
    pub given_nats: Option<Url>,
}

impl Servers {
    /// The launcher's own servers, or those given by URL.
    pub fn read(config: &Config, secrets: &Secrets) -> Result<Self> {
        let given = |name: &str| -> Result<Option<Url>> {
            config
                .env
                .get(name)
                .map(|text| Url::parse(text).with_context(|| format!("{name} is no URL")))
                .transpose()
        };
        let own =
            format!("postgres://postgres:{}@127.0.0.1:{}/postgres", secrets.postgres, config.ports.postgres);
        Ok(Self {
            postgres: given("SAFFRON_POSTGRES_URL")?.map_or_else(|| Url::parse(&own), Ok)?,
            given_nats: given("SAFFRON_NATS_SERVER_URL")?,
        })
    }

    /// `host:port` of NATS.
    pub fn nats_address(&self, config: &Config) -> String {
        match &self.given_nats {
            Some(url) => format!("{}:{}", url.host_str().unwrap_or("127.0.0.1"), url.port().unwrap_or(4222)),
            None => format!("127.0.0.1:{}", config.ports.nats),
        }
    }

    /// The address of NATS for a user.
    fn nats(&self, config: &Config, user: &str, password: &str) -> String {
        match &self.given_nats {
            Some(url) => url.to_string(),
            None => format!("nats://{user}:{password}@127.0.0.1:{}", config.ports.nats),
        }
    }

    /// The address of a role's database, which has the name of the role.
    fn database(&self, role: &str, password: &str) -> String {
        let host = self.postgres.host_str().unwrap_or("127.0.0.1");
        format!("postgres://{role}:{password}@{host}:{}/{role}", self.postgres.port().unwrap_or(5432))
    }
}

/// The address of the app.
pub fn address(config: &Config) -> String {
    format!("http://localhost:{}", config.ports.gateway)
}

/// The address of the page that shows sent emails.
pub fn mail_page(config: &Config) -> String {
    format!("http://localhost:{}", config.ports.stand_in(StandIn::MailPage))
}

/// The address of the page that shows sent texts and answers them.
pub fn texts_page(config: &Config) -> String {
    format!("http://localhost:{}", config.ports.stand_in(StandIn::Texts))
}

/// The token of the account at Square's stand-in.
pub fn square_token(secrets: &Secrets) -> String {
    format!("EAAA{}", shared(secrets, "square token"))
}

/// What connects a location with the stand-in of a POS, by its name.
pub struct Access {
    /// Of the POS.
    pub name: &'static str,
    /// The address of the stand-in's page.
    pub page: String,
    /// What a person enters.
    pub entered: String,
}

/// What connects a location with each stand-in of a POS.
pub fn accesses(config: &Config, secrets: &Secrets) -> [Access; 3] {
    let page = |part| format!("http://localhost:{}", config.ports.stand_in(part));
    let client = format!("{TOAST_CLIENT} / {} (the page has the GUID)", toast_secret(secrets));
    [
        Access { name: "Square", page: page(StandIn::Square), entered: square_token(secrets) },
        Access { name: "Clover", page: page(StandIn::Clover), entered: clover_token(secrets) },
        Access { name: "Toast", page: page(StandIn::Toast), entered: client },
    ]
}

/// The token of the merchant at Clover's stand-in.
fn clover_token(secrets: &Secrets) -> String {
    shared(secrets, "clover token")
}

/// The secret of the client at Toast's stand-in.
fn toast_secret(secrets: &Secrets) -> String {
    shared(secrets, "toast secret")
}

/// A secret that a service and its stand-in share: a digest of a secret of this instance, which it does not reveal.
fn shared(secrets: &Secrets, purpose: &str) -> String {
    sha256(format!("{purpose} {}", secrets.gateway_key))
}

/// The variables of the services of the instance in the private folder.
pub fn variables(config: &Config) -> Result<BTreeMap<String, String>> {
    let secrets = Secrets::load(&config.home)?;
    environment(config, &secrets, &Servers::read(config, &secrets)?)
}

/// All variables of the services. A variable that the user has set keeps the user's value.
pub fn environment(
    config: &Config,
    secrets: &Secrets,
    servers: &Servers,
) -> Result<BTreeMap<String, String>> {
    let at = |part: StandIn| format!("127.0.0.1:{}", config.ports.stand_in(part));
    let shared = |purpose: &str| shared(secrets, purpose);
    let (address, (account, number), token) = (address(config), SMS_ACCOUNT, shared("sms token"));
    let card_key = format!("sk_test_{}", shared("card key"));
    let webhook_secret = format!("whsec_{}", shared("card webhooks"));
    let webhooks = format!("http://127.0.0.1:{}/payments/v1/webhooks", config.ports.gateway);
    let push_hosts = "fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com";
    let decided = [
        ("SAFFRON_ENVIRONMENT", "test".to_owned()),
        ("SAFFRON_LOG", "info".to_owned()),
        ("SAFFRON_PUBLIC_URL", address.clone()),
        ("SAFFRON_OPS_NATS_URL", servers.nats(config, "ops", &secrets.nats_ops)),
        ("SAFFRON_GATEWAY_WEB_DIR", config.repo.join("web/dist").display().to_string()),
        ("SAFFRON_GATEWAY_ORIGIN", address.clone()),
        ("SAFFRON_GATEWAY_KEY", secrets.gateway_key.clone()),
        ("SAFFRON_AUTH_TOKEN_KEY", format!("{TOKEN_KEY_ID}:{}", secrets.token_seed)),
        ("SAFFRON_TOKEN_PUBLIC_KEYS", format!("{TOKEN_KEY_ID}:{}", secrets.token_public()?)),
        ("SAFFRON_AUTH_PROVISIONING_KEYS", format!("{VENDOR}:{}", secrets.provisioning_key)),
        ("SAFFRON_AUTH_CARD_VENDORS", VENDOR.to_owned()),
        ("SAFFRON_PROVISIONING_KEY", secrets.provisioning_key.clone()),
        ("SAFFRON_CUSTOMERS_ERASURE_KEY", secrets.erasure_key.clone()),
        ("SAFFRON_INVENTORY_IMAGES", config.home.join("images").display().to_string()),
        ("SAFFRON_CONNECTORS_FILES", config.home.join("files").display().to_string()),
        ("SAFFRON_CONNECTORS_SEAL_KEY", secrets.seal_key.clone()),
        ("SAFFRON_INGEST_URL", format!("http://127.0.0.1:{}", config.ports.gateway)),
        ("SAFFRON_PAYMENTS_PROVIDER_URL", format!("http://{}", at(StandIn::Cards))),
        ("SAFFRON_PAYMENTS_SECRET_KEY", card_key.clone()),
        ("SAFFRON_PAYMENTS_WEBHOOK_SECRETS", webhook_secret.clone()),
        ("SAFFRON_CARD_SANDBOX_SECRET_KEY", card_key),
        ("SAFFRON_CARD_SANDBOX_CONTROL_KEY", shared("card control")),
        ("SAFFRON_CARD_SANDBOX_WEBHOOK_SECRET", webhook_secret),
        ("SAFFRON_CARD_SANDBOX_WEBHOOK_URL", webhooks),
        ("SAFFRON_SMTP_URL", format!("smtp://{}", at(StandIn::Mails))),
        ("SAFFRON_MAIL_FROM", "news@saffron.example".to_owned()),
        ("SAFFRON_MARKETING_ADDRESS_KEY", secrets.address_key.clone()),
        ("SAFFRON_MARKETING_LINK_KEY", secrets.link_key.clone()),
        ("SAFFRON_MARKETING_SMS_URL", format!("http://{}", at(StandIn::Texts))),
        ("SAFFRON_MARKETING_SMS_ACCOUNT", account.to_owned()),
        ("SAFFRON_MARKETING_SMS_TOKEN", token.clone()),
        ("SAFFRON_MARKETING_SMS_FROM", number.to_owned()),
        ("SAFFRON_MARKETING_SMS_IDEMPOTENT", "true".to_owned()),
        ("SAFFRON_MARKETING_TEXT_PRICE", "0.0083".to_owned()),
        ("SAFFRON_SMS_SANDBOX_ACCOUNT", account.to_owned()),
        ("SAFFRON_SMS_SANDBOX_TOKEN", token),
        ("SAFFRON_SMS_SANDBOX_NUMBER", number.to_owned()),
        ("SAFFRON_SMS_SANDBOX_INBOUND_URL", format!("{address}/notification/webhooks/sms/inbound")),
        ("SAFFRON_SQUARE_URL", format!("http://{}", at(StandIn::Square))),
        ("SAFFRON_SQUARE_APPLICATION_ID", SQUARE_APPLICATION.to_owned()),
        ("SAFFRON_SQUARE_APPLICATION_SECRET", shared("square application")),
        ("SAFFRON_SQUARE_SANDBOX_APPLICATION_ID", SQUARE_APPLICATION.to_owned()),
        ("SAFFRON_SQUARE_SANDBOX_REDIRECT_URL", format!("{address}/admin-configuration/connect/pos/square")),
        ("SAFFRON_SQUARE_WEBHOOK_KEY", shared("square webhooks")),
        ("SAFFRON_SQUARE_SANDBOX_WEBHOOK_KEY", shared("square webhooks")),
        (
            "SAFFRON_SQUARE_SANDBOX_WEBHOOK_URL",
            format!("http://127.0.0.1:{}/pos/v1/webhooks/square", config.ports.gateway),
        ),
        ("SAFFRON_SQUARE_SANDBOX_WEBHOOK_SIGNED_URL", format!("{address}/pos/v1/webhooks/square")),
        ("SAFFRON_SQUARE_SANDBOX_TOKEN", square_token(secrets)),
        ("SAFFRON_SANDBOX_CONNECTED", CONNECTED.to_owned()),
        ("SAFFRON_SQUARE_SANDBOX_APPLICATION_SECRET", shared("square application")),
        ("SAFFRON_SQUARE_SANDBOX_CONTROL_KEY", shared("square control")),
        ("SAFFRON_CLOVER_URL", format!("http://{}", at(StandIn::Clover))),
        ("SAFFRON_CLOVER_SANDBOX_TOKEN", clover_token(secrets)),
        ("SAFFRON_CLOVER_SANDBOX_APPLICATION_SECRET", shared("clover application")),
        ("SAFFRON_CLOVER_SANDBOX_CONTROL_KEY", shared("clover control")),
        ("SAFFRON_TOAST_URL", format!("http://{}", at(StandIn::Toast))),
        ("SAFFRON_TOAST_SANDBOX_CLIENT_ID", TOAST_CLIENT.to_owned()),
        ("SAFFRON_TOAST_SANDBOX_CLIENT_SECRET", toast_secret(secrets)),
        ("SAFFRON_TOAST_SANDBOX_CONTROL_KEY", shared("toast control")),
        ("SAFFRON_VAPID_PRIVATE_KEY", secrets.vapid_key.clone()),
        ("SAFFRON_VAPID_SUBJECT", "mailto:ops@saffron.example".to_owned()),
        // Those of real browsers may be called too.
        ("SAFFRON_PUSH_HOSTS", format!("{push_hosts},http://{}", at(StandIn::Push))),
    ];
    let stand_ins = StandIn::ALL.map(|part| (part.variable(), at(part)));
    // A connection to a stand-in brings in the days that the demo has, as far as it may bring so few.
    let days = config.env.get("SAFFRON_DEMO_DAYS").map(|days| if days == "0" { "1" } else { days });
    let past = days.map(|days| ("SAFFRON_CONNECTORS_PAST_DAYS", days.to_owned()));
    let decided =
        decided.into_iter().chain(stand_ins).chain(past).map(|(name, value)| (name.to_owned(), value));
    let mut env: BTreeMap<String, String> = decided.collect();
    for service in SERVICES {
        let url = servers.database(&database(service), secrets.database(service)?);
        env.insert(variable(service, "DATABASE_URL"), url);
    }
    for user in services::nats_users() {
        env.insert(variable(user, "NATS_URL"), servers.nats(config, user, secrets.nats(user)?));
    }
    for (name, value) in &mut env {
        if let Some(given) = config.env.get(name) {
            given.clone_into(value);
        }
    }
    // A secret that the user keeps in a file is read from there.
    env.retain(|name, _| config.env.get(&format!("{name}_FILE")).is_none());
    // The addresses of the services follow from the ports alone: the user cannot set them.
    for service in services::all() {
        let at = format!("127.0.0.1:{}", config.ports.of(service));
        if service != GATEWAY {
            env.insert(variable(service, "URL"), format!("http://{at}"));
            env.insert(variable(&format!("{GATEWAY}-{service}"), "URL"), format!("http://{at}"));
        }
        env.insert(variable(service, "LISTEN"), at);
    }
    Ok(env)
}
