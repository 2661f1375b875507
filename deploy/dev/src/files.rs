//! Files on disk: read with their name in the error, found below a folder, and locked for one launcher at a time.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use walkdir::{DirEntry, WalkDir};

/// The text of a file.
pub(crate) fn read(path: impl AsRef<Path>) -> Result<String> {
    let path = path.as_ref();
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The value that a file of JSON holds.
pub(crate) fn read_json<T: DeserializeOwned>(path: impl AsRef<Path>) -> Result<T> {
    let text = read(&path)?;
    serde_json::from_str(&text).with_context(|| format!("{} is not as expected", path.as_ref().display()))
}

/// Creates a file, and its folder where that is missing.
pub(crate) fn create(path: &Path) -> Result<File> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| File::create(path)).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file in one step: a reader gets the old text or the new one.
pub(crate) fn replace(path: &Path, text: &str, mode: u32) -> Result<()> {
    let next = path.with_added_extension("next");
    let _ = fs::remove_file(&next);
    let written = || {
        let mut file = File::options().create_new(true).write(true).mode(mode).open(&next)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&next, path)
    };
    written().with_context(|| format!("cannot write {}", path.display()))
}

/// The files below a folder, sorted, without hidden ones and without files and folders of the names in `without`.
pub(crate) fn below(folder: &Path, without: &[&str]) -> Result<Vec<PathBuf>> {
    let is_wanted = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || without.contains(&name.as_ref()))
    };
    let mut found = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_wanted) {
        let entry = entry.with_context(|| format!("cannot read {}", folder.display()))?;
        if entry.file_type().is_file() {
            found.push(entry.into_path());
        }
    }
    Ok(found)
}

/// Waits for the lock of a file, which it creates where it is missing; dropping the file releases the lock.
pub(crate) async fn lock(path: PathBuf) -> Result<File> {
    let locked = tokio::task::spawn_blocking(move || {
        let file = create(&path)?;
        file.lock().map(|()| file).with_context(|| format!("cannot lock {}", path.display()))
    });
    locked.await?
}
