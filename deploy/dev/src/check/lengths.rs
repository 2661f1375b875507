//! Files that have grown too long to have one purpose.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// From here on a file is worth splitting.
const LONG: usize = 500;

/// Source files of more than 500 lines, generated ones left out, with their number of lines.
pub(super) fn long_files(repo: &Path) -> Result<Vec<(PathBuf, usize)>> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> =
        ["services", "deploy", "web"].iter().map(|name| repo.join(name)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
            if path.is_dir() && !path.is_symlink() {
                if !matches!(name, "node_modules" | "dist" | "target" | "generated") && !name.starts_with('.')
                {
                    folders.push(path);
                }
            } else if matches!(end, "rs" | "ts" | "tsx") && !name.contains("generated") {
                let lines = fs::read_to_string(&path).map(|text| text.lines().count()).unwrap_or_default();
                if lines > LONG {
                    found.push((path.strip_prefix(repo).unwrap_or(&path).to_path_buf(), lines));
                }
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_are_found_and_generated_ones_are_not() {
        let repo = tempfile::tempdir().unwrap();
        for folder in ["services/a", "deploy", "web/node_modules"] {
            fs::create_dir_all(repo.path().join(folder)).unwrap();
        }
        for file in ["services/a/long.rs", "web/generated.ts", "web/node_modules/long.ts"] {
            fs::write(repo.path().join(file), "\n".repeat(501)).unwrap();
        }
        fs::write(repo.path().join("deploy/short.rs"), "\n".repeat(500)).unwrap();
        assert_eq!(long_files(repo.path()).unwrap(), [(PathBuf::from("services/a/long.rs"), 501)]);
    }
}
