//! `saffron backup`, `restore` and `restored`: every database, stream and picture as files, and back; and the work after
//! a restore by any means, so that nothing is lost or published twice, and nothing that ended is valid again.

mod manifest;
mod restore;
mod save;

use std::path::Path;

use anyhow::Context as _;
use saffron_kit::config::Env;

pub use restore::{restore, restored};
pub use save::save;

/// The folder of the databases in a backup.
const DATABASES: &str = "databases";
/// The folder of the streams in a backup.
const STREAMS: &str = "streams";
/// The folder of the menu's pictures in a backup.
const PICTURES: &str = "pictures";

/// The folder of the menu's pictures; none, where an object store keeps them.
pub fn pictures(env: &Env) -> Option<&Path> {
    env.text("SAFFRON_INVENTORY_IMAGES").filter(|folder| !folder.starts_with("s3://")).map(Path::new)
}

/// Copies the files of a folder that the other one does not have; returns how many.
fn copy_new(from: &Path, to: &Path) -> anyhow::Result<usize> {
    std::fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    let mut copied = 0;
    for entry in std::fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_file() && !target.exists() {
            std::fs::copy(entry.path(), &target)
                .with_context(|| format!("cannot write {}", target.display()))?;
            copied += 1;
        }
    }
    Ok(copied)
}
