use saffron_kit::config::Env;
use saffron_kit::nats::streams;

/// Makes streams and consumers as declared.
pub async fn apply(env: &Env) -> anyhow::Result<()> {
    let nats = super::ops_nats(env).await?;
    streams::apply(&nats, &saffron_services::consumers()).await?;
    println!("streams and consumers are as declared");
    Ok(())
}
