//! A Chromium for the browser tests: one of the machine, or one that is installed for them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::unistd::Uid;

use crate::build::web::npm;
use crate::{Config, Output, Tool};

/// The browser: SAFFRON_CHROMIUM, one on the PATH, Playwright's own, or one that is installed now.
pub(super) async fn find(config: &Config, out: &Output) -> Result<PathBuf> {
    if let Some(path) = config.env.get("SAFFRON_CHROMIUM") {
        if !works(Path::new(path)).await {
            bail!("SAFFRON_CHROMIUM is {path}, which does not start");
        }
        return Ok(PathBuf::from(path));
    }
    if let Some(path) = present(config).await {
        return Ok(path);
    }
    let log = config.logs().join("browser.log");
    let apt = Uid::effective().is_root() && Path::new("/usr/bin/apt-get").exists();
    let result = if apt {
        let script = "apt-get update && apt-get install -y --no-install-recommends chromium";
        Tool::new("apt-get install chromium", "sh")
            .args(["-c", script])
            .env("DEBIAN_FRONTEND", "noninteractive")
    } else {
        let args = ["exec", "--", "playwright", "install", "chromium"];
        npm(config, "npx playwright install chromium").args(args)
    };
    result.log(log).limit(Duration::from_secs(900)).step(out, "installing a browser").await?;
    let found = present(config).await;
    found.context("a browser was installed and does not start; set SAFFRON_CHROMIUM to a Chromium or Chrome")
}

/// A Chromium that is installed already.
async fn present(config: &Config) -> Option<PathBuf> {
    let path = config.env.get("PATH").unwrap_or_default();
    for folder in std::env::split_paths(path) {
        for name in ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"] {
            let candidate = folder.join(name);
            if candidate.is_file() && works(&candidate).await {
                return Some(candidate);
            }
        }
    }
    let script = "console.log(require('playwright-core').chromium.executablePath())";
    let node = Tool::new("node", "node").args(["-e", script]).folder(&config.repo.join("web"));
    let own = PathBuf::from(node.run(|_| ()).await.ok()?.trim());
    (own.is_file() && works(&own).await).then_some(own)
}

/// Whether the browser starts: a distribution may install a stub under its name.
async fn works(path: &Path) -> bool {
    Tool::new("chromium", path).args(["--version"]).limit(Duration::from_secs(30)).run(|_| ()).await.is_ok()
}
