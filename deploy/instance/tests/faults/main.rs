//! Killed services and servers while an import is under way: nothing is lost and nothing counts twice.
//! Needs the built programs and takes minutes: `cargo dev test faults` runs it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod proxy;
mod year;

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result};
use saffron_instance::{Launched, kill};
use serde_json::json;

use crate::proxy::Proxy;
use crate::year::Year;

/// Everything that an accepted fact passes through, and auth, which resolves its key.
const VICTIMS: [&str; 5] = ["auth", "reports", "gateway", "nats", "postgres"];
/// Batches of an import that have gone out when the victim is killed: a third of the year.
const BATCHES: usize = 15;
/// How long a killed process may take to be started again, and a call to be answered meanwhile.
const PATIENCE: Duration = Duration::from_secs(600);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_day_equals_the_file_after_kills_during_imports() -> Result<()> {
    let instance = Launched::new()?;
    instance.start().await?;
    let year = Year::read();
    let owner = instance.owner().await?;

    for victim in VICTIMS {
        let pos_id = format!("killed-{victim}");
        let mut proxy = Proxy::start(instance.config.ports.gateway).await;
        let import = instance
            .command(&["import", &Year::file(), "--pos-id", &pos_id, "--url", &proxy.url()])
            .env("SAFFRON_PROVISIONING_KEY", &instance.secrets.provisioning_key)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut import = tokio::task::spawn_blocking(|| import.wait_with_output());
        tokio::select! {
            () = proxy.ingested(BATCHES) => {}
            ended = &mut import => panic!("{victim}: the import was over before the kill: {ended:?}"),
            () = tokio::time::sleep(PATIENCE) => panic!("{victim}: the import hangs at {}", proxy.batches()),
        }
        let killed = instance.process(victim).context(victim)?;
        kill(&killed).await?;

        let import = import.await??;
        assert!(import.status.success(), "{victim}: {import:?}");
        assert!(proxy.batches() > BATCHES, "{victim}: the import was over before the kill");
        instance.started_again(victim, Some(&killed), PATIENCE).await?;
        let output = String::from_utf8(import.stdout)?;
        let code = output.lines().find_map(|line| line.trim().strip_prefix("link code")).unwrap();
        let link = json!({ "posID": pos_id, "linkCode": code.split_whitespace().next() });
        // A service that was killed a moment ago may not answer yet.
        owner.call_with_retries("link-restaurant", link, PATIENCE).await?;
    }
    for victim in VICTIMS {
        year.expect(&owner, &format!("killed-{victim}")).await?;
    }
    instance.stop().await
}
