//! Keys and passwords of an instance: made once, kept in the private folder, readable by its owner alone.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ed25519_dalek::SigningKey;
use serde::{Deserialize, Serialize};

use crate::files;
use crate::hex::hex;
use crate::services::{self, SERVICES};

const FILE: &str = "secrets.json";

/// All secrets of an instance. A secret that secrets.json lacks is made when the file is read.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    /// 32 random bytes in base64, shared by gateway and auth.
    #[serde(default = "key")]
    pub gateway_key: String,
    /// 32 random bytes in base64: the key of the digests by which erased guests are recognized.
    #[serde(default = "key")]
    pub erasure_key: String,
    /// 32 random bytes in base64: the key of the digests of addresses that opted out.
    #[serde(default = "key")]
    pub address_key: String,
    /// 32 random bytes in base64: the key that signs the links of emails.
    #[serde(default = "key")]
    pub link_key: String,
    /// 32 random bytes in base64: the key that seals uploaded files.
    #[serde(default = "key")]
    pub seal_key: String,
    /// A private key of P-256, 32 bytes in base64url: signs the requests to push services.
    #[serde(default = "curve_key")]
    pub vapid_key: String,
    /// Ed25519 seed, 32 bytes in base64: signs tokens.
    #[serde(default = "key")]
    pub token_seed: String,
    /// The provisioning key of the sandbox POS and of the import.
    #[serde(default = "word")]
    pub provisioning_key: String,
    /// The password of Postgres' superuser.
    #[serde(default = "word")]
    pub postgres: String,
    /// The password of the database role of each service.
    #[serde(default)]
    database: BTreeMap<String, String>,
    /// The passwords of the NATS users of services and analysts.
    #[serde(default)]
    nats: BTreeMap<String, String>,
    /// The password of the NATS user `ops`, which applies streams and reads the DLQ.
    #[serde(default = "word")]
    pub nats_ops: String,
}

impl Secrets {
    /// Reads the secrets of the instance in `home`, and makes and stores those that are missing.
    pub fn load(home: &Path) -> Result<Self> {
        let path = home.join(FILE);
        let known = if path.exists() { files::read(&path)? } else { "{}".to_owned() };
        let mut secrets: Self = serde_json::from_str(&known).with_context(|| {
            let path = path.display();
            format!(
                "{path} is not what this version writes; remove the folder, with its data, to begin again"
            )
        })?;
        for service in SERVICES {
            secrets.database.entry(service.to_owned()).or_insert_with(word);
        }
        for user in services::nats_users() {
            secrets.nats.entry(user.to_owned()).or_insert_with(word);
        }
        let text = serde_json::to_string_pretty(&secrets)?;
        if known != text {
            files::replace(&path, &text, 0o600)?;
        }
        Ok(secrets)
    }

    /// The password of a service's database role.
    pub fn database(&self, service: &str) -> Result<&str> {
        self.database.get(service).map(String::as_str).with_context(|| format!("{service} has no database"))
    }

    /// The password of a NATS user.
    pub fn nats(&self, user: &str) -> Result<&str> {
        self.nats.get(user).map(String::as_str).with_context(|| format!("NATS has no user {user}"))
    }

    /// The public half of the token key, in base64.
    pub fn token_public(&self) -> Result<String> {
        let seed = STANDARD.decode(&self.token_seed).ok().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
        let seed = seed.context("the token key in secrets.json is damaged")?;
        Ok(STANDARD.encode(SigningKey::from_bytes(&seed).verifying_key().as_bytes()))
    }
}

/// 32 random bytes in base64.
fn key() -> String {
    STANDARD.encode(rand::random::<[u8; 32]>())
}

/// 32 random bytes in base64url, below the order of P-256: its first byte is never full.
fn curve_key() -> String {
    let mut bytes = rand::random::<[u8; 32]>();
    bytes[0] &= 0x7f;
    URL_SAFE_NO_PAD.encode(bytes)
}

/// 128 random bits as letters and digits, a letter first: safe in a URL, in SQL and in a NATS configuration.
fn word() -> String {
    format!("s{}", hex(&rand::random::<[u8; 16]>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn secrets_are_made_once_and_readable_by_their_owner_alone() {
        let (home, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let first = Secrets::load(home.path()).unwrap();
        assert!(first == Secrets::load(home.path()).unwrap());
        assert!(first.gateway_key != Secrets::load(other.path()).unwrap().gateway_key);
        assert!(["gateway", "analyst"].iter().all(|user| first.nats(user).is_ok()));
        assert!(first.database("reports").is_ok());
        let older = Secrets { nats: BTreeMap::new(), ..first.clone() };
        fs::write(home.path().join(FILE), serde_json::to_string(&older).unwrap()).unwrap();
        let newer = Secrets::load(home.path()).unwrap();
        assert!(newer.database == first.database && newer.nats("auth").is_ok());
        let mode = fs::metadata(home.path().join(FILE)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(STANDARD.decode(first.token_public().unwrap()).unwrap().len(), 32);
    }
}
