//! `cargo dev gen`: everything in the repository that is made from something else in it.

mod calls;
mod contract;
pub(crate) mod events;
pub(crate) mod published;
mod queries;
mod reports;
pub(crate) mod services;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use serde_json::Value;

use crate::build::web::{install, npm};
use crate::check::DECLARED;
use crate::files::below;
use crate::services::{GATEWAY, SERVICES, variable};
use crate::{Config, Output, Tool, build, instance};

/// A kind of generated files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// `.sqlx` of each service: by it builds check queries without a database
    Queries,
    /// proto/openapi.json and figures.json; deploy/variables.json and services.json; the lists made from them
    Openapi,
    /// The web app's API client
    Web,
    /// proto/events, proto/asyncapi.yaml and docs/events.md
    Events,
    /// proto/published: what the contracts may not take back
    Published,
}

/// Makes the generated files again, those of every kind if none is named.
pub async fn generate(config: &Config, kinds: &[Kind], out: &Output) -> Result<()> {
    generate_with(config, kinds, false, out).await
}

/// [`generate`], with binaries that are built already if `built`.
async fn generate_with(config: &Config, kinds: &[Kind], built: bool, out: &Output) -> Result<()> {
    config.create_home()?;
    for kind in Kind::value_variants().iter().filter(|kind| kinds.is_empty() || kinds.contains(kind)) {
        match kind {
            Kind::Queries => queries::generate(config, out).await?,
            Kind::Openapi => {
                // After the queries, without which a new one does not compile.
                if !built {
                    build::binaries(config, out).await?;
                }
                openapi(config, out).await?;
            }
            Kind::Web => web(config, out).await?,
            Kind::Events => events::generate(&config.repo, out)?,
            Kind::Published => published::generate(config, out).await?,
        }
    }
    Ok(())
}

/// Makes the generated files again and fails if one changed. With `built` it uses the binaries of a test run: another
/// selection of crates would build their dependencies once more.
pub async fn check(config: &Config, kinds: &[Kind], built: bool, out: &Output) -> Result<()> {
    let before = GeneratedFiles::read(config)?;
    generate_with(config, kinds, built, out).await?;
    let stale = before.differences(&GeneratedFiles::read(config)?).join("\n  ");
    ensure!(
        stale.is_empty(),
        "these files were not up to date and are now; check and commit them:\n  {stale}"
    );
    Ok(())
}

/// Makes the web app's API client.
async fn web(config: &Config, out: &Output) -> Result<()> {
    install(config, out).await?;
    let tool = npm(config, "npm run gen").args(["run", "gen"]).log(config.logs().join("gen-web.log"));
    tool.step(out, "web API client: web/src/api/generated.ts").await.map(drop)
}

/// Makes everything that `saffron` prints, and the lists of services.
async fn openapi(config: &Config, out: &Output) -> Result<()> {
    let step = out.step("OpenAPI document, catalogue of figures, tables of services and variables");
    // The services come first: variables of a new one follow from its name.
    for (name, member, file) in [
        ("services", "services", services::TABLE),
        ("openapi", "openapi", "proto/openapi.json"),
        ("figures", "figures", "proto/figures.json"),
        ("variables", "programs", DECLARED),
    ] {
        write_output_of(config, name, member, file).await?;
    }
    services::generate(&config.repo)?;
    reports::generate(&config.repo)?;
    calls::generate(&config.repo)?;
    step.done(
        "proto/openapi.json, proto/figures.json, the tables of docs/api.md, deploy/services.json and its lists, \
         deploy/variables.json",
    );
    Ok(())
}

/// Writes the output of `saffron <name>` to a file; it has to be an object with `member`.
async fn write_output_of(config: &Config, name: &str, member: &str, file: &str) -> Result<()> {
    let saffron = build::folder(config).await?.join("saffron");
    // Programs declare their variables by reading them, so they need values; the web app need not be built for it.
    let mut env = instance::variables(config)?;
    env.remove("SAFFRON_GATEWAY_WEB_DIR");
    add_new_services(&mut env, &services::names(&config.repo)?);
    let tool = Tool::new(format!("saffron {name}"), saffron).args([name]).env_without("SAFFRON_").envs(env);
    let text = tool.run(|_| ()).await?;
    let document: Value =
        serde_json::from_str(&text).with_context(|| format!("saffron {name} printed no JSON"))?;
    ensure!(document.get(member).is_some(), "saffron {name} printed an object without {member}");
    write(&config.repo.join(file), &format!("{}\n", text.trim_end()))
}

/// Adds the variables of services that this build of the launcher does not know yet; their values are never used.
fn add_new_services(env: &mut BTreeMap<String, String>, services: &[String]) {
    for service in services {
        let gateway_url = variable(&format!("{GATEWAY}-{service}"), "URL");
        let names = ["LISTEN", "URL", "DATABASE_URL", "NATS_URL"].map(|what| variable(service, what));
        let values =
            ["127.0.0.1:1", "http://127.0.0.1:1", "postgres://127.0.0.1:1/new", "nats://127.0.0.1:1"];
        for (name, value) in names.into_iter().zip(values).chain([(gateway_url, "http://127.0.0.1:1")]) {
            env.entry(name).or_insert_with(|| value.to_owned());
        }
    }
}

/// Writes a file, unless it has this text already.
fn write(path: &Path, text: &str) -> Result<()> {
    // A file that stays as it is keeps its time, so that nothing is built again for it.
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Every generated file, relative to the repository, with its contents.
struct GeneratedFiles(BTreeMap<PathBuf, Vec<u8>>);

impl GeneratedFiles {
    /// Reads the generated files of a repository.
    fn read(config: &Config) -> Result<Self> {
        let single = ["proto/openapi.json", "proto/figures.json", services::TABLE, DECLARED];
        let single = single.into_iter().chain([
            "web/src/api/generated.ts",
            "web/src/api/connect/generated.ts",
            events::ASYNCAPI,
            events::PAGE,
            reports::PAGE,
        ]);
        let several = single.chain([events::SCHEMAS, published::FOLDER]).chain(services::FILES);
        let queries = SERVICES.map(|service| format!("services/{service}/.sqlx"));
        let mut files = BTreeMap::new();
        for path in several.map(str::to_owned).chain(queries) {
            for file in below(&config.repo.join(path), &[]).unwrap_or_default() {
                let name = file.strip_prefix(&config.repo).unwrap_or(&file).to_path_buf();
                files.insert(name, fs::read(&file)?);
            }
        }
        Ok(Self(files))
    }

    /// The files that differ from `after`, each with how.
    fn differences(&self, after: &Self) -> Vec<String> {
        let changed = after.0.iter().filter_map(|(path, new)| match self.0.get(path) {
            None => Some(format!("{} (was missing)", path.display())),
            Some(old) if old != new => Some(format!("{} (was different)", path.display())),
            Some(_) => None,
        });
        let gone = self.0.keys().filter(|path| !after.0.contains_key(*path));
        changed.chain(gone.map(|path| format!("{} (was superfluous)", path.display()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_service_has_variables_and_known_ones_keep_theirs() {
        let known = |name: &str| variable("auth", name);
        let mut env = BTreeMap::from([(known("LISTEN"), "127.0.0.1:8091".to_owned())]);
        add_new_services(&mut env, &["auth".to_owned(), "journal".to_owned()]);
        assert_eq!(env[&known("LISTEN")], "127.0.0.1:8091");
        for name in [
            "JOURNAL_LISTEN",
            "JOURNAL_URL",
            "JOURNAL_DATABASE_URL",
            "JOURNAL_NATS_URL",
            "GATEWAY_JOURNAL_URL",
        ] {
            assert!(env.contains_key(&format!("SAFFRON_{name}")), "{name}");
        }
    }

    #[test]
    fn difference_of_each_kind_is_named() {
        let tree = |files: &[(&str, &str)]| {
            GeneratedFiles(
                files.iter().map(|(name, text)| (PathBuf::from(name), text.as_bytes().to_vec())).collect(),
            )
        };
        let before = tree(&[("a", "1"), ("b", "1"), ("c", "1")]);
        assert!(before.differences(&tree(&[("a", "1"), ("b", "1"), ("c", "1")])).is_empty());
        let after = tree(&[("a", "1"), ("b", "2"), ("d", "1")]);
        assert_eq!(
            before.differences(&after),
            ["b (was different)", "d (was missing)", "c (was superfluous)"]
        );
    }
}
