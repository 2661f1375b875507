//! The services' binaries.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::place::Place;
use crate::proc::Tool;
use crate::say::Say;
use crate::tools::cargo;

/// A cargo command with its progress bar in its output.
pub fn cargo_tool(place: &Place, name: &str) -> Tool {
    Tool::new(name, cargo(place))
        .folder(&place.repo)
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", "100")
}

/// Builds `saffron` and `saffron-sandbox` and gives the folder they are in.
pub async fn binaries(place: &Place, say: &Say) -> Result<PathBuf> {
    build(place, say, "build", &["--package", "saffron", "--package", "saffron-sandbox"]).await?;
    folder(place).await
}

/// A step that builds what `args` of `cargo build` name, with a log of the step's name.
pub async fn build(place: &Place, say: &Say, name: &str, args: &[&str]) -> Result<()> {
    let step = say.step(name);
    let built = cargo_tool(place, "cargo build")
        .args(["build"])
        .args(args)
        .log(place.logs().join(format!("{}.log", name.replace(' ', "-"))))
        .run(|line| step.note(line))
        .await;
    match built {
        Ok(_) => {
            step.done("");
            Ok(())
        }
        Err(error) => {
            step.failed("");
            Err(error)
        }
    }
}

/// Where cargo puts binaries of the dev profile.
pub async fn folder(place: &Place) -> Result<PathBuf> {
    Ok(target(place).await?.join("debug"))
}

/// cargo's target folder, which has a folder for each profile.
pub async fn target(place: &Place) -> Result<PathBuf> {
    let metadata = cargo_tool(place, "cargo metadata")
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .run(|_| ())
        .await?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo metadata")?;
    let target = metadata
        .get("target_directory")
        .and_then(Value::as_str)
        .context("cargo metadata names no target folder")?;
    Ok(PathBuf::from(target))
}
