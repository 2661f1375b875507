//! The file of commands to the accounts, a line of JSON each, which a restart applies again. The first line is the first
//! start of the demo; the rest of the state follows from both and the clock.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::Context as _;
use saffron_core::PosId;
use serde::{Deserialize, Serialize};

use super::account::{Command, Secs};

/// A command to an account, with its time.
#[derive(Debug, Serialize, Deserialize)]
pub struct Call {
    pub at: Secs,
    pub account: String,
    pub command: Command,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<Once>,
}

/// An idempotency key with the request that used it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Once {
    pub key: String,
    /// Path and parameters.
    pub request: String,
}

/// The first start of a demo, which fixes its first day and its accounts.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Begin {
    pub at: Secs,
    /// The number of days of the demo before the first start.
    pub days: i64,
    /// Its restaurants without an account.
    #[serde(default)]
    pub connected: Vec<PosId>,
}

/// Opens or creates the file in a folder, and removes a last line that a crash cut off. Gives the first start and the
/// commands.
pub fn open(folder: &Path, begin: Begin) -> anyhow::Result<(File, Begin, Vec<Call>)> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let path = folder.join("card.jsonl");
    let context = || format!("{} cannot be read; remove it to start with an empty one", path.display());
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    let mut file = options.open(&path).with_context(context)?;
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(context)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    file.set_len(u64::try_from(whole)?).with_context(context)?;
    file.seek(SeekFrom::End(0)).with_context(context)?;
    let mut lines = text.get(..whole).unwrap_or_default().lines();
    let begin = match lines.next() {
        Some(line) => serde_json::from_str(line).with_context(context)?,
        None => {
            add(&mut file, &begin)?;
            begin
        }
    };
    let calls = lines.map(serde_json::from_str).collect::<Result<_, _>>().with_context(context)?;
    Ok((file, begin, calls))
}

/// Appends a line to the file.
pub fn add(file: &mut File, line: &impl Serialize) -> anyhow::Result<()> {
    let mut line = serde_json::to_vec(line)?;
    line.push(b'\n');
    file.write_all(&line).context("what was done at the card provider cannot be written down")
}
