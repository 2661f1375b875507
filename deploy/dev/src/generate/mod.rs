//! `cargo dev gen`: everything in the repository that is made from something else in it.

mod queries;
mod tree;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::build::{self, cargo_tool};
use crate::place::Place;
use crate::proc::Tool;
use crate::say::Say;
use crate::web::{install, npm};
use tree::Tree;

/// Makes all generated files anew: query data, the OpenAPI document, the web app's API client.
///
/// # Errors
/// A generator fails.
pub async fn generate(place: &Place, say: &Say) -> Result<()> {
    queries::generate(place, say).await?;
    openapi(place, say).await?;
    install(place, say).await?;
    let step = say.step("web API client");
    npm(place, "npm run gen")
        .args(["run", "gen"])
        .log(place.logs().join("gen-web.log"))
        .run(|line| step.note(line))
        .await?;
    step.done("web/src/api/generated.ts");
    Ok(())
}

/// Makes all generated files anew and refuses a difference to what was there.
///
/// # Errors
/// Names each file that was not up to date; the new contents stay, to be looked at and committed.
pub async fn check(place: &Place, say: &Say) -> Result<()> {
    let before = Tree::read(place)?;
    generate(place, say).await?;
    let stale = before.differences(&Tree::read(place)?);
    if stale.is_empty() {
        return Ok(());
    }
    bail!(
        "these files were not up to date and are now; look at them and commit them:\n  {}",
        stale.join("\n  ")
    )
}

async fn openapi(place: &Place, say: &Say) -> Result<()> {
    let step = say.step("OpenAPI document");
    cargo_tool(place, "cargo build")
        .args(["build", "--package", "saffron"])
        .log(place.logs().join("gen-build.log"))
        .run(|line| step.note(line))
        .await?;
    let saffron = build::folder(place).await?.join("saffron");
    let text =
        Tool::new("saffron openapi", saffron).args(["openapi"]).env_without("SAFFRON_").run(|_| ()).await?;
    write(&place.repo.join("proto/openapi.json"), &format!("{}\n", text.trim_end()))?;
    step.done("proto/openapi.json");
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    // A file that stays as it is keeps its time, so that nothing is built anew for it.
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
