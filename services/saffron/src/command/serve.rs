use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::service::{Spec, shutdown_on_signal};
use saffron_kit::{CancellationToken, Fault};
use saffron_services::SERVICES;
use tokio::task::JoinSet;

/// Runs one service.
pub async fn one(env: &Env, service: &Spec) -> anyhow::Result<()> {
    let start = (service.prepare)(env)?;
    Ok(start(Clock::system(), shutdown_on_signal()?).await?.stopped().await?)
}

/// Runs the gateway.
pub async fn gateway(env: &Env) -> anyhow::Result<()> {
    let config = saffron_gateway::Config::from_env(env)?;
    Ok(saffron_gateway::run(config, Clock::system(), shutdown_on_signal()?).await?)
}

/// Runs every service in this process; gRPC goes over loopback as it would between machines. The gateway stops
/// first, so that its last calls are still answered.
pub async fn all(env: &Env) -> anyhow::Result<()> {
    let prepared: Result<Vec<_>, _> = SERVICES.into_iter().map(|service| (service.prepare)(env)).collect();
    let (prepared, gateway) = (prepared?, saffron_gateway::Config::from_env(env)?);
    let signal = shutdown_on_signal()?;
    let (edge, behind) = (signal.clone(), CancellationToken::new());
    let clock = Clock::system();
    let mut services = JoinSet::new();
    for start in prepared {
        let started = start(clock.clone(), behind.clone());
        services.spawn(async move { started.await?.stopped().await });
    }
    services.spawn({
        let behind = behind.clone();
        async move {
            let ended = saffron_gateway::run(gateway, clock, edge).await;
            behind.cancel();
            ended
        }
    });
    let mut result = Ok(());
    while let Some(ended) = services.join_next().await {
        // A service that ends early ends the others.
        signal.cancel();
        let ended = ended.unwrap_or_else(|e| Err(Fault::Permanent(e.to_string())));
        result = result.and(ended);
    }
    Ok(result?)
}
