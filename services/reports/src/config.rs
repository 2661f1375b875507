use std::net::SocketAddr;
use std::time::Duration;

use saffron_kit::config::{ConfigError, Env};
use saffron_kit::nats::NatsConfig;
use saffron_kit::pg::PgConfig;
use saffron_kit::token::TokenVerifier;

/// What reports has to be told.
#[derive(Clone)]
pub struct Config {
    /// `SAFFRON_REPORTS_LISTEN`: where gRPC is served.
    pub listen: SocketAddr,
    /// `SAFFRON_REPORTS_DATABASE_URL`
    pub pg: PgConfig,
    /// `SAFFRON_REPORTS_NATS_URL`
    pub nats: NatsConfig,
    /// `SAFFRON_TOKEN_PUBLIC_KEYS`
    pub verifier: TokenVerifier,
    /// `SAFFRON_REPORTS_FOLD_SECONDS`: how often closed months are looked for, to be folded into month rows (60).
    pub fold_every: Duration,
}

impl Config {
    /// Reads the environment.
    ///
    /// # Errors
    /// The variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Config, ConfigError> {
        Ok(Config {
            listen: env.required("SAFFRON_REPORTS_LISTEN")?,
            pg: PgConfig::from_env("reports", env)?,
            nats: NatsConfig::from_env("reports", env)?,
            verifier: TokenVerifier::from_env(env)?,
            fold_every: Duration::from_secs(env.or("SAFFRON_REPORTS_FOLD_SECONDS", 60)?),
        })
    }
}
