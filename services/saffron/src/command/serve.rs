use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::service::shutdown_on_signal;
use saffron_kit::{CancellationToken, Fault};
use tokio::task::JoinSet;

pub async fn auth(env: &Env) -> anyhow::Result<()> {
    let config = saffron_auth::Config::from_env(env)?;
    Ok(saffron_auth::run(config, Clock::system(), shutdown_on_signal()?).await?)
}

pub async fn reports(env: &Env) -> anyhow::Result<()> {
    let config = saffron_reports::Config::from_env(env)?;
    Ok(saffron_reports::run(config, Clock::system(), shutdown_on_signal()?).await?)
}

pub async fn inventory(env: &Env) -> anyhow::Result<()> {
    let config = saffron_inventory::Config::from_env(env)?;
    Ok(saffron_inventory::run(config, Clock::system(), shutdown_on_signal()?).await?)
}

pub async fn customers(env: &Env) -> anyhow::Result<()> {
    let config = saffron_customers::Config::from_env(env)?;
    Ok(saffron_customers::run(config, Clock::system(), shutdown_on_signal()?).await?)
}

pub async fn marketing(env: &Env) -> anyhow::Result<()> {
    let config = saffron_marketing::Config::from_env(env)?;
    Ok(saffron_marketing::run(config, Clock::system(), shutdown_on_signal()?).await?)
}

pub async fn notifications(env: &Env) -> anyhow::Result<()> {
    let config = saffron_notifications::Config::from_env(env)?;
    Ok(saffron_notifications::run(config, Clock::system(), shutdown_on_signal()?).await?)
}

pub async fn payments(env: &Env) -> anyhow::Result<()> {
    let config = saffron_payments::Config::from_env(env)?;
    Ok(saffron_payments::run(config, Clock::system(), shutdown_on_signal()?).await?)
}

pub async fn gateway(env: &Env) -> anyhow::Result<()> {
    let config = saffron_gateway::Config::from_env(env)?;
    Ok(saffron_gateway::run(config, Clock::system(), shutdown_on_signal()?).await?)
}

/// Every service in this process; gRPC goes over loopback as it would between machines. The gateway stops
/// first, so that its last calls are still answered.
pub async fn all(env: &Env) -> anyhow::Result<()> {
    let auth = saffron_auth::Config::from_env(env)?;
    let reports = saffron_reports::Config::from_env(env)?;
    let inventory = saffron_inventory::Config::from_env(env)?;
    let customers = saffron_customers::Config::from_env(env)?;
    let marketing = saffron_marketing::Config::from_env(env)?;
    let payments = saffron_payments::Config::from_env(env)?;
    let notifications = saffron_notifications::Config::from_env(env)?;
    let gateway = saffron_gateway::Config::from_env(env)?;
    let signal = shutdown_on_signal()?;
    let (edge, behind) = (signal.clone(), CancellationToken::new());
    let clock = Clock::system();
    let mut services = JoinSet::new();
    services.spawn(saffron_auth::run(auth, clock.clone(), behind.clone()));
    services.spawn(saffron_reports::run(reports, clock.clone(), behind.clone()));
    services.spawn(saffron_inventory::run(inventory, clock.clone(), behind.clone()));
    services.spawn(saffron_customers::run(customers, clock.clone(), behind.clone()));
    services.spawn(saffron_marketing::run(marketing, clock.clone(), behind.clone()));
    services.spawn(saffron_payments::run(payments, clock.clone(), behind.clone()));
    services.spawn(saffron_notifications::run(notifications, clock.clone(), behind.clone()));
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
        // One that ends before it is told takes the others with it.
        signal.cancel();
        let ended = ended.unwrap_or_else(|e| Err(Fault::Permanent(e.to_string())));
        result = result.and(ended);
    }
    Ok(result?)
}
