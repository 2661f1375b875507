use std::time::Duration;

use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env};
use saffron_kit::service::ServiceConfig;

/// The configuration of reports.
#[derive(Clone)]
pub struct Config {
    /// What every service reads.
    pub service: ServiceConfig,
    /// `SAFFRON_GATEWAY_KEY`: the key by which gateways and other services authenticate.
    pub gateway_key: Secret,
    /// `SAFFRON_REPORTS_FOLD_SECONDS`: how often month rows of closed months are written (60).
    pub write_months_every: Duration,
}

impl Config {
    /// Reads the SAFFRON_* variables.
    ///
    /// # Errors
    /// The variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Config, ConfigError> {
        Ok(Config {
            service: ServiceConfig::from_env("reports", env)?,
            gateway_key: env.secret("SAFFRON_GATEWAY_KEY")?,
            write_months_every: Duration::from_secs(env.or("SAFFRON_REPORTS_FOLD_SECONDS", 60)?),
        })
    }
}
