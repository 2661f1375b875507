//! `cargo dev check`: the rules of the house that the compiler does not know.

mod circles;
mod crates;
mod lengths;
mod licences;
mod migrations;
mod rooms;
mod security;
mod source;
mod variables;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::Metadata;

use crate::build::cargo_tool;
use crate::generate::{events, published};
use crate::place::Place;
use crate::proc::Tool;
use crate::say::Say;
use crate::web;

/// Checks who imports whom, licences and sources of dependencies, the contracts in proto/, and file lengths.
pub async fn check(place: &Place, say: &Say) -> Result<()> {
    let mut broken = imports(place, say).await?;
    broken.extend(contracts(place, say).await?);
    let long = lengths::long_files(&place.repo)?;
    for (file, lines) in &long {
        say.line(format!("  warning: {} has {lines} lines; split it by purpose", file.display()));
    }
    finish(broken)
}

/// The import rule between crates and between the rooms of a service, circles of imports, what may be linked in, what migrations do at once, the
/// table of variables, and the tests that docs/security.md names.
pub async fn imports(place: &Place, say: &Say) -> Result<Vec<String>> {
    let step = say.step("import rule");
    let metadata = metadata(place).await?;
    let mut broken = crates::broken(&metadata);
    broken.extend(modules(&place.repo)?);
    let allowed = fs::read_to_string(place.repo.join("deny.toml")).context("cannot read deny.toml")?;
    broken.extend(licences::broken(&metadata, &allowed));
    finish_step(step, &broken);
    let step = say.step("migrations");
    let several = migrations::broken(&place.repo)?;
    finish_step(step, &several);
    broken.extend(several);
    let step = say.step("variables");
    let untold = variables::broken(&place.repo)?;
    finish_step(step, &untold);
    broken.extend(untold);
    let step = say.step("tests that docs/security.md names");
    let gone = security::broken(&place.repo)?;
    finish_step(step, &gone);
    broken.extend(gone);
    Ok(broken)
}

/// The import rule between the rooms of services, and circles of imports in any crate.
fn modules(repo: &Path) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    let mut crates: BTreeMap<String, circles::Crate> = BTreeMap::new();
    for top in ["services", "deploy"] {
        for file in files(&repo.join(top), "rs")? {
            let name = file.strip_prefix(repo).unwrap_or(&file);
            let Some(place) = source::Place::of(name) else { continue };
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", name.display()))?;
            let named = source::named(&text, &place.module)
                .with_context(|| format!("{} cannot be read", name.display()))?;
            if top == "services" {
                broken.extend(rooms::broken(name, &place, &named));
            }
            crates.entry(format!("{top}/{}", place.crate_folder)).or_default().add(place.module, named);
        }
    }
    for (folder, modules) in crates {
        broken.extend(
            modules.circles().into_iter().map(|circle| format!("{folder}: circle of imports: {circle}")),
        );
    }
    Ok(broken)
}

/// The contracts: `buf lint`; that nothing which was published of calls, the HTTP API or events is gone or otherwise; and
/// whether the AsyncAPI document and the schemas of events are what they say.
pub async fn contracts(place: &Place, say: &Say) -> Result<Vec<String>> {
    let buf = place.repo.join("web/node_modules/.bin/buf");
    if !buf.exists() {
        web::install(place, say).await?;
    }
    let step = say.step("contracts");
    let linted =
        Tool::new("buf lint", buf).args(["lint"]).folder(&place.repo.join("proto")).run(|_| ()).await;
    let mut broken: Vec<String> = linted.err().map(|error| error.to_string()).into_iter().collect();
    broken.extend(published::services_broken(place, say).await?);
    broken.extend(published::http_broken(&place.repo)?);
    broken.extend(events::broken(&place.repo)?);
    finish_step(step, &broken);
    web::install_for_contracts(place, say).await?;
    let step = say.step("events");
    let checked = web::npm_of_contracts(place, "npm run check").args(["run", "check"]).run(|_| ()).await;
    let untrue: Vec<String> = checked.err().map(|error| error.to_string()).into_iter().collect();
    finish_step(step, &untrue);
    broken.extend(untrue);
    Ok(broken)
}

/// An error of all that was found, or none.
pub fn finish(broken: Vec<String>) -> Result<()> {
    if broken.is_empty() {
        return Ok(());
    }
    bail!("{} places break a rule:\n  - {}", broken.len(), broken.join("\n  - "))
}

fn finish_step(step: crate::say::Step, broken: &[String]) {
    if broken.is_empty() { step.done("") } else { step.failed(&format!("{} places", broken.len())) }
}

async fn metadata(place: &Place) -> Result<Metadata> {
    let text = cargo_tool(place, "cargo metadata")
        .args(["metadata", "--format-version=1", "--all-features"])
        .run(|_| ())
        .await?;
    serde_json::from_str(&text).context("cargo metadata")
}

/// The files below a folder whose names end so, sorted.
fn files(folder: &Path, end: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == end) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
