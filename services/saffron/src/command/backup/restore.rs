use std::path::Path;

use anyhow::Context as _;
use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::nats::backup::ConsumerState;
use saffron_kit::nats::{Nats, streams};
use saffron_kit::pg::dump::{self, Programs};
use saffron_kit::pg::{Database, PgConfig};
use saffron_services::{SERVICES, consumers};
use tokio::fs::File;

use super::manifest::Manifest;
use super::{DATABASES, STREAMS, copy_new, stores};
use crate::cli::{Restore, Restored};
use crate::command::{migrate, ops_nats};

/// Replaces every database by that of a backup, and has the services work all later messages again: from the streams, which
/// stay as they are, or are made from the backup where they are gone.
pub async fn restore(env: &Env, what: Restore) -> anyhow::Result<()> {
    let folder = what.folder;
    let programs = Programs::from_env(env)?;
    let manifest = Manifest::read(&folder)?;
    let databases = databases(env)?;
    let nats = ops_nats(env).await?;
    for (service, config) in &databases {
        dump::expect_unused(service, config).await?;
    }
    bring_streams(&nats, &folder, &manifest).await?;
    // Before the databases: after any interruption in between, no message is skipped.
    reset_consumers(&nats, &manifest.places).await?;
    for (service, config) in &databases {
        let file = folder.join(DATABASES).join(format!("{service}.dump"));
        programs.restore(config, &file).await.with_context(|| format!("database of {service}"))?;
        println!("{service}: restored");
    }
    for (name, store) in stores(env) {
        let from = folder.join(name);
        if from.is_dir() {
            println!("{name}: {}", copy_new(&from, store)?);
        }
    }
    finish(env).await?;
    println!("restored to {}, and what came since is worked again. Start the services.", manifest.made_at);
    Ok(())
}

/// The work after the databases were restored by other means, to their state at a time or later.
pub async fn restored(env: &Env, what: Restored) -> anyhow::Result<()> {
    let nats = ops_nats(env).await?;
    for (service, config) in &databases(env)? {
        dump::expect_unused(service, config).await?;
    }
    streams::apply(&nats, &consumers()).await?;
    reset_consumers(&nats, &nats.consumer_states_at(&consumers(), what.since).await?).await?;
    finish(env).await?;
    println!("what came since {} is worked again. Start the services.", what.since);
    Ok(())
}

fn databases(env: &Env) -> anyhow::Result<Vec<(&'static str, PgConfig)>> {
    let each = SERVICES.map(|service| Ok((service.name, PgConfig::from_env(service.name, env)?)));
    each.into_iter().collect()
}

/// Leaves streams that continue those of the backup, and makes missing ones from it.
async fn bring_streams(nats: &Nats, folder: &Path, manifest: &Manifest) -> anyhow::Result<()> {
    for (state, about) in &manifest.streams {
        let name = &state.stream;
        match nats.continues(state).await? {
            Some(true) => {
                println!("{name}: as it is");
                continue;
            }
            Some(false) => nats.remove_empty(name).await.context(
                "To go back to the backup alone, delete the stream first; to keep it, restore the databases by pg_restore and run `saffron restored`",
            )?,
            None => {}
        }
        let mut file = File::open(folder.join(STREAMS).join(name)).await?;
        nats.load(name, about, &mut file).await?;
        println!("{name}: restored, {} messages", state.messages);
    }
    Ok(streams::apply(nats, &consumers()).await?)
}

async fn reset_consumers(nats: &Nats, states: &[ConsumerState]) -> anyhow::Result<()> {
    for state in states {
        nats.reset_consumer(state).await?;
    }
    Ok(())
}

/// Brings the schemas up to date, and makes the changes that each restored database needs.
async fn finish(env: &Env) -> anyhow::Result<()> {
    migrate::all(env).await?;
    for service in SERVICES {
        let config = PgConfig::from_env(service.name, env)?;
        let database = Database::open(service.name, &config, Clock::system())?;
        dump::raise_event_sequence(&database).await?;
        if let Some(restored) = service.restored {
            restored(database).await?;
        }
    }
    Ok(())
}
