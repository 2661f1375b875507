//! `cargo dev check`: the rules of the house that the compiler does not know.

mod circles;
mod crates;
mod lengths;
mod licences;
mod migrations;
mod named_tests;
mod rooms;
mod source;
mod unused;
mod variables;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::Metadata;

use crate::build::{cargo_tool, web};
use crate::files::{below, read};
use crate::generate::{self, events, published};
use crate::{Config, Output, Step};
pub(crate) use variables::DECLARED;

/// Folders of others' or built files, which no rule reads.
const FOREIGN: [&str; 5] = ["node_modules", "dist", "target", "test-results", "playwright-report"];

/// Checks every rule; only files that are too long are a warning and no error.
pub async fn check(config: &Config, out: &Output) -> Result<()> {
    let mut broken = imports(config, out).await?;
    broken.extend(contracts(config, out).await?);
    for (file, lines) in lengths::long_files(&config.repo)? {
        out.line(format!("  warning: {} has {lines} lines; split it by purpose", file.display()));
    }
    finish(broken)
}

/// A rule: its title, and a function that gives an error for each violation.
type Rule<'a> = (&'static str, &'a dyn Fn() -> Result<Vec<String>>);

/// The import rule between crates and between the rooms of a service, circles of imports, licences, migrations, full
/// folders, the table of variables, and the tests that the docs name.
pub async fn imports(config: &Config, out: &Output) -> Result<Vec<String>> {
    let (repo, metadata) = (&config.repo, metadata(config).await?);
    let rules: [Rule<'_>; 9] = [
        ("import rule", &|| Ok([crates::broken(&metadata), modules(repo)?].concat())),
        ("licences", &|| licences::broken(&metadata, repo)),
        ("migrations", &|| migrations::broken(repo)),
        ("full folders", &|| lengths::full_folders(repo)),
        ("variables", &|| variables::broken(repo)),
        ("lists of services", &|| generate::services::broken(repo)),
        ("dependencies", &|| unused::broken(&metadata)),
        ("plain English", &|| words::broken(repo)),
        ("tests that the docs name", &|| named_tests::broken(repo)),
    ];
    let mut broken = Vec::new();
    for (title, rule) in rules {
        let step = out.step(title);
        broken.extend(shown(step, rule()?));
    }
    Ok(broken)
}

/// The import rule between the rooms of services, and circles of imports in any crate.
fn modules(repo: &Path) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    let mut crates: BTreeMap<String, circles::Crate> = BTreeMap::new();
    for top in ["services", "deploy"] {
        for file in files(&repo.join(top), &["rs"])? {
            let name = file.strip_prefix(repo).unwrap_or(&file);
            let Some(module) = source::Module::of(name) else { continue };
            let named = source::named(&read(&file)?, &module.path);
            let named = named.with_context(|| format!("{} is no Rust", name.display()))?;
            if top == "services" {
                broken.extend(rooms::broken(name, &module, &named));
            }
            crates.entry(format!("{top}/{}", module.crate_folder)).or_default().add(module.path, named);
        }
    }
    for (folder, modules) in crates {
        broken.extend(
            modules.circles().into_iter().map(|circle| format!("{folder}: circle of imports: {circle}")),
        );
    }
    Ok(broken)
}

/// The contracts: `buf lint`; that nothing that was published of calls, the HTTP API or events is gone or changed; and
/// whether the AsyncAPI document and the schemas of events agree with the examples.
pub async fn contracts(config: &Config, out: &Output) -> Result<Vec<String>> {
    let errors =
        |result: Result<()>| -> Vec<String> { result.err().iter().map(ToString::to_string).collect() };
    let step = out.step("contracts");
    let broken = [
        errors(published::buf(config, out, "lint").await),
        published::services_broken(config, out).await?,
        published::http_broken(&config.repo)?,
        events::broken(&config.repo)?,
    ];
    let mut broken = shown(step, broken.concat());
    web::install_for_contracts(config, out).await?;
    let step = out.step("events");
    let checked = web::npm_of_contracts(config, "npm run check").args(["run", "check"]).run(|_| ()).await;
    broken.extend(shown(step, errors(checked.map(drop))));
    Ok(broken)
}

/// An error that lists all violations; none if there are none.
pub fn finish(broken: Vec<String>) -> Result<()> {
    if broken.is_empty() {
        return Ok(());
    }
    bail!("{} places break a rule:\n  - {}", broken.len(), broken.join("\n  - "))
}

/// Ends the step of a rule by the number of violations, which it hands back.
fn shown(step: Step, broken: Vec<String>) -> Vec<String> {
    if broken.is_empty() {
        step.done("")
    } else {
        step.failed(&format!("{} places", broken.len()))
    }
    broken
}

/// The workspace and its dependencies, from `cargo metadata`.
async fn metadata(config: &Config) -> Result<Metadata> {
    let text = cargo_tool(config, "cargo metadata")
        .args(["metadata", "--format-version=1", "--all-features"])
        .run(|_| ())
        .await?;
    serde_json::from_str(&text).context("cargo metadata")
}

/// The project's files below a folder with one of these extensions, or of any if the list is empty; sorted.
fn files(folder: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = below(folder, &FOREIGN)?;
    found.retain(|file| {
        extensions.is_empty() || file.extension().is_some_and(|end| extensions.iter().any(|one| end == *one))
    });
    Ok(found)
}
