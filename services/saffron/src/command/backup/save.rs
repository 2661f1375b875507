use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use jiff::{SignedDuration, Timestamp};
use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::nats::backup::ON_DISK;
use saffron_kit::pg::PgConfig;
use saffron_kit::pg::dump::Programs;
use saffron_services::{SERVICES, consumers};
use tokio::fs::File;
use tokio::io::AsyncWriteExt as _;

use super::manifest::Manifest;
use super::{DATABASES, STREAMS, copy_new, stores};
use crate::cli::Backup;
use crate::command::ops_nats;

/// The name of a backup's folder: its time in UTC, without what file systems refuse.
const NAME: &str = "%Y-%m-%dT%H-%M-%SZ";
/// The name of a backup until it is complete.
const UNFINISHED: &str = "unfinished";

/// Writes everything into a folder of its own below the one that is named, and removes backups that are too old. The services
/// may go on meanwhile.
pub async fn save(env: &Env, what: Backup) -> anyhow::Result<()> {
    let programs = Programs::from_env(env)?;
    let databases =
        SERVICES.map(|service| PgConfig::from_env(service.name, env).map(|config| (service.name, config)));
    let databases = databases.into_iter().collect::<Result<Vec<_>, _>>()?;
    let nats = ops_nats(env).await?;

    let now = Clock::system().now();
    let folder = what.folder.join(now.strftime(NAME).to_string());
    let partial = folder.with_extension(UNFINISHED);
    if folder.exists() {
        bail!("{} is there already", folder.display());
    }
    for folder in [&what.folder, &partial, &partial.join(DATABASES), &partial.join(STREAMS)] {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    // A backup names guests: no other user of the machine may read it.
    fs::set_permissions(&partial, Permissions::from_mode(0o700))?;

    // First the states of the consumers, then the databases, then the streams: so a restored database is never behind the
    // state from which it gets facts again, and every fact after that is in the stream.
    let mut manifest = Manifest::new(now, nats.consumer_states(&consumers()).await?);
    for (service, config) in &databases {
        let path = format!("{DATABASES}/{service}.dump");
        programs
            .dump(config, &partial.join(&path))
            .await
            .with_context(|| format!("database of {service}"))?;
        let bytes = manifest.add(&partial, path)?;
        println!("{service}: {}", readable_size(bytes));
    }
    for name in ON_DISK {
        let standing = nats.stream_state(name).await?;
        let standing = standing.with_context(|| format!("there is no stream {name}"))?;
        let path = format!("{STREAMS}/{name}");
        let mut file = File::create(partial.join(&path)).await?;
        let about = nats.save(name, &mut file).await?;
        file.flush().await?;
        file.sync_all().await?;
        let bytes = manifest.add(&partial, path)?;
        println!("{name}: {}, {} messages", readable_size(bytes), standing.messages);
        manifest.streams.push((standing, about));
    }
    // After the databases: every file that they name is copied, unless it was deleted meanwhile.
    for (name, store) in stores(env).into_iter().filter(|(_, store)| store.is_dir()) {
        println!("{name}: {}", copy_new(store, &partial.join(name))?);
    }
    manifest.write(&partial)?;
    fs::rename(&partial, &folder)?;
    fs::File::open(&what.folder)?.sync_all()?;
    println!("backup: {}", folder.display());
    for old in too_old(&what.folder, now - SignedDuration::from_hours(24 * i64::from(what.keep_days)))? {
        fs::remove_dir_all(&old).with_context(|| format!("cannot remove {}", old.display()))?;
        println!("removed: {}", old.display());
    }
    Ok(())
}

/// Backups, complete or not, from before this time, oldest first.
fn too_old(folder: &Path, before: Timestamp) -> anyhow::Result<Vec<PathBuf>> {
    let limit = before.strftime(NAME).to_string();
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let name = name.strip_suffix(&format!(".{UNFINISHED}")).unwrap_or(name);
        // No backup of ours has such a name.
        if jiff::civil::DateTime::strptime(NAME, name).is_ok() && name < limit.as_str() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn readable_size(bytes: u64) -> String {
    if bytes < 1_000_000 {
        format!("{} kB", bytes.div_ceil(1_000))
    } else {
        format!("{} MB", bytes / 1_000_000)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_backups_that_are_too_old_go() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "2026-10-01T00-00-00Z",
            "2026-10-02T00-00-00Z.unfinished",
            "2026-11-02T00-00-00Z",
            "2026",
            "letters",
        ] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let found = too_old(folder.path(), "2026-11-01T12:00:00Z".parse().unwrap()).unwrap();
        let names: Vec<_> = found.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["2026-10-01T00-00-00Z", "2026-10-02T00-00-00Z.unfinished"]);
    }
}
