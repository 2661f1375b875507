//! What the POS remembers between two starts: each location's ingest key and the last whole day that it sent. One file,
//! for its owner's eyes only.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use jiff::civil::Date;
use saffron_core::PosId;
use serde::{Deserialize, Serialize};

use crate::secret::Secret;

/// What is known of a location.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Known {
    ingest_key: Option<String>,
    last_day: Option<Date>,
}

/// The folder and what is in it.
pub struct Memory {
    file: PathBuf,
    known: BTreeMap<PosId, Known>,
}

impl Memory {
    /// Opens a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> anyhow::Result<Memory> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let file = folder.join("pos.json");
        let context = || format!("{} cannot be read; remove it to start with an empty one", file.display());
        let known = match fs::read(&file) {
            Ok(json) => serde_json::from_slice(&json).with_context(context)?,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(e) => return Err(e).with_context(context),
        };
        Ok(Memory { file, known })
    }

    /// A location's ingest key.
    pub fn key(&self, pos_id: &PosId) -> Option<Secret> {
        self.known.get(pos_id)?.ingest_key.clone().map(Secret::new)
    }

    /// The last day that was sent whole.
    pub fn last_day(&self, pos_id: &PosId) -> Option<Date> {
        self.known.get(pos_id)?.last_day
    }

    /// Remembers the key of a location that the server has just made: it holds no day yet.
    pub fn begin(&mut self, pos_id: &PosId, key: &Secret) -> anyhow::Result<()> {
        let known = Known { ingest_key: Some(key.expose().to_owned()), last_day: None };
        self.known.insert(pos_id.clone(), known);
        self.write()
    }

    /// Remembers another key of a location whose days are there.
    pub fn replace_key(&mut self, pos_id: &PosId, key: &Secret) -> anyhow::Result<()> {
        self.known.entry(pos_id.clone()).or_default().ingest_key = Some(key.expose().to_owned());
        self.write()
    }

    /// Remembers that a day, and all before it, were sent whole.
    pub fn sent(&mut self, pos_id: &PosId, day: Date) -> anyhow::Result<()> {
        let known = self.known.entry(pos_id.clone()).or_default();
        known.last_day = known.last_day.max(Some(day));
        self.write()
    }

    /// Writes beside the old file and renames, so that a crash leaves one of them whole.
    fn write(&self) -> anyhow::Result<()> {
        let beside = self.file.with_extension("part");
        let context = || format!("cannot write {}", self.file.display());
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&beside)
            .with_context(context)?;
        file.write_all(&serde_json::to_vec_pretty(&self.known)?).with_context(context)?;
        fs::rename(&beside, &self.file).with_context(context)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use jiff::civil::date;

    use super::*;

    #[test]
    fn memory_is_for_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("sandbox");
        let pos_id: PosId = "p1".parse().unwrap();
        let mut memory = Memory::open(&folder).unwrap();
        assert!(memory.key(&pos_id).is_none());
        memory.begin(&pos_id, &Secret::new("k1")).unwrap();
        memory.sent(&pos_id, date(2026, 7, 18)).unwrap();
        memory.sent(&pos_id, date(2026, 7, 17)).unwrap();
        memory.replace_key(&pos_id, &Secret::new("k2")).unwrap();
        let mut memory = Memory::open(&folder).unwrap();
        assert_eq!(memory.key(&pos_id).unwrap().expose(), "k2");
        assert_eq!(memory.last_day(&pos_id), Some(date(2026, 7, 18)));
        let mode = fs::metadata(folder.join("pos.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        memory.begin(&pos_id, &Secret::new("k3")).unwrap();
        assert_eq!(memory.last_day(&pos_id), None);
    }
}
