//! `cargo dev gen`: everything in the repository that is made from something else in it.

pub(crate) mod events;
mod nats;
pub(crate) mod published;
mod queries;
mod tree;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde_json::Value;

use crate::build;
use crate::place::Place;
use crate::proc::Tool;
use crate::say::Say;
use crate::web::{install, npm};
use tree::Tree;

/// A kind of generated files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// `.sqlx` of each service: by it builds check queries without a database
    Queries,
    /// proto/openapi.json and proto/figures.json; deploy/services.json, and consumers in deploy/nats/users.conf
    Openapi,
    /// The web app's API client
    Web,
    /// proto/events, proto/asyncapi.yaml and docs/events.md
    Events,
    /// proto/published: what the contracts may not take back
    Published,
}

/// Makes generated files anew, those of every kind if none is named.
pub async fn generate(place: &Place, kinds: &[Kind], say: &Say) -> Result<()> {
    place.create_home()?;
    let has = |kind: Kind| kinds.is_empty() || kinds.contains(&kind);
    if has(Kind::Queries) {
        queries::generate(place, say).await?;
    }
    if has(Kind::Openapi) {
        build::binaries(place, say).await?;
        openapi(place, say).await?;
    }
    if has(Kind::Web) {
        web(place, say).await?;
    }
    if has(Kind::Events) {
        events::generate(&place.repo, say)?;
    }
    if has(Kind::Published) {
        published::generate(place, say).await?;
    }
    Ok(())
}

/// Makes generated files anew and refuses a difference to what was there.
pub async fn check(place: &Place, kinds: &[Kind], say: &Say) -> Result<()> {
    let before = Tree::read(place)?;
    generate(place, kinds, say).await?;
    compare(place, &before)
}

/// [`check`] of every kind, with the binaries that a test run has built: another selection of crates would build what
/// they stand on once more.
pub(crate) async fn check_built(place: &Place, say: &Say) -> Result<()> {
    let before = Tree::read(place)?;
    queries::generate(place, say).await?;
    openapi(place, say).await?;
    web(place, say).await?;
    events::generate(&place.repo, say)?;
    published::generate(place, say).await?;
    compare(place, &before)
}

fn compare(place: &Place, before: &Tree) -> Result<()> {
    let stale = before.differences(&Tree::read(place)?);
    if stale.is_empty() {
        return Ok(());
    }
    bail!(
        "these files were not up to date and are now; look at them and commit them:\n  {}",
        stale.join("\n  ")
    )
}

async fn web(place: &Place, say: &Say) -> Result<()> {
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

async fn openapi(place: &Place, say: &Say) -> Result<()> {
    let step = say.step("OpenAPI document, catalogue of figures and table of services");
    printed(place, "openapi", "openapi", "proto").await?;
    printed(place, "figures", "figures", "proto").await?;
    let table = printed(place, "services", "services", "deploy").await?;
    nats::permit(&place.repo, &table)?;
    step.done("proto/openapi.json, proto/figures.json, deploy/services.json and deploy/nats/users.conf");
    Ok(())
}

/// Writes what `saffron <name>` prints, an object with `member`, to `<folder>/<name>.json`.
async fn printed(place: &Place, name: &str, member: &str, folder: &str) -> Result<Value> {
    let saffron = build::folder(place).await?.join("saffron");
    let text = Tool::new(format!("saffron {name}"), saffron)
        .args([name])
        .env_without("SAFFRON_")
        .run(|_| ())
        .await?;
    let document: Value =
        serde_json::from_str(&text).with_context(|| format!("saffron {name} printed no JSON"))?;
    if document.get(member).is_none() {
        bail!("saffron {name} printed an object without {member}");
    }
    write(&place.repo.join(format!("{folder}/{name}.json")), &format!("{}\n", text.trim_end()))?;
    Ok(document)
}

fn write(path: &Path, text: &str) -> Result<()> {
    // A file that stays as it is keeps its time, so that nothing is built anew for it.
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
