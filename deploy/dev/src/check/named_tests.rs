//! Whether the tests that pages name are there: `path#name` on docs/security.md and docs/reliability.md, and functions of
//! Rust by their names alone on the latter.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::files::read;

/// The pages, by their paths.
const SECURITY: &str = "docs/security.md";
const RELIABILITY: &str = "docs/reliability.md";

/// An error for each test that a page names and that does not exist.
pub(super) fn broken(repo: &Path) -> Result<Vec<String>> {
    let mut broken = BTreeSet::new();
    for page in [SECURITY, RELIABILITY] {
        let text = read(repo.join(page))?;
        let gone = with_path(&text).filter(|(path, name)| !holds(repo, path, name));
        broken.extend(gone.map(|(path, name)| format!("{page}: {path} has no test '{name}'")));
    }
    let functions = functions(repo)?;
    let text = read(repo.join(RELIABILITY))?;
    let gone = codes(&text).filter(|code| is_function(code) && !functions.contains(*code));
    broken.extend(gone.map(|name| format!("{RELIABILITY}: there is no function '{name}'")));
    Ok(broken.into_iter().collect())
}

/// What stands in backquotes on a page.
fn codes(page: &str) -> impl Iterator<Item = &str> {
    page.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Path and name of each `path#name` on a page.
fn with_path(page: &str) -> impl Iterator<Item = (&str, &str)> {
    codes(page).filter_map(|code| code.split_once('#')).filter(|(path, _)| path.contains('/'))
}

/// Whether a code is the name of a test, which has three words at least.
fn is_function(code: &str) -> bool {
    code.matches('_').count() >= 2
        && code.chars().all(|c| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit())
}

/// The names of all functions without arguments, as tests are.
fn functions(repo: &Path) -> Result<BTreeSet<String>> {
    let mut functions = BTreeSet::new();
    for file in super::files(repo, &["rs"])? {
        let text = read(&file)?;
        let names = text.lines().filter_map(|line| line.split_once("fn ")?.1.split_once("()"));
        functions.extend(names.map(|(name, _)| name.to_owned()));
    }
    Ok(functions)
}

/// Whether a file has the test: Rust and Python by the function's name, the web app by the title of the test.
fn holds(repo: &Path, path: &str, name: &str) -> bool {
    let Ok(text) = fs::read_to_string(repo.join(path)) else { return false };
    match path.rsplit_once('.') {
        Some((_, "rs")) => text.contains(&format!("fn {name}(")),
        Some((_, "py")) => text.contains(&format!("def {name}(")),
        _ => text.contains(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_that_is_gone_is_named() {
        let repo = tempfile::tempdir().unwrap();
        for folder in ["docs", "src"] {
            fs::create_dir(repo.path().join(folder)).unwrap();
        }
        let put = |name: &str, text: &str| fs::write(repo.path().join(name), text).unwrap();
        put("src/a.rs", "fn it_holds() {}\nasync fn a_stream_is_reset() {}");
        put("src/a.test.ts", "it('refuses a stranger', () => {})");
        put(SECURITY, "`x` `src/a.rs#it_holds` | `src/a.test.ts#refuses a stranger` |\n`src/a.rs`");
        put(RELIABILITY, "`src/a.test.ts#refuses a stranger` `a_stream_is_reset` `sync_interval`");
        assert_eq!(broken(repo.path()).unwrap(), Vec::<String>::new());
        put(SECURITY, "`src/a.rs#it_held` `src/b.rs#it_holds` `src/a.rs#it`");
        put(RELIABILITY, "`src/a.rs#it_holds_not` `a_stream_was_reset`");
        assert_eq!(broken(repo.path()).unwrap().len(), 5);
        assert!(broken(Path::new("/nowhere")).is_err());
    }
}
