//! The configuration of the gateway.

use std::collections::BTreeSet;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use ipnet::IpNet;
use saffron_kit::config::{ConfigError, Env, wrong};
use saffron_kit::nats::NatsConfig;
use serde::Serialize;
use utoipa::ToSchema;

use crate::clients::Services;
use crate::http::limits::Rates;

/// The environment of an installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    /// With real money.
    Production,
    /// The app shows its Test Mode badge.
    Test,
}

impl FromStr for Environment {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Environment, &'static str> {
        match text {
            "production" => Ok(Environment::Production),
            "test" => Ok(Environment::Test),
            _ => Err("must be production or test"),
        }
    }
}

/// The support contact.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SupportContact {
    /// An email address; null if there is none.
    pub email: Option<String>,
    /// A phone number; null if there is none.
    pub phone: Option<String>,
}

/// The public origin: scheme, host and port, as browsers write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(Box<str>);

impl Origin {
    /// Whether browsers connect over TLS.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// Whether a header has this origin.
    pub fn is(&self, header: &[u8]) -> bool {
        self.0.as_bytes().eq_ignore_ascii_case(header)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Origin {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Origin, &'static str> {
        let origin = text.trim_end_matches('/');
        let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        match host {
            Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) => {
                Ok(Origin(origin.to_ascii_lowercase().into()))
            }
            _ => Err("must be an origin such as https://saffron.example"),
        }
    }
}

/// The configuration of the gateway.
#[derive(Clone)]
pub struct Config {
    /// The address that it listens on.
    pub listen: SocketAddr,
    /// The public origin.
    pub origin: Origin,
    /// The folder of the built web app; without it only the API is served.
    pub web_dir: Option<PathBuf>,
    /// Production or test.
    pub environment: Environment,
    /// The support contact that the app shows.
    pub support: SupportContact,
    /// Enabled features.
    pub features: BTreeSet<String>,
    /// The rate limits.
    pub rates: Rates,
    /// Concurrent requests; more are answered 503.
    pub concurrency: usize,
    /// Concurrent requests of an address; more are answered 429.
    pub address_concurrency: usize,
    /// Connections of an address; more are closed. Those of trusted proxies are not counted.
    pub address_connections: usize,
    /// Open live streams; more are answered 503.
    pub streams: usize,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The connection to NATS.
    pub nats: NatsConfig,
    /// The services behind the gateway.
    pub services: Services,
}

impl Config {
    /// From the SAFFRON_* variables.
    ///
    /// # Errors
    /// If one is missing or cannot be used.
    pub fn from_env(env: &Env) -> Result<Config, ConfigError> {
        Ok(Config {
            listen: env.or("SAFFRON_GATEWAY_LISTEN", SocketAddr::from(([127, 0, 0, 1], 8080)))?,
            origin: env.required("SAFFRON_GATEWAY_ORIGIN")?,
            web_dir: web_dir(env)?,
            environment: env.required("SAFFRON_ENVIRONMENT")?,
            support: SupportContact {
                email: env.text("SAFFRON_GATEWAY_SUPPORT_EMAIL").map(str::to_owned),
                phone: env.text("SAFFRON_GATEWAY_SUPPORT_PHONE").map(str::to_owned),
            },
            features: list(env, "SAFFRON_GATEWAY_FEATURES", str::parse)?.into_iter().collect(),
            rates: Rates {
                session: rate(env, "SAFFRON_GATEWAY_SESSION_RATE", 20)?,
                session_burst: rate(env, "SAFFRON_GATEWAY_SESSION_BURST", 100)?,
                address: rate(env, "SAFFRON_GATEWAY_ADDRESS_RATE", 10)?,
                ingest: rate(env, "SAFFRON_GATEWAY_INGEST_RATE", 100)?,
            },
            concurrency: env.or("SAFFRON_GATEWAY_CONCURRENCY", 1_024)?,
            address_concurrency: env.or("SAFFRON_GATEWAY_ADDRESS_CONCURRENCY", 128)?,
            address_connections: env.or("SAFFRON_GATEWAY_ADDRESS_CONNECTIONS", 2_000)?,
            streams: env.or("SAFFRON_GATEWAY_STREAMS", 20_000)?,
            trusted_proxies: list(env, "SAFFRON_GATEWAY_TRUSTED_PROXIES", network)?,
            nats: NatsConfig::from_env("gateway", env)?,
            services: Services::from_env(env)?,
        })
    }
}

fn rate(env: &Env, name: &str, default: u32) -> Result<NonZeroU32, ConfigError> {
    env.or(name, NonZeroU32::new(default).unwrap_or(NonZeroU32::MIN))
}

fn web_dir(env: &Env) -> Result<Option<PathBuf>, ConfigError> {
    let name = "SAFFRON_GATEWAY_WEB_DIR";
    let Some(dir) = env.text(name).map(PathBuf::from) else { return Ok(None) };
    if dir.join("index.html").is_file() {
        Ok(Some(dir))
    } else {
        Err(wrong(name, "holds no index.html: build the web app first (npm run build in web/)"))
    }
}

/// A network, or one address.
fn network(text: &str) -> Result<IpNet, &'static str> {
    let net = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    net.map_err(|_| "must be addresses or networks such as 10.0.0.0/8, comma separated")
}

fn list<T, E: fmt::Display>(
    env: &Env,
    name: &str,
    parse: impl Fn(&str) -> Result<T, E>,
) -> Result<Vec<T>, ConfigError> {
    let parts = env.text(name).unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| parse(part).map_err(|e| wrong(name, e))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_is_scheme_host_and_port() {
        let origin: Origin = "http://localhost:8080/".parse().unwrap();
        assert!(origin.is(b"http://localhost:8080") && !origin.is_https());
        assert!(!origin.is(b"http://localhost:8081") && !origin.is(b"null"));
        for bad in ["localhost:8080", "https://", "ftp://x", "https://a/b", "https://u@a"] {
            assert!(bad.parse::<Origin>().is_err(), "{bad}");
        }
    }

    #[test]
    fn wrong_variable_is_named() {
        let env = Env::of([("SAFFRON_GATEWAY_TRUSTED_PROXIES", "10.0.0.0/8, ten")]);
        let error = list(&env, "SAFFRON_GATEWAY_TRUSTED_PROXIES", network).err().unwrap().to_string();
        assert!(error.starts_with("SAFFRON_GATEWAY_TRUSTED_PROXIES: "), "{error}");
        let env = Env::of([("SAFFRON_GATEWAY_WEB_DIR", "/nowhere")]);
        assert!(web_dir(&env).unwrap_err().to_string().starts_with("SAFFRON_GATEWAY_WEB_DIR: "));
    }
}
