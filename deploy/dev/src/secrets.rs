//! Keys and passwords of an instance: made once, kept in the private folder, readable by its owner alone.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ed25519_dalek::SigningKey;
use serde::{Deserialize, Serialize};

use crate::services::{self, SERVICES};

const FILE: &str = "secrets.json";

/// Everything secret that the launcher makes up.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    /// 32 random bytes in base64, known to gateway and auth.
    pub gateway_key: String,
    /// 32 random bytes in base64: what the tombstones of erased guests are keyed with.
    #[serde(default = "key")]
    pub erasure_key: String,
    /// 32 random bytes in base64: what the addresses of who opted out are known by.
    #[serde(default = "key")]
    pub address_key: String,
    /// 32 random bytes in base64: what the links of emails are proved with.
    #[serde(default = "key")]
    pub link_key: String,
    /// A private key of P-256, 32 bytes in base64url: push services know this instance by it.
    #[serde(default = "curve_key")]
    pub vapid_key: String,
    /// Ed25519 seed, 32 bytes in base64: signs tokens.
    pub token_seed: String,
    /// What the sandbox POS and the import provision locations with.
    pub provisioning_key: String,
    /// Postgres' superuser.
    pub postgres: String,
    /// The role of each service that has a database.
    database: BTreeMap<String, String>,
    /// The NATS user of each service, and those of analysts.
    nats: BTreeMap<String, String>,
    /// The NATS user that applies streams and reads the DLQ.
    pub nats_ops: String,
}

impl Secrets {
    /// The instance's secrets; made at the first call. A service that is new since then gets its passwords.
    pub fn load(home: &Path) -> Result<Self> {
        let path = home.join(FILE);
        let known = if path.exists() { Some(Self::read(&path)?) } else { None };
        let mut secrets = known.clone().unwrap_or_else(Self::make);
        secrets.complete();
        if known.as_ref() != Some(&secrets) {
            secrets.write(home).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(secrets)
    }

    fn read(path: &Path) -> Result<Self> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_slice(&bytes).with_context(|| {
            format!(
                "{} is not what this version writes; remove the folder to begin anew (its data goes with it)",
                path.display()
            )
        })
    }

    fn write(&self, home: &Path) -> Result<()> {
        let next = home.join("secrets.json.next");
        let _ = fs::remove_file(&next);
        let mut file = File::options().create_new(true).write(true).mode(0o600).open(&next)?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.sync_all()?;
        Ok(fs::rename(&next, home.join(FILE))?)
    }

    /// A password for each service and reader that has none.
    fn complete(&mut self) {
        for service in SERVICES {
            self.database.entry(service.to_owned()).or_insert_with(word);
        }
        for user in services::nats_users() {
            self.nats.entry(user.to_owned()).or_insert_with(word);
        }
    }

    /// The password of a service's database role.
    pub fn database(&self, service: &str) -> Result<&str> {
        self.database.get(service).map(String::as_str).with_context(|| format!("{service} has no database"))
    }

    /// The password of a NATS user.
    pub fn nats(&self, user: &str) -> Result<&str> {
        self.nats.get(user).map(String::as_str).with_context(|| format!("NATS has no user {user}"))
    }

    fn make() -> Self {
        Self {
            gateway_key: key(),
            erasure_key: key(),
            address_key: key(),
            link_key: key(),
            vapid_key: curve_key(),
            token_seed: key(),
            provisioning_key: word(),
            postgres: word(),
            database: BTreeMap::new(),
            nats: BTreeMap::new(),
            nats_ops: word(),
        }
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
    let hex: String = rand::random::<[u8; 16]>().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("s{hex}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn are_made_once_and_readable_by_their_owner_alone() {
        let home = tempfile::tempdir().unwrap();
        let first = Secrets::load(home.path()).unwrap();
        assert!(first == Secrets::load(home.path()).unwrap());
        assert!(first != Secrets::make());
        assert!(
            first.database("reports").is_ok()
                && first.nats("gateway").is_ok()
                && first.nats("analyst").is_ok()
        );
        let older = Secrets { nats: BTreeMap::new(), ..first.clone() };
        older.write(home.path()).unwrap();
        let newer = Secrets::load(home.path()).unwrap();
        assert!(newer.database == first.database && newer.nats("auth").is_ok());
        let mode = fs::metadata(home.path().join(FILE)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(STANDARD.decode(first.token_public().unwrap()).unwrap().len(), 32);
    }
}
