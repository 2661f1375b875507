//! What was done to the accounts from outside, one JSON line each, so that a restart knows it. The first line says
//! when the demo was started first; everything else follows from that and the clock.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::ledger::{Command, Secs};

/// A command and when it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When.
    pub at: Secs,
    /// The account.
    pub account: String,
    /// What was done.
    pub command: Command,
    /// How the caller can ask for it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<Once>,
}

/// An idempotency key and what it was used for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Once {
    /// The key.
    pub key: String,
    /// Path and parameters.
    pub request: String,
}

/// The first start of a demo, from which its days are counted back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begin {
    /// When.
    pub at: Secs,
    /// How many days before that it begins.
    pub days: i64,
}

/// The file, or nothing.
#[derive(Debug)]
pub struct Journal(Option<File>);

impl Journal {
    /// A journal that is kept nowhere.
    pub fn nowhere() -> Journal {
        Journal(None)
    }

    /// Opens the journal of a folder, which is made if it is not there. A last line that was cut off by a crash is
    /// dropped. Gives the first start and what was done.
    ///
    /// # Errors
    /// If it cannot be read or made.
    pub fn open(folder: &Path, begin: Begin) -> anyhow::Result<(Journal, Begin, Vec<Entry>)> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let path = folder.join("card.jsonl");
        let context = || format!("{} cannot be read; remove it to begin anew", path.display());
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path)
            .with_context(context)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(context)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(u64::try_from(whole)?).with_context(context)?;
        file.seek(SeekFrom::End(0)).with_context(context)?;
        let mut lines = text.get(..whole).unwrap_or_default().lines();
        let mut journal = Journal(Some(file));
        let begin = match lines.next() {
            Some(line) => serde_json::from_str(line).with_context(context)?,
            None => {
                journal.line(&begin)?;
                begin
            }
        };
        let entries = lines.map(serde_json::from_str).collect::<Result<_, _>>().with_context(context)?;
        Ok((journal, begin, entries))
    }

    /// Adds what was done.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, entry: &Entry) -> anyhow::Result<()> {
        self.line(entry)
    }

    fn line(&mut self, what: &impl Serialize) -> anyhow::Result<()> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        let mut line = serde_json::to_vec(what)?;
        line.push(b'\n');
        file.write_all(&line).context("the journal of the card provider cannot be written")
    }
}
