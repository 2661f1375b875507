//! Files that are too long to have one purpose, and folders with too many files to find one in.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

/// The most lines of a file.
const MOST_LINES: usize = 500;
/// The most source files directly in one folder.
const MOST_FILES: usize = 15;

/// Source files of too many lines, with their number of lines.
pub(super) fn long_files(repo: &Path) -> Result<Vec<(PathBuf, usize)>> {
    let files = sources(repo, &["rs", "ts", "tsx"])?.into_iter();
    let counted = files.map(|file| {
        let lines = fs::read_to_string(repo.join(&file)).map_or(0, |text| text.lines().count());
        (file, lines)
    });
    Ok(counted.filter(|(_, lines)| *lines > MOST_LINES).collect())
}

/// An error for each folder that directly holds too many source files.
pub(super) fn full_folders(repo: &Path) -> Result<Vec<String>> {
    let mut counts: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for file in sources(repo, &["rs", "ts", "tsx", "css"])? {
        *counts.entry(file.parent().unwrap_or(repo).to_path_buf()).or_default() += 1;
    }
    let full = counts.into_iter().filter(|(_, count)| *count > MOST_FILES);
    let error = |(folder, count): (PathBuf, usize)| {
        let folder = folder.display();
        format!(
            "{folder} holds {count} source files, more than {MOST_FILES}; split it into folders by subject"
        )
    };
    Ok(full.map(error).collect())
}

/// Source files with these extensions, relative to the repository, without generated ones.
fn sources(repo: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in ["deploy", "services", "web"] {
        for file in super::files(&repo.join(folder), extensions)? {
            let file = file.strip_prefix(repo).unwrap_or(&file);
            if !file.to_string_lossy().contains("generated") {
                found.push(file.to_path_buf());
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository<'a>(files: impl IntoIterator<Item = (&'a str, usize)>) -> tempfile::TempDir {
        let repo = tempfile::tempdir().unwrap();
        for folder in ["deploy", "services/a", "web/node_modules"] {
            fs::create_dir_all(repo.path().join(folder)).unwrap();
        }
        for (file, lines) in files {
            fs::write(repo.path().join(file), "\n".repeat(lines)).unwrap();
        }
        repo
    }

    #[test]
    fn long_files_are_found_and_generated_ones_are_not() {
        let long = ["services/a/long.rs", "web/generated.ts", "web/node_modules/long.ts"];
        let repo = repository(long.map(|file| (file, 501)).into_iter().chain([("deploy/short.rs", 500)]));
        assert_eq!(long_files(repo.path()).unwrap(), [(PathBuf::from("services/a/long.rs"), 501)]);
    }

    #[test]
    fn folders_of_more_than_15_sources_are_refused() {
        let names = |folder: &str, end: &str, count: usize| -> Vec<String> {
            (0..count).map(|number| format!("{folder}/{number}{end}")).collect()
        };
        let full = [names("services/a", ".rs", 14), names("services/a", ".css", 2)].concat();
        let fine = [
            names("deploy", ".rs", 15),
            names("deploy", ".csv", 16),
            names("web", ".generated.ts", 16),
            names("web/node_modules", ".ts", 16),
        ];
        let files = [full, fine.concat()].concat();
        let repo = repository(files.iter().map(|file| (file.as_str(), 1)));
        let error = "services/a holds 16 source files, more than 15; split it into folders by subject";
        assert_eq!(full_folders(repo.path()).unwrap(), [error]);
    }
}
