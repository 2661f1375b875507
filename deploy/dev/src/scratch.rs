//! A scratch copy of the repository, for what starts from nothing or changes sources.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::{Config, Tool};

/// A clone of the last commit, in a private folder with ports of its own.
pub(crate) struct Scratch {
    /// The private folder and the ports.
    pub(crate) config: Config,
    /// The clone.
    pub(crate) repo: PathBuf,
}

impl Scratch {
    /// Clones the repository of `outer`; `name` is that of the private folder.
    pub(crate) async fn clone_of(outer: &Config, name: &str) -> Result<Self> {
        let config = outer.separate(name)?;
        let repo = config.home.join("saffron");
        let args = ["clone".as_ref(), "--quiet".as_ref(), outer.repo.as_os_str(), repo.as_os_str()];
        Tool::new("git clone", "git").args(args).run(|_| ()).await?;
        Ok(Self { config, repo })
    }

    /// Removes the clone and the private folder.
    pub(crate) fn remove(self) -> Result<()> {
        let home = &self.config.home;
        fs::remove_dir_all(home).with_context(|| format!("cannot remove {}", home.display()))
    }
}
