//! What each command does.

mod dlq;
mod migrate;
mod serve;
mod streams;

use anyhow::Context as _;
use saffron_kit::config::{ConfigError, Env};
use saffron_kit::nats::{Nats, NatsConfig};

use crate::cli::{Command, Dlq, Health, Streams};

/// Does it.
pub async fn run(command: Command, env: &Env) -> anyhow::Result<()> {
    match command {
        Command::Auth => serve::auth(env).await,
        Command::Reports => serve::reports(env).await,
        Command::Inventory => serve::inventory(env).await,
        Command::Customers => serve::customers(env).await,
        Command::Marketing => serve::marketing(env).await,
        Command::Notifications => serve::notifications(env).await,
        Command::Payments => serve::payments(env).await,
        Command::Gateway => serve::gateway(env).await,
        Command::All => serve::all(env).await,
        Command::Migrate => migrate::all(env).await,
        Command::Streams(Streams::Apply) => streams::apply(env).await,
        Command::Dlq(Dlq::List(what)) => dlq::list(env, what).await,
        Command::Dlq(Dlq::Replay(what)) => dlq::replay(env, what).await,
        Command::Health(Health { url, patience }) => {
            Ok(saffron_kit::health::ask(&url, std::time::Duration::from_secs(patience)).await?)
        }
        Command::Openapi => openapi(),
        Command::Figures => figures(),
    }
}

fn figures() -> anyhow::Result<()> {
    let catalogue = serde_json::to_string_pretty(&saffron_gateway::figures());
    println!("{}", catalogue.context("the catalogue cannot be written")?);
    Ok(())
}

fn openapi() -> anyhow::Result<()> {
    let document = saffron_gateway::openapi();
    println!("{}", document.to_pretty_json().context("the document cannot be written")?);
    Ok(())
}

/// A connection for operators. Waits a while for the server.
async fn operator_nats(env: &Env) -> anyhow::Result<Nats> {
    let config = NatsConfig::from_env("ops", env)?;
    let nats = Nats::connect("ops", &config).await?;
    nats.connected(std::time::Duration::from_secs(10)).await.map_err(|_| ConfigError::Wrong {
        name: "SAFFRON_OPS_NATS_URL".into(),
        why: "no server answers there".into(),
    })?;
    Ok(nats)
}
