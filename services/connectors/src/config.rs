use std::path::PathBuf;
use std::time::Duration;

use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env, wrong};
use saffron_kit::service::ServiceConfig;

use saffron_pos::Application;

use crate::domain::Seal;

/// The configuration of connectors.
#[derive(Clone)]
pub struct Config {
    /// What every service reads.
    pub service: ServiceConfig,
    /// `SAFFRON_GATEWAY_KEY`: the key by which connectors authenticates to auth.
    pub gateway_key: Secret,
    /// `SAFFRON_AUTH_URL`: where auth serves gRPC.
    pub auth_url: String,
    /// `SAFFRON_INVENTORY_URL`: where inventory serves gRPC.
    pub inventory_url: String,
    /// `SAFFRON_REPORTS_URL`: where reports serves gRPC.
    pub reports_url: String,
    /// `SAFFRON_INGEST_URL`: the gateway, at which facts are posted.
    pub ingest_url: String,
    /// `SAFFRON_CONNECTORS_FILES`: where uploaded files are stored, sealed: a folder, or `s3://bucket/prefix`.
    pub files: String,
    /// `SAFFRON_CONNECTORS_SEAL_KEY`: 32 random bytes in base64, by which they are sealed; while it is changed, the new one, a comma,
    /// and the one before. Without it uploads and what imports replaced are lost.
    pub seal: Seal,
    /// `SAFFRON_CONNECTORS_SCRATCH`: where files are unpacked and sorted while they are read; the system's folder without it.
    pub scratch: PathBuf,
    /// `SAFFRON_CONNECTORS_LEASE_SECONDS`: how long an import or a sample stays with a worker without a sign of life.
    pub lease: Duration,
    /// `SAFFRON_PUBLIC_URL`: the origin at which people reach the app: a POS leads them back there.
    pub public_url: String,
    /// `SAFFRON_SQUARE_URL`: Square's API, and its page on which people grant access.
    pub square_url: String,
    /// `SAFFRON_SQUARE_APPLICATION_ID`, `SAFFRON_SQUARE_APPLICATION_SECRET`: the installation's application at Square. Without it people
    /// connect with a token.
    pub square_application: Option<Application>,
    /// `SAFFRON_SQUARE_WEBHOOK_KEY`: the signature key of its webhooks, which hasten what is read. Without it none are taken.
    pub square_webhook_key: Option<Secret>,
    /// `SAFFRON_CLOVER_URL`: Clover's API of the merchants' region.
    pub clover_url: String,
    /// `SAFFRON_TOAST_URL`: Toast's API.
    pub toast_url: String,
    /// `SAFFRON_CONNECTORS_PAST_DAYS`: how many days before today a connection brings in.
    pub past_days: i64,
    /// `SAFFRON_CONNECTORS_COMPARE_SECONDS`: how often the days of a done import are compared with those of other sources.
    pub compare_every: Duration,
}

impl Config {
    /// Reads the SAFFRON_* variables.
    ///
    /// # Errors
    /// The variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Config, ConfigError> {
        const SEAL_KEY: &str = "SAFFRON_CONNECTORS_SEAL_KEY";
        const LEASE: &str = "SAFFRON_CONNECTORS_LEASE_SECONDS";
        const PAST_DAYS: &str = "SAFFRON_CONNECTORS_PAST_DAYS";
        const COMPARE: &str = "SAFFRON_CONNECTORS_COMPARE_SECONDS";
        let lease: u64 = env.or(LEASE, 60)?;
        if !(3..=3600).contains(&lease) {
            return Err(wrong(LEASE, "must lie between 3 and 3600"));
        }
        let compare: u64 = env.or(COMPARE, 600)?;
        if !(1..=86_400).contains(&compare) {
            return Err(wrong(COMPARE, "must lie between 1 and 86400"));
        }
        let past_days: i64 = env.or(PAST_DAYS, 400)?;
        if !(1..=3_650).contains(&past_days) {
            return Err(wrong(PAST_DAYS, "must lie between 1 and 3650"));
        }
        let scratch = env.text("SAFFRON_CONNECTORS_SCRATCH").map_or_else(std::env::temp_dir, PathBuf::from);
        Ok(Config {
            service: ServiceConfig::from_env("connectors", env)?,
            gateway_key: env.secret("SAFFRON_GATEWAY_KEY")?,
            auth_url: env.url("SAFFRON_AUTH_URL", None)?,
            inventory_url: env.url("SAFFRON_INVENTORY_URL", None)?,
            reports_url: env.url("SAFFRON_REPORTS_URL", None)?,
            ingest_url: env.url("SAFFRON_INGEST_URL", None)?,
            files: env.required("SAFFRON_CONNECTORS_FILES")?,
            seal: Seal::new(&env.secret(SEAL_KEY)?).map_err(|why| wrong(SEAL_KEY, why))?,
            scratch,
            lease: Duration::from_secs(lease),
            past_days,
            compare_every: Duration::from_secs(compare),
            public_url: env.url("SAFFRON_PUBLIC_URL", None)?,
            square_application: square_application(env)?,
            square_webhook_key: env.optional_secret("SAFFRON_SQUARE_WEBHOOK_KEY")?,
            square_url: env.url("SAFFRON_SQUARE_URL", Some("https://connect.squareup.com"))?,
            clover_url: env.url("SAFFRON_CLOVER_URL", Some("https://api.clover.com"))?,
            toast_url: env.url("SAFFRON_TOAST_URL", Some("https://ws-api.toasttab.com"))?,
        })
    }
}

fn square_application(env: &Env) -> Result<Option<Application>, ConfigError> {
    const ID: &str = "SAFFRON_SQUARE_APPLICATION_ID";
    const SECRET: &str = "SAFFRON_SQUARE_APPLICATION_SECRET";
    match (env.text(ID), env.optional_secret(SECRET)?) {
        (None, None) => Ok(None),
        (Some(id), Some(secret)) => Ok(Some(Application { id: id.to_owned(), secret })),
        (None, Some(_)) => Err(wrong(ID, "is missing beside the secret")),
        (Some(_), None) => Err(wrong(SECRET, "is missing beside the id")),
    }
}
