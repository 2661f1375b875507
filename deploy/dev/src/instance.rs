//! The environment of an instance's services: every SAFFRON_* variable that the launcher decides.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use reqwest::Url;

use crate::place::Place;
use crate::secrets::Secrets;

/// Name of the token key; one key is enough where nothing is rotated.
const TOKEN_KEY_ID: &str = "k1";
/// The vendor whose provisioning key the sandbox and the import use.
pub const VENDOR: &str = "sandbox";

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
    ///
    /// # Errors
    /// A URL that is none, by its variable's name.
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

/// All variables of the services; one that the user has set keeps the user's value.
///
/// # Errors
/// The secrets are damaged.
pub fn environment(
    place: &Place,
    secrets: &Secrets,
    around: &Surroundings,
) -> Result<BTreeMap<String, String>> {
    let ports = &place.ports;
    let local = |port: u16| format!("127.0.0.1:{port}");
    let decided = [
        ("SAFFRON_ENVIRONMENT", "test".to_owned()),
        ("SAFFRON_LOG", "info".to_owned()),
        ("SAFFRON_AUTH_DATABASE_URL", around.database("saffron_auth", &secrets.database.auth)),
        ("SAFFRON_REPORTS_DATABASE_URL", around.database("saffron_reports", &secrets.database.reports)),
        ("SAFFRON_AUTH_NATS_URL", around.nats(place, "auth", &secrets.nats.auth)),
        ("SAFFRON_REPORTS_NATS_URL", around.nats(place, "reports", &secrets.nats.reports)),
        ("SAFFRON_GATEWAY_NATS_URL", around.nats(place, "gateway", &secrets.nats.gateway)),
        ("SAFFRON_OPS_NATS_URL", around.nats(place, "ops", &secrets.nats_ops)),
        ("SAFFRON_AUTH_LISTEN", local(ports.auth)),
        ("SAFFRON_REPORTS_LISTEN", local(ports.reports)),
        ("SAFFRON_GATEWAY_LISTEN", local(ports.gateway)),
        ("SAFFRON_GATEWAY_AUTH_URL", format!("http://127.0.0.1:{}", ports.auth)),
        ("SAFFRON_GATEWAY_REPORTS_URL", format!("http://127.0.0.1:{}", ports.reports)),
        ("SAFFRON_GATEWAY_WEB_DIR", place.repo.join("web/dist").display().to_string()),
        ("SAFFRON_GATEWAY_ORIGIN", address(place)),
        ("SAFFRON_GATEWAY_KEY", secrets.gateway_key.clone()),
        ("SAFFRON_AUTH_TOKEN_KEY", format!("{TOKEN_KEY_ID}:{}", secrets.token_seed)),
        ("SAFFRON_TOKEN_PUBLIC_KEYS", format!("{TOKEN_KEY_ID}:{}", secrets.token_public()?)),
        ("SAFFRON_AUTH_PROVISIONING_KEYS", format!("{VENDOR}:{}", secrets.provisioning_key)),
        ("SAFFRON_PROVISIONING_KEY", secrets.provisioning_key.clone()),
    ];
    // Where the parts find each other follows the ports alone; everything else can be overruled.
    let fixed = |name: &str| {
        name.ends_with("_LISTEN")
            || matches!(name, "SAFFRON_GATEWAY_AUTH_URL" | "SAFFRON_GATEWAY_REPORTS_URL")
    };
    Ok(decided
        .into_iter()
        .map(|(name, value)| {
            let given = place.env.get(name).filter(|_| !fixed(name)).map(str::to_owned);
            (name.to_owned(), given.unwrap_or(value))
        })
        .collect())
}
