//! Keys and passwords of an instance: made once, kept in the private folder, readable by its owner alone.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::SigningKey;
use serde::{Deserialize, Serialize};

const FILE: &str = "secrets.json";

/// Everything secret that the launcher makes up.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    /// 32 random bytes in base64, known to gateway and auth.
    pub gateway_key: String,
    /// Ed25519 seed, 32 bytes in base64: signs tokens.
    pub token_seed: String,
    /// What the sandbox POS and the import provision locations with.
    pub provisioning_key: String,
    /// Postgres' superuser.
    pub postgres: String,
    /// The role of each service.
    pub database: PerService,
    /// The NATS user of each service.
    pub nats: PerService,
    /// The NATS user that applies streams and reads the DLQ.
    pub nats_ops: String,
}

/// One password for each service that has one.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerService {
    /// auth
    pub auth: String,
    /// reports
    pub reports: String,
    /// gateway
    pub gateway: String,
}

impl Secrets {
    /// The instance's secrets; made at the first call.
    ///
    /// # Errors
    /// The file cannot be read, is not ours, or cannot be written.
    pub fn load(home: &Path) -> Result<Self> {
        let path = home.join(FILE);
        if !path.exists() {
            let made = Self::make();
            let next = home.join("secrets.json.next");
            let write = || -> Result<()> {
                let _ = fs::remove_file(&next);
                let mut file = File::options().create_new(true).write(true).mode(0o600).open(&next)?;
                file.write_all(&serde_json::to_vec_pretty(&made)?)?;
                file.sync_all()?;
                Ok(fs::rename(&next, &path)?)
            };
            write().with_context(|| format!("cannot write {}", path.display()))?;
        }
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_slice(&bytes).with_context(|| {
            format!(
                "{} is not what this version writes; remove the folder to begin anew (its data goes with it)",
                path.display()
            )
        })
    }

    fn make() -> Self {
        let per_service = || PerService { auth: word(), reports: word(), gateway: word() };
        Self {
            gateway_key: STANDARD.encode(rand::random::<[u8; 32]>()),
            token_seed: STANDARD.encode(rand::random::<[u8; 32]>()),
            provisioning_key: word(),
            postgres: word(),
            database: per_service(),
            nats: per_service(),
            nats_ops: word(),
        }
    }

    /// The public half of the token key, in base64.
    ///
    /// # Errors
    /// The seed in the file is damaged.
    pub fn token_public(&self) -> Result<String> {
        let seed = STANDARD.decode(&self.token_seed).ok().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
        let seed = seed.context("the token key in secrets.json is damaged")?;
        Ok(STANDARD.encode(SigningKey::from_bytes(&seed).verifying_key().as_bytes()))
    }
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
        let mode = fs::metadata(home.path().join(FILE)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(STANDARD.decode(first.token_public().unwrap()).unwrap().len(), 32);
    }
}
