use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env};
use saffron_kit::service::ServiceConfig;

/// The configuration of inventory.
#[derive(Clone)]
pub struct Config {
    /// What every service reads.
    pub service: ServiceConfig,
    /// `SAFFRON_GATEWAY_KEY`: the key by which gateways authenticate.
    pub gateway_key: Secret,
    /// `SAFFRON_INVENTORY_IMAGES`: where pictures are stored: a folder, or `s3://bucket/prefix`.
    pub images: String,
}

impl Config {
    /// Reads the SAFFRON_* variables.
    ///
    /// # Errors
    /// The variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Config, ConfigError> {
        Ok(Config {
            service: ServiceConfig::from_env("inventory", env)?,
            gateway_key: env.secret("SAFFRON_GATEWAY_KEY")?,
            images: env.required("SAFFRON_INVENTORY_IMAGES")?,
        })
    }
}
