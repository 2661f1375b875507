//! The commands.

mod backup;
mod dlq;
mod events;
mod migrate;
mod outbox;
mod people;
mod serve;
mod sessions;
mod streams;
mod vendors;

use std::collections::BTreeMap;

use anyhow::Context as _;
use saffron_kit::config::{ConfigError, Env};
use saffron_kit::metrics::{Metrics, MetricsConfig, Runs};
use saffron_kit::nats::{Nats, NatsConfig};
use saffron_kit::pg::PgConfig;
use saffron_kit::pg::dump::Programs;
use saffron_kit::service::Spec;
use saffron_services::SERVICES;
use serde_json::json;

use crate::cli::{Command, Dlq, Health, Outbox, People, Sessions, Streams, Vendors};

/// Runs a command.
pub async fn run(command: Command, env: &Env) -> anyhow::Result<()> {
    match command {
        Command::Service(service) => {
            with_metrics(env, Runs::One(service.name), Box::pin(serve::one(env, service))).await
        }
        Command::Gateway => with_metrics(env, Runs::One("gateway"), Box::pin(serve::gateway(env))).await,
        Command::All => with_metrics(env, Runs::All, Box::pin(serve::all(env))).await,
        Command::Migrate => migrate::all(env).await,
        Command::Backup(what) => backup::save(env, what).await,
        Command::Restore(what) => backup::restore(env, what).await,
        Command::Restored(what) => backup::restored(env, what).await,
        Command::Streams(Streams::Apply) => streams::apply(env).await,
        Command::Dlq(Dlq::List(what)) => dlq::list(env, what).await,
        Command::Dlq(Dlq::Replay(what)) => dlq::replay(env, what).await,
        Command::Dlq(Dlq::Resend(what)) => dlq::resend(env, what).await,
        Command::Outbox(Outbox::List(what)) => outbox::list(env, what).await,
        Command::Outbox(Outbox::Send(what)) => outbox::send(env, what).await,
        Command::Sessions(Sessions::End(what)) => sessions::end(env, what).await,
        Command::People(People::List(what)) => people::list(env, what).await,
        Command::People(People::Erase(what)) => people::erase(env, what).await,
        Command::People(People::Remove(what)) => people::remove(env, what).await,
        Command::Vendors(Vendors::AllowAccount(what)) => vendors::allow(env, what).await,
        Command::Vendors(Vendors::ForbidAccount(what)) => vendors::forbid(env, what).await,
        Command::Vendors(Vendors::ListAccounts(what)) => vendors::list(env, what).await,
        Command::Vendors(Vendors::ClearAccount(what)) => vendors::clear(env, what).await,
        Command::Import(what) => Box::pin(crate::import::run(*what)).await,
        Command::Events(what) => events::watch(env, what).await,
        Command::Health(Health { url, patience }) => {
            Ok(saffron_kit::health::ask(&url, std::time::Duration::from_secs(patience)).await?)
        }
        Command::Services => print_services(),
        Command::Variables => print_variables(env),
        Command::Openapi => print_openapi(),
        Command::Figures => print_figures(),
    }
}

/// Runs services, with metrics if a listener or a collector is configured.
async fn with_metrics(
    env: &Env,
    runs: Runs,
    services: impl Future<Output = anyhow::Result<()>>,
) -> anyhow::Result<()> {
    let metrics = Metrics::start(MetricsConfig::from_env(env)?, runs).await?;
    let result = services.await;
    metrics.end().await;
    result
}

fn print_services() -> anyhow::Result<()> {
    let row = |service: &Spec| {
        let events: Vec<String> =
            service.events.iter().map(|(domain, name)| format!("{domain}.{name}")).collect();
        let consumers: BTreeMap<_, _> = service.consumers().names().into_iter().collect();
        json!({ "name": service.name, "facts": service.facts, "events": events, "consumers": consumers })
    };
    let table = serde_json::to_string_pretty(&json!({ "services": SERVICES.map(row) }));
    println!("{}", table.context("the table cannot be written")?);
    Ok(())
}

/// Prints the variables that each program reads, by having it read its configuration, for which the environment must be
/// complete.
fn print_variables(env: &Env) -> anyhow::Result<()> {
    let mut programs = BTreeMap::new();
    for service in SERVICES {
        let own = env.unread();
        let _start = (service.prepare)(&own)?;
        programs.insert(service.name, own.variables());
        // Commands open every database.
        PgConfig::from_env(service.name, env)?;
    }
    let own = env.unread();
    saffron_gateway::Config::from_env(&own)?;
    programs.insert("gateway", own.variables());
    MetricsConfig::from_env(env)?;
    NatsConfig::from_env("ops", env)?;
    NatsConfig::from_env("analyst", env)?;
    Programs::from_env(env)?;
    backup::stores(env);
    programs.insert("saffron", env.variables());
    let table = serde_json::to_string_pretty(&json!({ "programs": programs }));
    println!("{}", table.context("the table cannot be written")?);
    Ok(())
}

fn print_figures() -> anyhow::Result<()> {
    let catalogue = serde_json::to_string_pretty(&saffron_gateway::figures());
    println!("{}", catalogue.context("the catalogue cannot be written")?);
    Ok(())
}

fn print_openapi() -> anyhow::Result<()> {
    let document = saffron_gateway::openapi();
    println!("{}", document.to_pretty_json().context("the document cannot be written")?);
    Ok(())
}

/// A connection as the NATS user `ops`.
async fn ops_nats(env: &Env) -> anyhow::Result<Nats> {
    nats_of(env, "ops", "SAFFRON_OPS_NATS_URL").await
}

/// A connection as a user whose variable is `name`. Waits a while for the server.
async fn nats_of(env: &Env, user: &str, name: &str) -> anyhow::Result<Nats> {
    let config = NatsConfig::from_env(user, env)?;
    let nats = Nats::connect(user, &config).await?;
    nats.connected(std::time::Duration::from_secs(10))
        .await
        .map_err(|_| ConfigError::Wrong { name: name.into(), why: "no server answers there".into() })?;
    Ok(nats)
}
