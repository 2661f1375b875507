//! Files that have grown too long to have one purpose.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

/// From here on a file is worth splitting.
const LONG: usize = 500;

/// Source files of more than 500 lines, generated ones left out, with their number of lines.
pub(super) fn long_files(repo: &Path) -> Result<Vec<(PathBuf, usize)>> {
    let mut found = Vec::new();
    for folder in ["deploy", "services", "web"] {
        for file in super::files(&repo.join(folder), &["rs", "ts", "tsx"])? {
            let lines = fs::read_to_string(&file).map_or(0, |text| text.lines().count());
            let name = file.strip_prefix(repo).unwrap_or(&file);
            if lines > LONG && !name.to_string_lossy().contains("generated") {
                found.push((name.to_path_buf(), lines));
            }
        }
    }
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
