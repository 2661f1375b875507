//! A Chromium for the browser tests: the one that is there, or one that is installed for them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::unistd::Uid;

use crate::place::Place;
use crate::proc::Tool;
use crate::say::Say;
use crate::web::npm;

/// The browser: SAFFRON_CHROMIUM, one on the PATH, Playwright's own, or one that is installed now.
pub(super) async fn find(place: &Place, say: &Say) -> Result<PathBuf> {
    if let Some(path) = place.env.get("SAFFRON_CHROMIUM") {
        if !works(Path::new(path)).await {
            bail!("SAFFRON_CHROMIUM is {path}, which does not start");
        }
        return Ok(PathBuf::from(path));
    }
    if let Some(path) = present(place).await {
        return Ok(path);
    }
    let step = say.step("installing a browser");
    let log = place.logs().join("browser.log");
    let apt = Uid::effective().is_root() && Path::new("/usr/bin/apt-get").exists();
    let result = if apt {
        let script = "apt-get update && apt-get install -y --no-install-recommends chromium";
        Tool::new("apt-get install chromium", "sh")
            .args(["-c", script])
            .env("DEBIAN_FRONTEND", "noninteractive")
    } else {
        npm(place, "npx playwright install chromium").args([
            "exec",
            "--",
            "playwright",
            "install",
            "chromium",
        ])
    };
    result.log(log).limit(Duration::from_secs(900)).run(|line| step.note(line)).await?;
    step.done("");
    let found = present(place).await;
    found.context("a browser was installed and does not start; set SAFFRON_CHROMIUM to a Chromium or Chrome")
}

async fn present(place: &Place) -> Option<PathBuf> {
    let path = place.env.get("PATH").unwrap_or_default();
    for folder in std::env::split_paths(path) {
        for name in ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"] {
            let candidate = folder.join(name);
            if candidate.is_file() && works(&candidate).await {
                return Some(candidate);
            }
        }
    }
    let script = "console.log(require('playwright-core').chromium.executablePath())";
    let own = Tool::new("node", "node")
        .args(["-e", script])
        .folder(&place.repo.join("web"))
        .run(|_| ())
        .await
        .ok()?;
    let own = PathBuf::from(own.trim());
    (own.is_file() && works(&own).await).then_some(own)
}

/// Whether it starts: a distribution's name may lead to a stub.
async fn works(path: &Path) -> bool {
    Tool::new("chromium", path).args(["--version"]).limit(Duration::from_secs(30)).run(|_| ()).await.is_ok()
}
