use std::net::SocketAddr;

use jiff::Timestamp;
use saffron_core::UserId;
use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env, wrong};
use saffron_kit::nats::NatsConfig;
use saffron_kit::pg::PgConfig;
use saffron_kit::token::{TokenSigner, TokenVerifier};
use uuid::Uuid;

use crate::domain::Vendors;

/// The shortest key between gateway and auth, characters: 32 random bytes in base64 have 44.
const SHORTEST_GATEWAY_KEY: usize = 32;

/// What the service has to be told.
#[derive(Clone)]
pub struct Config {
    /// `SAFFRON_AUTH_LISTEN`: where gRPC listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// `SAFFRON_AUTH_DATABASE_URL`
    pub database: PgConfig,
    /// `SAFFRON_AUTH_NATS_URL`
    pub nats: NatsConfig,
    /// `SAFFRON_GATEWAY_KEY`: what gateways prove themselves with.
    pub gateway_key: Secret,
    /// `SAFFRON_AUTH_TOKEN_KEY`
    pub signer: TokenSigner,
    /// `SAFFRON_TOKEN_PUBLIC_KEYS`
    pub verifier: TokenVerifier,
    /// `SAFFRON_AUTH_PROVISIONING_KEYS`
    pub vendors: Vendors,
}

impl Config {
    /// Reads the SAFFRON_* variables.
    ///
    /// # Errors
    /// If one is missing or wrong, naming it.
    pub fn from_env(env: &Env) -> Result<Config, ConfigError> {
        let gateway_key = env.secret("SAFFRON_GATEWAY_KEY")?;
        if gateway_key.expose().len() < SHORTEST_GATEWAY_KEY {
            return Err(wrong("SAFFRON_GATEWAY_KEY", "must be 32 random bytes, base64"));
        }
        let (signer, verifier) = (TokenSigner::from_env(env)?, TokenVerifier::from_env(env)?);
        if !are_a_pair(&signer, &verifier) {
            return Err(wrong(
                "SAFFRON_TOKEN_PUBLIC_KEYS",
                "does not hold the public key of SAFFRON_AUTH_TOKEN_KEY",
            ));
        }
        Ok(Config {
            listen: env.required("SAFFRON_AUTH_LISTEN")?,
            database: PgConfig::from_env("auth", env)?,
            nats: NatsConfig::from_env("auth", env)?,
            gateway_key,
            signer,
            verifier,
            vendors: Vendors::from_env(env)?,
        })
    }
}

/// Services that refuse every token are noticed here rather than at the first sign-in.
fn are_a_pair(signer: &TokenSigner, verifier: &TokenVerifier) -> bool {
    let at = Timestamp::UNIX_EPOCH;
    signer.sign(UserId(Uuid::nil()), [], at).is_ok_and(|(token, _)| verifier.verify(&token, at).is_ok())
}
