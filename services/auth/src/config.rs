use jiff::Timestamp;
use saffron_core::UserId;
use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env, wrong};
use saffron_kit::mail::MailConfig;
use saffron_kit::service::ServiceConfig;
use saffron_kit::token::{TokenSigner, TokenVerifier};
use uuid::Uuid;

use crate::domain::{CardVendors, Vendors};

/// The shortest key between gateway and auth, characters: 32 random bytes in base64 have 44.
const SHORTEST_GATEWAY_KEY: usize = 32;

/// The configuration of auth.
#[derive(Clone)]
pub struct Config {
    /// The variables that every service reads.
    pub service: ServiceConfig,
    /// `SAFFRON_GATEWAY_KEY`: the key by which gateways authenticate.
    pub gateway_key: Secret,
    /// `SAFFRON_AUTH_TOKEN_KEY`: the private key that signs tokens.
    pub signer: TokenSigner,
    /// `SAFFRON_AUTH_PROVISIONING_KEYS`: the POS vendors with their keys.
    pub vendors: Vendors,
    /// `SAFFRON_AUTH_CARD_VENDORS`: the vendors that may register any card account.
    pub card_vendors: CardVendors,
    /// `SAFFRON_PUBLIC_URL`: the origin at which people reach the app, for mailed links.
    pub public_url: String,
    /// `SAFFRON_SMTP_URL`, `SAFFRON_MAIL_FROM` and `SAFFRON_MAIL_CONNECTIONS`.
    pub mail: MailConfig,
}

impl Config {
    /// Reads the SAFFRON_* variables.
    ///
    /// # Errors
    /// If one is missing or wrong, naming it.
    pub fn from_env(env: &Env) -> Result<Config, ConfigError> {
        let gateway_key = env.secret("SAFFRON_GATEWAY_KEY")?;
        let is_short = |key: Secret| key.expose().len() < SHORTEST_GATEWAY_KEY;
        if gateway_key.listed().next().is_none() || gateway_key.listed().any(is_short) {
            let message = "must be 32 random bytes, base64; or two such keys, separated by a comma";
            return Err(wrong("SAFFRON_GATEWAY_KEY", message));
        }
        let (service, signer) = (ServiceConfig::from_env("auth", env)?, TokenSigner::from_env(env)?);
        if !is_key_pair(&signer, &service.verifier) {
            return Err(wrong(
                "SAFFRON_TOKEN_PUBLIC_KEYS",
                "does not hold the public key of SAFFRON_AUTH_TOKEN_KEY",
            ));
        }
        Ok(Config {
            service,
            gateway_key,
            signer,
            vendors: Vendors::from_env(env)?,
            card_vendors: CardVendors::from_env(env)?,
            public_url: env.url("SAFFRON_PUBLIC_URL", None)?,
            mail: MailConfig::from_env(env)?,
        })
    }
}

/// Whether services accept the tokens that are signed here: checked at the start instead of at the first sign-in.
fn is_key_pair(signer: &TokenSigner, verifier: &TokenVerifier) -> bool {
    let at = Timestamp::UNIX_EPOCH;
    signer.sign(UserId(Uuid::nil()), "", [], at).is_ok_and(|(token, _)| verifier.verify(&token, at).is_ok())
}

#[cfg(test)]
mod tests {
    use saffron_testkit::Keys;

    use super::*;

    fn refusal(name: &str, value: &str) -> String {
        let keys = Keys::default();
        let (private, public) = (keys.private.clone(), keys.public());
        let usual = [
            ("SAFFRON_AUTH_LISTEN", "127.0.0.1:0"),
            ("SAFFRON_AUTH_DATABASE_URL", "postgres://localhost/auth"),
            ("SAFFRON_AUTH_NATS_URL", "nats://localhost"),
            ("SAFFRON_GATEWAY_KEY", "0123456789abcdef0123456789abcdef"),
            ("SAFFRON_AUTH_TOKEN_KEY", &private),
            ("SAFFRON_TOKEN_PUBLIC_KEYS", &public),
            ("SAFFRON_AUTH_PROVISIONING_KEYS", "acme:0123456789abcdef"),
            ("SAFFRON_AUTH_CARD_VENDORS", "acme"),
            ("SAFFRON_PUBLIC_URL", "https://saffron.example"),
            ("SAFFRON_SMTP_URL", "smtps://mail.example"),
            ("SAFFRON_MAIL_FROM", "hello@saffron.example"),
        ];
        assert!(Config::from_env(&Env::of(usual)).is_ok());
        let changed = usual.map(|(known, usual)| (known, if known == name { value } else { usual }));
        Config::from_env(&Env::of(changed)).err().unwrap().to_string()
    }

    #[test]
    fn a_wrong_value_is_refused_by_name_and_not_shown() {
        let strangers = Keys::default().public();
        for (name, value) in [
            ("SAFFRON_AUTH_LISTEN", "somewhere"),
            ("SAFFRON_GATEWAY_KEY", "too short a secret"),
            ("SAFFRON_GATEWAY_KEY", "0123456789abcdef0123456789abcdef,too short"),
            ("SAFFRON_GATEWAY_KEY", " , "),
            ("SAFFRON_AUTH_TOKEN_KEY", "k1:no seed"),
            ("SAFFRON_TOKEN_PUBLIC_KEYS", &strangers),
            ("SAFFRON_AUTH_PROVISIONING_KEYS", "acme:short"),
            ("SAFFRON_AUTH_CARD_VENDORS", "ac me"),
            ("SAFFRON_PUBLIC_URL", "saffron.example"),
            ("SAFFRON_SMTP_URL", "mail.example"),
        ] {
            let refusal = refusal(name, value);
            assert!(refusal.starts_with(&format!("{name}: ")) && !refusal.contains(value), "{refusal}");
        }
    }
}
