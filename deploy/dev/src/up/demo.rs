//! The demo: the sandbox's mail catcher, SMS provider, push service, card provider and POS, kept running beside the services.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use nix::sys::signal::Signal;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::supervisor::{Stage, Supervisor, fresh_log};
use crate::place::Place;
use crate::proc::{Daemon, tail};
use crate::say::Say;

/// How long a part of the sandbox may stay silent before it counts as stuck.
const SILENCE: Duration = Duration::from_secs(180);

/// Starts what stands in for the outside world, then the POS, and waits until the past days are there.
pub(super) async fn start(
    place: &Place,
    say: &Say,
    sandbox: &Path,
    env: &BTreeMap<String, String>,
    supervisor: &mut Supervisor,
) -> Result<()> {
    let home = |name: &str| place.home.join(name).display().to_string();
    let days: Vec<String> =
        place.env.get("SAFFRON_DEMO_DAYS").map_or_else(Vec::new, |days| vec!["--days".into(), days.into()]);
    part(place, say, supervisor, ("SMS provider", "sms"), sandbox, ["sms".to_owned()], env).await?;
    part(place, say, supervisor, ("push service", "push"), sandbox, ["push".to_owned()], env).await?;
    let cards = ["card".to_owned(), "--data".to_owned(), home("cards")].into_iter().chain(days.clone());
    part(place, say, supervisor, ("card provider", "cards"), sandbox, cards, env).await?;
    let url = format!("http://127.0.0.1:{}", place.ports.gateway);
    let pos = ["pos".to_owned(), "--url".to_owned(), url, "--home".to_owned(), home("sandbox")]
        .into_iter()
        .chain(days);
    part(place, say, supervisor, ("demo", "sandbox"), sandbox, pos, env).await
}

/// Starts the mail catcher: who signs up uses a link that is mailed to them, also where there is no demo.
pub(super) async fn start_mail(
    place: &Place,
    say: &Say,
    sandbox: &Path,
    env: &BTreeMap<String, String>,
    supervisor: &mut Supervisor,
) -> Result<()> {
    part(place, say, supervisor, ("mail catcher", "mail"), sandbox, ["mail".to_owned()], env).await
}

/// Starts one of the sandbox's programs, by its title and its name, and waits until it says that it is ready.
async fn part(
    place: &Place,
    say: &Say,
    supervisor: &mut Supervisor,
    (title, name): (&str, &str),
    sandbox: &Path,
    args: impl IntoIterator<Item = String>,
    env: &BTreeMap<String, String>,
) -> Result<()> {
    let step = say.step(title);
    let daemon = Daemon {
        name: name.into(),
        program: sandbox.to_path_buf(),
        args: args.into_iter().collect(),
        env: env.clone(),
        folder: place.repo.clone(),
        log: place.logs().join(format!("{name}.log")),
        account: None,
        stop_signal: Signal::SIGTERM,
        patience: Duration::from_secs(10),
    };
    fresh_log(&daemon.log);
    let log = daemon.log.clone();
    let (sender, mut lines) = mpsc::channel(64);
    supervisor.start(daemon, Stage::Outside, Some(sender))?;
    let mut done = String::new();
    loop {
        let Ok(Some(line)) = timeout(SILENCE, lines.recv()).await else {
            bail!("the {title} makes no headway. The end of {}:\n{}", log.display(), tail(&log, 20));
        };
        if line.trim() == "ready" {
            step.done(&done);
            return Ok(());
        }
        if let Some((share, text)) = progress(&line) {
            step.note(&format!("{share} % {text}"));
            done = text;
        }
    }
}

/// Reads `progress <done> <total> <text>`: per cent and text.
fn progress(line: &str) -> Option<(u64, String)> {
    let mut words = line.strip_prefix("progress ")?.splitn(3, ' ');
    let done: u64 = words.next()?.parse().ok()?;
    let total: u64 = words.next()?.parse().ok()?;
    Some((done.saturating_mul(100) / total.max(1), words.next().unwrap_or_default().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_progress_and_nothing_else() {
        assert_eq!(progress("progress 30 120 days sent"), Some((25, "days sent".into())));
        assert_eq!(progress("progress 0 0"), Some((0, String::new())));
        assert_eq!(progress("ready"), None);
        assert_eq!(progress("progress x 3 y"), None);
    }
}
