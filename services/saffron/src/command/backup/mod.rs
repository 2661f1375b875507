//! `saffron backup`, `restore` and `restored`: every database, stream, picture and uploaded file as files, and back; and the work after
//! a restore by any means, so that nothing is lost or published twice, and nothing that ended is valid again.

mod manifest;
mod restore;
mod save;

use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context as _;
use saffron_kit::config::Env;

pub use restore::{restore, restored};
pub use save::save;

/// The folder of the databases in a backup.
const DATABASES: &str = "databases";
/// The folder of the streams in a backup.
const STREAMS: &str = "streams";

/// What object stores keep in folders: the folder's name in a backup, and the variable that names it.
const STORES: [(&str, &str); 2] =
    [("pictures", "SAFFRON_INVENTORY_IMAGES"), ("files", "SAFFRON_CONNECTORS_FILES")];
/// What stands in the name of an object that is still written.
const UNWRITTEN: char = '#';

/// The folders of object stores, each by its name in a backup; without those that a bucket keeps.
pub fn stores(env: &Env) -> Vec<(&'static str, &Path)> {
    let kept = STORES.into_iter().filter_map(|(name, variable)| {
        let folder = env.text(variable).filter(|folder| !folder.starts_with("s3://"))?;
        Some((name, Path::new(folder)))
    });
    kept.collect()
}

/// Copies the files of a folder, and of those in it, that the other one does not have; returns how many. A file that is deleted
/// meanwhile is none.
fn copy_new(from: &Path, to: &Path) -> anyhow::Result<usize> {
    let (mut folders, mut copied) = (vec![(from.to_owned(), to.to_owned())], 0);
    while let Some((from, to)) = folders.pop() {
        std::fs::create_dir_all(&to).with_context(|| format!("cannot create {}", to.display()))?;
        let entries = match std::fs::read_dir(&from) {
            Err(e) if e.kind() == ErrorKind::NotFound => continue,
            entries => entries.with_context(|| format!("cannot read {}", from.display()))?,
        };
        for entry in entries {
            let entry = entry?;
            let (name, target) = (entry.file_name(), to.join(entry.file_name()));
            let kind = match entry.file_type() {
                Err(e) if e.kind() == ErrorKind::NotFound => continue,
                kind => kind?,
            };
            if kind.is_dir() {
                folders.push((entry.path(), target));
            } else if kind.is_file() && !name.to_string_lossy().contains(UNWRITTEN) && !target.exists() {
                match std::fs::copy(entry.path(), &target) {
                    Err(e) if e.kind() == ErrorKind::NotFound && !entry.path().exists() => {}
                    result => {
                        result.with_context(|| format!("cannot write {}", target.display()))?;
                        copied += 1;
                    }
                }
            }
        }
    }
    Ok(copied)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_in_folders_are_copied_once() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::create_dir_all(from.join("imports/a")).unwrap();
        for (name, text) in [("soup.jpg", "1"), ("imports/a/b", "2"), ("imports/a/c#1", "3")] {
            fs::write(from.join(name), text).unwrap();
        }
        assert_eq!(copy_new(&from, &to).unwrap(), 2);
        fs::write(to.join("soup.jpg"), "as it is").unwrap();
        assert_eq!(copy_new(&from, &to).unwrap(), 0);
        assert_eq!(fs::read(to.join("imports/a/b")).unwrap(), b"2");
        assert_eq!(fs::read(to.join("soup.jpg")).unwrap(), b"as it is");
        assert!(!to.join("imports/a/c#1").exists());
    }

    #[test]
    fn buckets_are_no_folders() {
        let env =
            Env::of([("SAFFRON_INVENTORY_IMAGES", "/images"), ("SAFFRON_CONNECTORS_FILES", "s3://files")]);
        assert_eq!(stores(&env), [("pictures", Path::new("/images"))]);
    }
}
