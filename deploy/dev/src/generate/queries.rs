//! The data by which sqlx checks queries without a database: `.sqlx` of each service that has a schema.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};

use crate::build::cargo_tool;
use crate::files::{below, read};
use crate::postgres::Psql;
use crate::services::variable;
use crate::test::TestServers;
use crate::{Config, Output, Tool};

/// A service with a database of its schema.
struct Service {
    name: String,
    folder: PathBuf,
    database_name: String,
    database: Psql,
}

/// Makes `.sqlx` of every service again, from a database with its schema.
pub(super) async fn generate(config: &Config, out: &Output) -> Result<()> {
    let servers = TestServers::start(config, out).await?;
    let result = with_servers(config, out, &servers).await;
    servers.stop().await;
    result
}

/// The services that have a schema, each with a database for this run. From their folders: the table of services is
/// printed by a program that compiles only once a new service has its queries.
fn services(config: &Config, psql: &Psql) -> Result<Vec<Service>> {
    let folders = fs::read_dir(config.repo.join("services"))?.flatten().map(|entry| entry.path());
    let services = folders.filter(|folder| folder.join("sqlx.toml").exists()).filter_map(|folder| {
        let name = folder.file_name()?.to_str()?.to_owned();
        let database_name = format!("gen_{name}_{}", std::process::id());
        let database = psql.database(&database_name);
        Some(Service { name, folder, database_name, database })
    });
    Ok(services.collect())
}

async fn with_servers(config: &Config, out: &Output, servers: &TestServers) -> Result<()> {
    let psql = servers.psql(config).await?;
    let services = services(config, &psql)?;
    let scratch = config.runs().join(format!("queries-{}", std::process::id()));
    let result = async {
        for service in &services {
            psql.run(format!("CREATE DATABASE {};", service.database_name)).await?;
            migrate(config, service).await?;
        }
        fs::create_dir_all(&scratch)?;
        let times = touch(&services, fs::metadata(&scratch)?.modified()?)?;
        let checked = check(config, &services, &scratch).step(out, "crates with queries").await;
        for (source, time) in times {
            set_modified(&source, time)?;
        }
        checked?;
        for Service { name, folder, .. } in &services {
            let queries = replace(&scratch.join(format!("saffron-{name}")), &folder.join(".sqlx"))?;
            out.step(format!("queries of {name}")).done(&format!("{queries} queries"));
        }
        Ok(())
    }
    .await;
    let _ = fs::remove_dir_all(&scratch);
    for Service { database_name, .. } in &services {
        let _ = psql.run(format!("DROP DATABASE IF EXISTS {database_name} WITH (FORCE);")).await;
    }
    result
}

/// Has queries checked against the databases of all services, which writes those of each crate into a folder of
/// `scratch`. A selection of crates would have what they stand on built once more, with other features.
fn check(config: &Config, services: &[Service], scratch: &Path) -> Tool {
    let url = |Service { name, database, .. }: &Service| {
        (variable(name, "DATABASE_URL"), database.url().to_string())
    };
    cargo_tool(config, "cargo check")
        .args(["check", "--workspace", "--lib", "--locked"])
        .env("RUSTC_WORKSPACE_WRAPPER", config.repo.join("deploy/dev/src/generate/rustc.sh"))
        .env("QUERIES_DIR", scratch)
        .env("SQLX_OFFLINE", "false")
        .envs(services.iter().map(url))
        .log(config.logs().join("gen-queries.log"))
}

/// Applies the kit's migrations, then the service's own, as `saffron migrate` does. Their numbers have four digits.
async fn migrate(config: &Config, service: &Service) -> Result<()> {
    for folder in [config.repo.join("services/libs/kit"), service.folder.clone()] {
        for file in below(&folder.join("migrations"), &[])? {
            service.database.run(read(&file)?).await.with_context(|| file.display().to_string())?;
        }
    }
    Ok(())
}

/// The macros run only when their crate is compiled: makes a source of each look changed. Gives the times that they had,
/// without which the next build would compile these crates again.
fn touch(services: &[Service], now: SystemTime) -> Result<Vec<(PathBuf, SystemTime)>> {
    let touched = services.iter().map(|service| {
        let source = service.folder.join("src/lib.rs");
        let time = fs::metadata(&source)?.modified()?;
        set_modified(&source, now)?;
        Ok((source, time))
    });
    touched.collect()
}

fn set_modified(source: &Path, time: SystemTime) -> Result<()> {
    let file = fs::File::options().write(true).open(source);
    file.and_then(|file| file.set_modified(time))
        .with_context(|| format!("cannot touch {}", source.display()))
}

/// Makes `to` hold exactly the query files of `from`; gives their number.
fn replace(from: &Path, to: &Path) -> Result<usize> {
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.filter(|name| name.starts_with("query-")).collect()
    };
    fs::create_dir_all(to)?;
    let made = names(from);
    // The crate was not compiled: something else built it while its source looked changed.
    ensure!(
        !made.is_empty() || names(to).is_empty(),
        "{}: no query was checked; run `cargo dev gen queries` again while nothing else is built",
        to.display()
    );
    for name in &made {
        super::write(&to.join(name), &read(from.join(name))?)?;
    }
    for name in names(to).iter().filter(|name| !made.contains(name)) {
        fs::remove_file(to.join(name))?;
    }
    Ok(made.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::SERVICES;

    #[test]
    fn query_files_are_replaced_as_a_whole() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(from.path().join("query-1.json"), "one").unwrap();
        fs::write(to.path().join("query-2.json"), "two").unwrap();
        fs::write(to.path().join("README"), "kept").unwrap();
        assert_eq!(replace(from.path(), to.path()).unwrap(), 1);
        assert_eq!(fs::read_to_string(to.path().join("query-1.json")).unwrap(), "one");
        assert!(!to.path().join("query-2.json").exists() && to.path().join("README").exists());
        let nothing = tempfile::tempdir().unwrap();
        assert!(replace(nothing.path(), to.path()).is_err());
        assert!(to.path().join("query-1.json").exists(), "nothing is removed when no query was checked");
    }

    #[test]
    fn service_names_its_own_variable_to_sqlx() {
        let services = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../services");
        for service in SERVICES {
            let named = format!("database-url-var = \"{}\"\n", variable(service, "DATABASE_URL"));
            assert!(read(services.join(service).join("sqlx.toml")).unwrap().contains(&named), "{service}");
        }
    }
}
