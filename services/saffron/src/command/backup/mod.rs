//! `saffron backup`, `restore` and `restored`: every database, stream and picture as files, and back; and what is done after
//! a restore by any means, so that nothing is lost, published twice or still valid that has ended.

mod manifest;
mod restore;
mod save;

use std::path::Path;

use anyhow::Context as _;
use saffron_kit::config::Env;

pub use restore::{restore, restored};
pub use save::save;

/// Where the databases lie in a backup.
const DATABASES: &str = "databases";
/// Where the streams do.
const STREAMS: &str = "streams";
/// Where the pictures of the menu do.
const PICTURES: &str = "pictures";

/// The folder of the menu's pictures; none, where an object store keeps them.
pub fn pictures(env: &Env) -> Option<&Path> {
    env.text("SAFFRON_INVENTORY_IMAGES").filter(|place| !place.starts_with("s3://")).map(Path::new)
}

/// Copies the files of a folder that the other one has not yet; how many.
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
