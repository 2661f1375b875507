//! The web app: npm packages and the production build, each made again only when what it is made from changed. The tools
//! of proto/ come as npm packages, too.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::files;
use crate::hex::{hex, sha256};
use crate::{Config, Output, Tool};

/// Folders of web/ that hold no source of the build.
const NO_SOURCE: [&str; 6] = ["node_modules", "dist", "e2e", "test-results", "playwright-report", "coverage"];

/// How long npm may take.
const PATIENCE: Duration = Duration::from_secs(900);

/// The npm packages of package.json that are to be installed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packages {
    /// `dependencies`: what the web app is built from, and with.
    Build,
    /// `devDependencies` too: what it is checked and tested with.
    All,
}

/// An npm command in the web folder.
pub fn npm(config: &Config, name: &str) -> Tool {
    npm_in(&config.repo.join("web"), name)
}

/// An npm command in the folder of the contracts.
pub fn npm_of_contracts(config: &Config, name: &str) -> Tool {
    npm_in(&config.repo.join("proto"), name)
}

/// An npm command in a folder.
fn npm_in(folder: &Path, name: &str) -> Tool {
    Tool::new(name, "npm")
        .folder(folder)
        .env("NO_COLOR", "1")
        .env("CI", "true")
        .env("npm_config_update_notifier", "false")
}

/// Installs the npm packages that package-lock.json names, unless they are there.
pub async fn install(config: &Config, out: &Output) -> Result<()> {
    let _lock = lock(config).await?;
    install_locked(config, "web", Packages::All, out).await
}

/// Installs the npm packages in proto/: the tools that check the contracts.
pub async fn install_for_contracts(config: &Config, out: &Output) -> Result<()> {
    let _lock = lock(config).await?;
    install_locked(config, "proto", Packages::All, out).await
}

/// Installs the packages of the folder `name`; the caller has the lock.
async fn install_locked(config: &Config, name: &str, wanted: Packages, out: &Output) -> Result<()> {
    let folder = config.repo.join(name);
    let stamp = folder.join("node_modules/.saffron-packages");
    let lock = fs::read(folder.join("package-lock.json"))
        .with_context(|| format!("cannot read {name}/package-lock.json"))?;
    let (title, all) = (format!("{name} packages"), sha256(&lock));
    let build = format!("{all} without devDependencies");
    let last = fs::read_to_string(&stamp).unwrap_or_default();
    let is_known = last == all || (wanted == Packages::Build && last == build);
    if is_known || is_installed(&folder, wanted) {
        out.step(title).done("unchanged");
        return Ok(());
    }
    let (omit, installed) = match wanted {
        Packages::Build => (&["--omit=dev"][..], build),
        Packages::All => (&[][..], all),
    };
    npm_in(&folder, "npm ci")
        .args(["ci", "--no-audit", "--no-fund"])
        .args(omit)
        .log(config.logs().join(format!("npm-ci-{name}.log")))
        .limit(PATIENCE)
        .step(out, title)
        .await?;
    Ok(fs::write(&stamp, installed)?)
}

/// Builds the production web app, unless its sources are those of the last build.
pub async fn build(config: &Config, out: &Output) -> Result<()> {
    let _lock = lock(config).await?;
    install_locked(config, "web", Packages::Build, out).await?;
    let web = config.repo.join("web");
    let stamp = web.join("node_modules/.saffron-build");
    let sources = digest(&web)?;
    if fs::read_to_string(&stamp).is_ok_and(|last| last == sources) && web.join("dist/index.html").is_file() {
        out.step("web app").done("unchanged");
        return Ok(());
    }
    let _ = fs::remove_file(&stamp);
    let tool = npm(config, "npm run build").args(["run", "build"]).log(config.logs().join("npm-build.log"));
    tool.limit(PATIENCE).step(out, "web app").await?;
    Ok(fs::write(&stamp, sources)?)
}

/// Locks the folders of npm: one launcher at a time installs or builds.
async fn lock(config: &Config) -> Result<File> {
    files::lock(config.repo.join(".saffron/web.lock")).await
}

/// Whether every wanted package of the lock file is installed in its version; packages for other systems may be absent.
fn is_installed(folder: &Path, wanted: Packages) -> bool {
    let packages = |path: PathBuf| -> Option<serde_json::Map<String, Value>> {
        let lock: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        Some(lock.get("packages")?.as_object()?.clone())
    };
    let (Some(named), Some(there)) = (
        packages(folder.join("package-lock.json")),
        packages(folder.join("node_modules/.package-lock.json")),
    ) else {
        return false;
    };
    let is_wanted = |package: &Value| wanted == Packages::All || package.get("dev").is_none();
    named.iter().filter(|(path, package)| !path.is_empty() && is_wanted(package)).all(|(path, package)| {
        match there.get(path) {
            Some(found) => found.get("version") == package.get("version"),
            None => ["optional", "devOptional", "peer", "extraneous"]
                .iter()
                .any(|mark| package.get(mark).is_some()),
        }
    })
}

/// The digest of all files that the build reads.
fn digest(web: &Path) -> Result<String> {
    let mut hash = Sha256::new();
    for file in files::below(web, &NO_SOURCE)? {
        hash.update(file.as_os_str().as_encoded_bytes());
        hash.update([0]);
        hash.update(fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?);
    }
    Ok(hex(&hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn packages_are_there_when_versions_agree() {
        let web = tempfile::tempdir().unwrap();
        let lock = r#"{"packages": {"": {}, "node_modules/a": {"version": "1.0.0"},
            "node_modules/tests": {"version": "1.0.0", "dev": true},
            "node_modules/mac-only": {"version": "2.0.0", "optional": true},
            "node_modules/superfluous": {"version": "3.0.0", "extraneous": true}}}"#;
        write(&web.path().join("package-lock.json"), lock);
        assert!(!is_installed(web.path(), Packages::Build));
        let hidden = web.path().join("node_modules/.package-lock.json");
        write(&hidden, r#"{"packages": {"node_modules/a": {"version": "1.0.0"}}}"#);
        assert!(is_installed(web.path(), Packages::Build));
        assert!(!is_installed(web.path(), Packages::All));
        write(&hidden, r#"{"packages": {"node_modules/a": {"version": "0.9.0"}}}"#);
        assert!(!is_installed(web.path(), Packages::Build));
    }

    #[test]
    fn digest_follows_sources_alone() {
        let web = tempfile::tempdir().unwrap();
        write(&web.path().join("src/a.ts"), "1");
        let first = digest(web.path()).unwrap();
        write(&web.path().join("dist/a.js"), "1");
        write(&web.path().join("e2e/a.spec.ts"), "1");
        assert_eq!(digest(web.path()).unwrap(), first);
        write(&web.path().join("src/a.ts"), "2");
        assert_ne!(digest(web.path()).unwrap(), first);
    }
}
