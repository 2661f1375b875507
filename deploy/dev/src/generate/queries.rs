//! The data by which sqlx checks queries without a database: `.sqlx` of each service that has a schema.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use crate::build::cargo_tool;
use crate::place::Place;
use crate::postgres::Psql;
use crate::proc::Tool;
use crate::say::Say;
use crate::test::TestServers;

/// Folders of the services that have migrations, sorted.
pub(super) fn services(place: &Place) -> Result<Vec<PathBuf>> {
    let folder = place.repo.join("services");
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.join("migrations").is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// A service with a database of its schema.
struct Service {
    folder: PathBuf,
    name: String,
    database: Psql,
}

/// Makes `.sqlx` of every service again, from a database with its schema.
pub(super) async fn generate(place: &Place, say: &Say) -> Result<()> {
    let folders = services(place)?;
    if folders.is_empty() {
        return Ok(());
    }
    let servers = TestServers::start(place, say).await?;
    let result = with_servers(place, say, &servers, folders).await;
    servers.stop().await;
    result
}

async fn with_servers(place: &Place, say: &Say, servers: &TestServers, folders: Vec<PathBuf>) -> Result<()> {
    let psql = servers.psql(place).await?;
    let mut services = Vec::new();
    for folder in folders {
        let name = folder.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| anyhow!("a service without a name"))?.to_owned();
        let database = psql.database(&database_of(&name));
        services.push(Service { folder, name, database });
    }
    let result = async {
        for Service { folder, name, database } in &services {
            psql.run(format!("CREATE DATABASE {};", database_of(name))).await?;
            migrate(place, folder, database).await?;
        }
        let step = say.step("crates with queries");
        check(place, &services, "crates").run(|line| step.note(line)).await?;
        step.done("");
        for service in &services {
            one(place, say, &services, service).await?;
        }
        Ok(())
    }
    .await;
    for Service { name, .. } in &services {
        let _ = psql.run(format!("DROP DATABASE IF EXISTS {} WITH (FORCE);", database_of(name))).await;
    }
    result
}

/// The database of a service, for this run.
fn database_of(service: &str) -> String {
    format!("gen_{service}_{}", std::process::id())
}

/// Has queries checked against the databases of all services. A selection of crates would have what they stand on built
/// once more, with other features.
fn check(place: &Place, services: &[Service], log: &str) -> Tool {
    let urls =
        services.iter().map(|service| (url_variable(&service.folder), service.database.url().to_string()));
    cargo_tool(place, "cargo check")
        .args(["check", "--workspace", "--all-targets"])
        .env("SQLX_OFFLINE", "false")
        .envs(urls)
        .log(place.logs().join(format!("gen-{log}.log")))
}

async fn one(place: &Place, say: &Say, services: &[Service], service: &Service) -> Result<()> {
    let Service { folder, name, .. } = service;
    let step = say.step(format!("queries of {name}"));
    let scratch = place.runs().join(format!("sqlx-{name}-{}", std::process::id()));
    let result = async {
        fs::create_dir_all(&scratch)?;
        touch(&folder.join("src/lib.rs"), &scratch)?;
        let check = check(place, services, name).env("SQLX_OFFLINE_DIR", &scratch);
        check.run(|line| step.note(line)).await?;
        replace(&scratch, &folder.join(".sqlx"))
    }
    .await;
    let _ = fs::remove_dir_all(&scratch);
    step.done(&format!("{} queries", result?));
    Ok(())
}

/// Applies the kit's migrations, then the service's own, as the service itself does at `saffron migrate`.
async fn migrate(place: &Place, service: &Path, psql: &Psql) -> Result<()> {
    for folder in [place.repo.join("services/libs/kit/migrations"), service.join("migrations")] {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let version: Option<u64> = name.split_once('_').and_then(|(number, _)| number.parse().ok());
            if let (Some(version), Some("sql")) = (version, path.extension().and_then(|end| end.to_str())) {
                files.insert(version, path);
            }
        }
        for path in files.values() {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            psql.run(text).await.with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// The variable that a service's sqlx.toml names, or sqlx's own.
fn url_variable(service: &Path) -> String {
    let text = fs::read_to_string(service.join("sqlx.toml")).unwrap_or_default();
    let named = text.lines().find_map(|line| line.trim().strip_prefix("database-url-var"));
    let value = named.and_then(|rest| rest.split('"').nth(1));
    value.unwrap_or("DATABASE_URL").to_owned()
}

/// The macros run only when the crate is compiled: gives a source the time of a folder made a moment ago.
fn touch(source: &Path, made: &Path) -> Result<()> {
    let at = fs::metadata(made)?.modified()?;
    let file = fs::File::options().write(true).open(source);
    file.and_then(|file| file.set_modified(at)).with_context(|| format!("cannot touch {}", source.display()))
}

/// Makes `to` hold exactly the query files of `from`; gives their number.
fn replace(from: &Path, to: &Path) -> Result<usize> {
    let names = |folder: &Path| -> Result<Vec<String>> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", folder.display())),
        };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        Ok(names.filter(|name| name.starts_with("query-")).collect())
    };
    let made = names(from)?;
    if !made.is_empty() {
        fs::create_dir_all(to)?;
    }
    for name in &made {
        super::write(&to.join(name), &fs::read_to_string(from.join(name))?)?;
    }
    for name in names(to)?.iter().filter(|name| !made.contains(name)) {
        fs::remove_file(to.join(name))?;
    }
    Ok(made.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_files_are_replaced_as_a_whole() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(from.path().join("query-1.json"), "one").unwrap();
        fs::write(to.path().join("query-2.json"), "two").unwrap();
        fs::write(to.path().join("README"), "kept").unwrap();
        assert_eq!(replace(from.path(), to.path()).unwrap(), 1);
        assert_eq!(fs::read_to_string(to.path().join("query-1.json")).unwrap(), "one");
        assert!(!to.path().join("query-2.json").exists() && to.path().join("README").exists());
    }

    #[test]
    fn the_variable_is_the_one_that_the_service_names() {
        let service = tempfile::tempdir().unwrap();
        assert_eq!(url_variable(service.path()), "DATABASE_URL");
        fs::write(service.path().join("sqlx.toml"), "[common]\ndatabase-url-var = \"AUTH_URL\"\n").unwrap();
        assert_eq!(url_variable(service.path()), "AUTH_URL");
    }
}
