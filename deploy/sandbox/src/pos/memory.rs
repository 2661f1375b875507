//! The file that the POS keeps between two starts: each location's ingest key and the days that it sent. Only the file's
//! owner may read it.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use jiff::civil::Date;
use saffron_core::PosId;
use serde::{Deserialize, Serialize};

use saffron_core::Secret;

/// The stored state of a location.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    ingest_key: Option<String>,
    /// The first and the last of the days that were sent completely, without a gap.
    first_day: Option<Date>,
    last_day: Option<Date>,
    /// Whether its trade comes in through a connection, and no till sends any.
    #[serde(default)]
    is_connected: bool,
}

/// The file and its contents.
pub struct Memory {
    file: PathBuf,
    locations: BTreeMap<PosId, Stored>,
}

impl Memory {
    /// Opens a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> anyhow::Result<Memory> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let file = folder.join("pos.json");
        let context = || format!("{} cannot be read; remove it to start with an empty one", file.display());
        let locations = match fs::read(&file) {
            Ok(json) => serde_json::from_slice(&json).with_context(context)?,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(e) => return Err(e).with_context(context),
        };
        Ok(Memory { file, locations })
    }

    /// A location's ingest key.
    pub fn key(&self, pos_id: &PosId) -> Option<Secret> {
        self.locations.get(pos_id)?.ingest_key.clone().map(Secret::new)
    }

    /// Whether a location comes in through a connection: as at its first start, or as `wanted` if this is the first. A location that
    /// a till has filled keeps its till: else its hours, its menu and its guests would be there twice.
    pub fn is_connected(&self, pos_id: &PosId, wanted: bool) -> bool {
        self.locations.get(pos_id).map_or(wanted, |known| known.is_connected)
    }

    /// Stores that a location comes in through a connection.
    pub fn connect(&mut self, pos_id: &PosId) -> anyhow::Result<()> {
        self.locations.entry(pos_id.clone()).or_default().is_connected = true;
        self.write()
    }

    /// The first and the last of the days that were sent completely. A file without a first one has all before the last.
    pub fn days(&self, pos_id: &PosId) -> Option<(Date, Date)> {
        let known = self.locations.get(pos_id)?;
        Some((known.first_day.unwrap_or(Date::MIN), known.last_day?))
    }

    /// Stores the key of a new location, of which no day is sent yet.
    pub fn begin(&mut self, pos_id: &PosId, key: &Secret) -> anyhow::Result<()> {
        let known = Stored { ingest_key: Some(key.expose().to_owned()), ..Stored::default() };
        self.locations.insert(pos_id.clone(), known);
        self.write()
    }

    /// Stores a new key of a location and keeps its days.
    pub fn replace_key(&mut self, pos_id: &PosId, key: &Secret) -> anyhow::Result<()> {
        self.locations.entry(pos_id.clone()).or_default().ingest_key = Some(key.expose().to_owned());
        self.write()
    }

    /// Stores that days were sent completely; they adjoin each other and the days before.
    pub fn sent(&mut self, pos_id: &PosId, days: &[Date]) -> anyhow::Result<()> {
        let known = self.locations.entry(pos_id.clone()).or_default();
        let first = known.last_day.map_or(Date::MAX, |_| known.first_day.unwrap_or(Date::MIN));
        known.first_day = days.iter().copied().chain([first]).min();
        known.last_day = known.last_day.max(days.iter().copied().max());
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
        file.write_all(&serde_json::to_vec_pretty(&self.locations)?).with_context(context)?;
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
        memory.sent(&pos_id, &[date(2026, 7, 17), date(2026, 7, 18)]).unwrap();
        memory.sent(&pos_id, &[date(2026, 7, 16)]).unwrap();
        memory.replace_key(&pos_id, &Secret::new("k2")).unwrap();
        let mut memory = Memory::open(&folder).unwrap();
        assert_eq!(memory.key(&pos_id).unwrap().expose(), "k2");
        assert_eq!(memory.days(&pos_id), Some((date(2026, 7, 16), date(2026, 7, 18))));
        let mode = fs::metadata(folder.join("pos.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        memory.begin(&pos_id, &Secret::new("k3")).unwrap();
        assert_eq!(memory.days(&pos_id), None);
    }

    #[test]
    fn location_stays_with_what_first_filled_it() {
        let folder = tempfile::tempdir().unwrap();
        let json = r#"{"till": {"ingestKey": "k"}}"#;
        fs::write(folder.path().join("pos.json"), json).unwrap();
        let (till, connected): (PosId, PosId) = ("till".parse().unwrap(), "connected".parse().unwrap());
        let mut memory = Memory::open(folder.path()).unwrap();
        assert!(!memory.is_connected(&till, true));
        assert!(memory.is_connected(&connected, true) && !memory.is_connected(&connected, false));
        memory.connect(&connected).unwrap();
        let memory = Memory::open(folder.path()).unwrap();
        assert!(memory.is_connected(&connected, false) && !memory.is_connected(&till, true));
    }

    #[test]
    fn file_without_a_first_day_has_all_before() {
        let folder = tempfile::tempdir().unwrap();
        let json = r#"{"p1": {"ingestKey": "k", "lastDay": "2026-07-18"}}"#;
        fs::write(folder.path().join("pos.json"), json).unwrap();
        let pos_id: PosId = "p1".parse().unwrap();
        let mut memory = Memory::open(folder.path()).unwrap();
        assert_eq!(memory.days(&pos_id), Some((Date::MIN, date(2026, 7, 18))));
        memory.sent(&pos_id, &[date(2026, 7, 19)]).unwrap();
        assert_eq!(memory.days(&pos_id), Some((Date::MIN, date(2026, 7, 19))));
    }
}
