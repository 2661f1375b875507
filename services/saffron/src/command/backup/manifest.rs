use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use jiff::Timestamp;
use saffron_kit::nats::backup::{ConsumerState, StreamState};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The version of the format of backups, the only one that is read.
const FORM: u32 = 1;
const FILE: &str = "manifest.json";

/// The contents of a backup. It is written last: a folder without it is no backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    form: u32,
    /// Before the first database was read, UTC.
    pub made_at: Timestamp,
    /// The state of the services' consumers by then.
    pub places: Vec<ConsumerState>,
    /// The streams, with what NATS needs to restore them.
    pub streams: Vec<(StreamState, Value)>,
    /// SHA-256 of every file but those of object stores, hex, by its path.
    files: BTreeMap<String, String>,
}

impl Manifest {
    /// An empty manifest.
    pub fn new(made_at: Timestamp, places: Vec<ConsumerState>) -> Manifest {
        Manifest { form: FORM, made_at, places, streams: Vec::new(), files: BTreeMap::new() }
    }

    /// Adds a file of the backup.
    pub fn add(&mut self, folder: &Path, path: String) -> anyhow::Result<u64> {
        let (digest, bytes) = digest(&folder.join(&path))?;
        self.files.insert(path, digest);
        Ok(bytes)
    }

    /// Writes the manifest.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_vec_pretty(self)?;
        let path = folder.join(FILE);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(File::open(&path)?.sync_all()?)
    }

    /// Reads the manifest of a backup, and compares the files with it.
    pub fn read(folder: &Path) -> anyhow::Result<Manifest> {
        let path = folder.join(FILE);
        let text = std::fs::read(&path).with_context(|| {
            format!("{} is no backup, or one that was broken off: it has no {FILE}", folder.display())
        })?;
        let manifest: Manifest =
            serde_json::from_slice(&text).with_context(|| format!("{} cannot be read", path.display()))?;
        if manifest.form != FORM {
            bail!("this backup has form {}, and this version of saffron reads form {FORM}", manifest.form);
        }
        for (path, wanted) in &manifest.files {
            let (found, _) = digest(&folder.join(path))?;
            if found != *wanted {
                bail!("{path} is damaged: restore another backup");
            }
        }
        Ok(manifest)
    }
}

/// SHA-256 of a file in hex, and how many bytes it has.
fn digest(path: &Path) -> anyhow::Result<(String, u64)> {
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (mut digest, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 20]);
    loop {
        let read = file.read(&mut buffer)?;
        let Some(piece) = buffer.get(..read).filter(|piece| !piece.is_empty()) else { break };
        digest.update(piece);
        bytes += read as u64;
    }
    let hex = digest.finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    Ok((hex, bytes))
}
