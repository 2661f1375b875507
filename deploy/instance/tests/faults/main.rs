//! Killed services and servers while an import is under way: nothing is lost and nothing counts twice.
//! Needs the built programs and takes minutes: `cargo dev test faults` runs it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout)]

mod year;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
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

/// The location that the year is imported into.
const POS_ID: &str = "killed";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_day_equals_the_file_after_kills_during_imports() -> Result<()> {
    let instance = Launched::new()?;
    instance.start().await?;
    let year = Year::read();
    let owner = instance.owner().await?;

    for (number, victim) in VICTIMS.into_iter().enumerate() {
        let file = instance.config.home.join(format!("{victim}.csv"));
        year.write_part(number, VICTIMS.len(), &file)?;
        let mut import = Import::start(&instance, &file)?;
        import.is_sending().await.context(victim)?;
        let killed = instance.process(victim).context(victim)?;
        kill(&killed).await?;

        let code = import.link_code().await.context(victim)?;
        instance.started_again(victim, Some(&killed), PATIENCE).await?;
        if number == 0 {
            let link = json!({ "posID": POS_ID, "linkCode": code });
            // A service that was killed a moment ago may not answer yet.
            owner.call_with_retries("link-restaurant", link, PATIENCE).await?;
        }
    }
    year.expect(&owner, POS_ID).await?;
    instance.stop().await
}

/// An import of a part of the year that is under way.
struct Import {
    process: Child,
    /// What it prints.
    lines: UnboundedReceiver<String>,
}

impl Import {
    fn start(instance: &Launched, file: &Path) -> Result<Import> {
        let mut process = Command::new(instance.config.launcher.with_file_name("saffron"))
            .arg("import")
            .arg(file)
            .args(["--pos-id", POS_ID, "--url", &instance.address(), "--yes"])
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

    /// Waits until some of the facts have gone out, and not all.
    async fn is_sending(&mut self) -> Result<()> {
        while let Some(line) = self.line().await? {
            let numbers = line.trim().strip_prefix("sending ").and_then(|rest| rest.split_once(" of "));
            let Some((sent, all)) = numbers else { continue };
            let (sent, all): (u64, u64) = (sent.parse()?, all.parse()?);
            if sent > 0 && sent < all {
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
