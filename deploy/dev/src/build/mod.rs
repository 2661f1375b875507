//! The services' binaries.

pub mod tools;
pub mod web;

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::{Config, Output, Tool};
use tools::cargo;

/// A cargo command with its progress bar in its output.
pub fn cargo_tool(config: &Config, name: &str) -> Tool {
    Tool::new(name, cargo(config))
        .folder(&config.repo)
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", "100")
}

/// Builds `saffron` and `saffron-sandbox` and gives the folder they are in.
pub async fn binaries(config: &Config, out: &Output) -> Result<PathBuf> {
    build(config, out, "build", &["--package", "saffron", "--package", "saffron-sandbox"]).await?;
    folder(config).await
}

/// Runs `cargo build` with these arguments as a step; its log has the name of the step.
pub async fn build(config: &Config, out: &Output, name: &str, args: &[&str]) -> Result<()> {
    let log = config.logs().join(format!("{}.log", name.replace(' ', "-")));
    cargo_tool(config, "cargo build").args(["build"]).args(args).log(log).step(out, name).await.map(drop)
}

/// The folder into which cargo puts binaries of the dev profile.
pub async fn folder(config: &Config) -> Result<PathBuf> {
    Ok(target(config).await?.join("debug"))
}

/// cargo's target folder, which has a folder for each profile.
pub async fn target(config: &Config) -> Result<PathBuf> {
    let metadata = cargo_tool(config, "cargo metadata")
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
