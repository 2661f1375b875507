//! Whether the tests that docs/security.md names are there: `path#name`, in backquotes.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::files::read;

/// An error for each test that the page names and that does not exist.
pub(super) fn broken(repo: &Path) -> Result<Vec<String>> {
    let page = read(repo.join("docs/security.md"))?;
    let mut broken: Vec<String> = named(&page)
        .filter(|(path, name)| !holds(repo, path, name))
        .map(|(path, name)| format!("docs/security.md: {path} has no test '{name}'"))
        .collect();
    broken.dedup();
    Ok(broken)
}

/// Path and name of each `path#name` on the page.
fn named(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let codes = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    codes.filter_map(|code| code.split_once('#')).filter(|(path, _)| path.contains('/'))
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
        put("src/a.rs", "fn it_holds() {}");
        put("src/a.test.ts", "it('refuses a stranger', () => {})");
        put("docs/security.md", "`x` `src/a.rs#it_holds` | `src/a.test.ts#refuses a stranger` |\n`src/a.rs`");
        assert_eq!(broken(repo.path()).unwrap(), Vec::<String>::new());
        put("docs/security.md", "`src/a.rs#it_held` `src/b.rs#it_holds` `src/a.rs#it`");
        assert_eq!(broken(repo.path()).unwrap().len(), 3);
        assert!(broken(Path::new("/nowhere")).is_err());
    }
}
