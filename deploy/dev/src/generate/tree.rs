//! The generated files as they are at one moment.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{events, published, queries};
use crate::place::Place;

/// Every generated file, relative to the repository, with its contents.
pub struct Tree(BTreeMap<PathBuf, Vec<u8>>);

impl Tree {
    /// Reads the generated files of a repository.
    pub fn read(place: &Place) -> Result<Self> {
        let mut files = BTreeMap::new();
        let single = [
            "proto/openapi.json",
            "proto/figures.json",
            "deploy/services.json",
            super::nats::USERS,
            "web/src/api/generated.ts",
            events::ASYNCAPI,
            events::PAGE,
        ];
        for name in single {
            add(&place.repo, &place.repo.join(name), &mut files)?;
        }
        for folder in [events::SCHEMAS, published::FOLDER] {
            for entry in fs::read_dir(place.repo.join(folder)).into_iter().flatten() {
                add(&place.repo, &entry?.path(), &mut files)?;
            }
        }
        for service in queries::services(place)? {
            for entry in fs::read_dir(service.join(".sqlx")).into_iter().flatten() {
                add(&place.repo, &entry?.path(), &mut files)?;
            }
        }
        Ok(Self(files))
    }

    /// The files that differ, with how.
    pub fn differences(&self, after: &Self) -> Vec<String> {
        let changed = after.0.iter().filter_map(|(path, new)| match self.0.get(path) {
            None => Some(format!("{} (was missing)", path.display())),
            Some(old) if old != new => Some(format!("{} (was different)", path.display())),
            Some(_) => None,
        });
        let gone = self.0.keys().filter(|path| !after.0.contains_key(*path));
        changed.chain(gone.map(|path| format!("{} (was superfluous)", path.display()))).collect()
    }
}

fn add(repo: &Path, path: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    if path.is_file() {
        let contents = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        files.insert(path.strip_prefix(repo).unwrap_or(path).to_path_buf(), contents);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_difference_is_named() {
        let tree = |files: &[(&str, &str)]| {
            Tree(files.iter().map(|(name, text)| (PathBuf::from(name), text.as_bytes().to_vec())).collect())
        };
        let before = tree(&[("a", "1"), ("b", "1"), ("c", "1")]);
        assert!(before.differences(&tree(&[("a", "1"), ("b", "1"), ("c", "1")])).is_empty());
        let after = tree(&[("a", "1"), ("b", "2"), ("d", "1")]);
        assert_eq!(
            before.differences(&after),
            ["b (was different)", "d (was missing)", "c (was superfluous)"]
        );
    }
}
