//! Killed services and servers while an import is under way: nothing is lost and nothing counts twice.
//! Needs the built programs and takes minutes: `cargo dev test faults` runs it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout)]

mod year;

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use saffron_instance::{Launched, kill};
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::year::Year;

/// The import itself, everything that a fact passes through, and auth, which resolves its key.
const VICTIMS: [&str; 6] = ["connectors", "auth", "reports", "gateway", "nats", "postgres"];
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
        let mut import = Import::start(&instance, &pos_id)?;
        import.sent_a_third().await.context(victim)?;
        let killed = instance.process(victim).context(victim)?;
        kill(&killed).await?;

        let code = import.link_code().await.context(victim)?;
        instance.started_again(victim, Some(&killed), PATIENCE).await?;
        let link = json!({ "posID": pos_id, "linkCode": code });
        // A service that was killed a moment ago may not answer yet.
        owner.call_with_retries("link-restaurant", link, PATIENCE).await?;
    }
    for victim in VICTIMS {
        year.expect(&owner, &format!("killed-{victim}")).await?;
    }
    instance.stop().await
}

/// An import of the year that is under way.
struct Import {
    process: Child,
    /// What it prints.
    lines: UnboundedReceiver<String>,
}

impl Import {
    fn start(instance: &Launched, pos_id: &str) -> Result<Import> {
        let mut process = Command::new(instance.config.launcher.with_file_name("saffron"))
            .args(["import", &Year::file(), "--pos-id", pos_id, "--url", &instance.address(), "--yes"])
            .env("SAFFRON_PROVISIONING_KEY", &instance.secrets.provisioning_key)
            .stdout(Stdio::piped())
            .spawn()?;
        let output = BufReader::new(process.stdout.take().context("no output")?);
        let (sender, lines) = unbounded_channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Ok(Import { process, lines })
    }

    /// The next line; none: it has ended.
    async fn line(&mut self) -> Result<Option<String>> {
        let line = tokio::time::timeout(PATIENCE, self.lines.recv()).await;
        Ok(line.context("the import hangs")?.inspect(|line| println!("{line}")))
    }

    /// Waits until a third of the facts has gone out, and not all.
    async fn sent_a_third(&mut self) -> Result<()> {
        while let Some(line) = self.line().await? {
            let numbers = line.trim().strip_prefix("sending ").and_then(|rest| rest.split_once(" of "));
            let Some((sent, all)) = numbers else { continue };
            let (sent, all): (u64, u64) = (sent.parse()?, all.parse()?);
            if sent * 3 >= all && sent < all {
                return Ok(());
            }
        }
        anyhow::bail!("the import was over before the kill")
    }

    /// Waits for the end; the code by which the location is linked.
    async fn link_code(mut self) -> Result<String> {
        let mut code = None;
        while let Some(line) = self.line().await? {
            let found = line.trim().strip_prefix("link code").and_then(|rest| rest.split_whitespace().next());
            code = found.map(ToOwned::to_owned).or(code);
        }
        ensure!(self.process.wait()?.success(), "the import failed");
        code.context("no link code")
    }
}
