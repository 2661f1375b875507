use std::time::Duration;

use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env, wrong};
use saffron_kit::service::ServiceConfig;

/// The shortest erasure key, characters: 32 random bytes in base64 have 44.
const SHORTEST_KEY: usize = 32;

/// The configuration of customers.
#[derive(Clone)]
pub struct Config {
    /// What every service reads.
    pub service: ServiceConfig,
    /// `SAFFRON_GATEWAY_KEY`: the key by which marketing authenticates.
    pub gateway_key: Secret,
    /// `SAFFRON_CUSTOMERS_ERASURE_KEY`: 32 random bytes, base64: the key of the tombstones of erased guests. With another
    /// key, erased guests are not recognized any more.
    pub erasure_key: Secret,
    /// `SAFFRON_CUSTOMERS_LOOK_SECONDS`: how often points expire, and dead letters of erased guests are deleted (10).
    pub look_every: Duration,
}

impl Config {
    /// Reads the SAFFRON_* variables.
    ///
    /// # Errors
    /// The variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Config, ConfigError> {
        let erasure_key = env.secret("SAFFRON_CUSTOMERS_ERASURE_KEY")?;
        if erasure_key.expose().len() < SHORTEST_KEY {
            return Err(wrong("SAFFRON_CUSTOMERS_ERASURE_KEY", "must be 32 random bytes, base64"));
        }
        Ok(Config {
            service: ServiceConfig::from_env("customers", env)?,
            gateway_key: env.secret("SAFFRON_GATEWAY_KEY")?,
            erasure_key,
            look_every: Duration::from_secs(env.or("SAFFRON_CUSTOMERS_LOOK_SECONDS", 10)?),
        })
    }
}
