//! The web app: npm packages and the production build, each made anew only when what it is made from changed. The tools
//! of proto/ come as npm packages, too.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::place::Place;
use crate::proc::Tool;
use crate::say::Say;

/// Beside the sources, but no source of the build.
const NO_SOURCE: [&str; 6] = ["node_modules", "dist", "e2e", "test-results", "playwright-report", "coverage"];

/// An npm command in the web folder.
pub fn npm(place: &Place, name: &str) -> Tool {
    npm_in(&place.repo.join("web"), name)
}

/// An npm command in the folder of the contracts.
pub fn npm_of_contracts(place: &Place, name: &str) -> Tool {
    npm_in(&place.repo.join("proto"), name)
}

fn npm_in(folder: &Path, name: &str) -> Tool {
    Tool::new(name, "npm")
        .folder(folder)
        .env("NO_COLOR", "1")
        .env("CI", "true")
        .env("npm_config_update_notifier", "false")
}

/// Installs the npm packages that package-lock.json names, unless they are there.
pub async fn install(place: &Place, say: &Say) -> Result<()> {
    let _lock = lock(place).await?;
    install_locked(place, "web", say).await
}

/// [`install`] of the tools that check the contracts.
pub async fn install_for_contracts(place: &Place, say: &Say) -> Result<()> {
    let _lock = lock(place).await?;
    install_locked(place, "proto", say).await
}

async fn install_locked(place: &Place, name: &str, say: &Say) -> Result<()> {
    let step = say.step(format!("{name} packages"));
    let folder = place.repo.join(name);
    let stamp = folder.join("node_modules/.saffron-packages");
    let lock = fs::read(folder.join("package-lock.json"))
        .with_context(|| format!("cannot read {name}/package-lock.json"))?;
    let lock = hex(&Sha256::digest(&lock));
    if fs::read_to_string(&stamp).is_ok_and(|last| last == lock) || is_installed(&folder) {
        step.done("unchanged");
        return Ok(());
    }
    npm_in(&folder, "npm ci")
        .args(["ci", "--no-audit", "--no-fund"])
        .log(place.logs().join(format!("npm-ci-{name}.log")))
        .limit(Duration::from_secs(900))
        .run(|line| step.note(line))
        .await?;
    fs::write(&stamp, lock)?;
    step.done("installed");
    Ok(())
}

/// Builds the production web app, unless its sources are those of the last build.
pub async fn build(place: &Place, say: &Say) -> Result<()> {
    let _lock = lock(place).await?;
    install_locked(place, "web", say).await?;
    let step = say.step("web app");
    let web = place.repo.join("web");
    let stamp = web.join("node_modules/.saffron-build");
    let sources = digest(&web)?;
    if fs::read_to_string(&stamp).is_ok_and(|last| last == sources) && web.join("dist/index.html").is_file() {
        step.done("unchanged");
        return Ok(());
    }
    let _ = fs::remove_file(&stamp);
    npm(place, "npm run build")
        .args(["run", "build"])
        .log(place.logs().join("npm-build.log"))
        .limit(Duration::from_secs(900))
        .run(|line| step.note(line))
        .await?;
    fs::write(&stamp, sources)?;
    step.done("built");
    Ok(())
}

/// One launcher at a time in the folders of npm.
async fn lock(place: &Place) -> Result<File> {
    let path = place.repo.join(".saffron/web.lock");
    fs::create_dir_all(place.repo.join(".saffron"))?;
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(tokio::task::spawn_blocking(move || file.lock().map(|()| file)).await??)
}

/// Whether every package of the lock file is there in its version; what is for other systems only may be absent.
fn is_installed(folder: &Path) -> bool {
    let packages = |path: PathBuf| -> Option<serde_json::Map<String, Value>> {
        let lock: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        Some(lock.get("packages")?.as_object()?.clone())
    };
    let (Some(wanted), Some(there)) = (
        packages(folder.join("package-lock.json")),
        packages(folder.join("node_modules/.package-lock.json")),
    ) else {
        return false;
    };
    wanted.iter().filter(|(path, _)| !path.is_empty()).all(|(path, package)| match there.get(path) {
        Some(found) => found.get("version") == package.get("version"),
        None => {
            ["optional", "devOptional", "peer", "extraneous"].iter().any(|mark| package.get(mark).is_some())
        }
    })
}

/// Digest of everything the build reads.
fn digest(web: &Path) -> Result<String> {
    let mut files = Vec::new();
    collect(web, &mut files)?;
    files.sort();
    let mut hash = Sha256::new();
    for file in &files {
        hash.update(file.as_os_str().as_encoded_bytes());
        hash.update([0]);
        hash.update(fs::read(file).with_context(|| format!("cannot read {}", file.display()))?);
    }
    Ok(hex(&hash.finalize()))
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') || NO_SOURCE.contains(&name.as_ref()) {
            continue;
        }
        match entry.file_type()? {
            kind if kind.is_dir() => collect(&entry.path(), files)?,
            kind if kind.is_file() => files.push(entry.path()),
            _ => (),
        }
    }
    Ok(())
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
            "node_modules/mac-only": {"version": "2.0.0", "optional": true},
            "node_modules/superfluous": {"version": "3.0.0", "extraneous": true}}}"#;
        write(&web.path().join("package-lock.json"), lock);
        assert!(!is_installed(web.path()));
        let hidden = web.path().join("node_modules/.package-lock.json");
        write(&hidden, r#"{"packages": {"node_modules/a": {"version": "1.0.0"}}}"#);
        assert!(is_installed(web.path()));
        write(&hidden, r#"{"packages": {"node_modules/a": {"version": "0.9.0"}}}"#);
        assert!(!is_installed(web.path()));
    }

    #[test]
    fn the_digest_follows_sources_and_nothing_else() {
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
