//! A NATS with JetStream of our own, and how to tell that one answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use nix::sys::signal::Signal;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;

use crate::packages::Packages;
use crate::place::Place;
use crate::postgres::Use;
use crate::proc::Daemon;
use crate::secrets::Secrets;
use crate::services::{self, variable};

/// Where NATS keeps its streams.
pub fn store(place: &Place) -> PathBuf {
    place.home.join("nats")
}

/// Where NATS notes at which addresses it can be asked how it is.
pub fn notes(place: &Place) -> PathBuf {
    place.home.join("nats-notes")
}

/// How to run NATS with its store in the private folder.
pub fn daemon(place: &Place, packages: &Packages, secrets: &Secrets, kind: Use) -> Result<Daemon> {
    let (store, notes) = (store(place), notes(place));
    // One that was killed leaves its note.
    let _ = fs::remove_dir_all(&notes);
    fs::create_dir_all(&notes).with_context(|| format!("cannot create {}", notes.display()))?;
    fs::create_dir_all(&store).with_context(|| format!("cannot create {}", store.display()))?;
    let file = match kind {
        Use::Keep => {
            adopt(&store)?;
            "nats.conf"
        }
        Use::Test => "test.conf",
    };
    // The server reads each value as a piece of its configuration: hence the quotes.
    let mut env = BTreeMap::from([
        ("SAFFRON_NATS_LISTEN".to_owned(), format!("127.0.0.1:{}", place.ports.nats)),
        ("SAFFRON_NATS_STORE".to_owned(), store.display().to_string()),
        ("SAFFRON_NATS_OPS_PASSWORD".to_owned(), secrets.nats_ops.clone()),
    ]);
    for user in services::nats_users() {
        let name = variable(&format!("nats-{user}"), "PASSWORD");
        env.insert(name, secrets.nats(user)?.to_owned());
    }
    Ok(Daemon {
        name: "nats".into(),
        program: packages.nats_server.clone(),
        args: vec![
            "-c".into(),
            place.repo.join("deploy/nats").join(file).display().to_string(),
            // At a port that is free.
            "--http_port=-1".into(),
            format!("--ports_file_dir={}", notes.display()),
        ],
        env: env.into_iter().map(|(name, value)| (name, format!("\"{value}\""))).collect(),
        folder: PathBuf::from("/"),
        log: place.logs().join("nats.log"),
        account: None,
        stop_signal: Signal::SIGTERM,
        patience: Duration::from_secs(15),
    })
}

/// Gives the streams of a store that was written without accounts to the account of the services: without it the server
/// would begin with empty ones beside them.
fn adopt(store: &Path) -> Result<()> {
    let accounts = store.join("jetstream");
    let (nameless, ours) = (accounts.join("$G"), accounts.join("SAFFRON"));
    if !nameless.exists() || ours.exists() {
        return Ok(());
    }
    fs::rename(&nameless, &ours)
        .with_context(|| format!("cannot rename {} to {}", nameless.display(), ours.display()))
}

/// Whether a NATS with JetStream greets at `host:port`.
pub async fn answers(address: &str) -> bool {
    let greeting = async {
        let socket = TcpStream::connect(address).await.ok()?;
        let mut line = String::new();
        BufReader::new(socket).read_line(&mut line).await.ok()?;
        Some(line.starts_with("INFO ") && line.contains("\"jetstream\":true"))
    };
    tokio::time::timeout(Duration::from_secs(2), greeting).await.ok().flatten().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stored_without_accounts_is_the_services_own_now() {
        let store = tempfile::tempdir().unwrap();
        adopt(store.path()).unwrap();
        let of = |account: &str| store.path().join("jetstream").join(account).join("streams/POS");
        fs::create_dir_all(of("$G")).unwrap();
        adopt(store.path()).unwrap();
        assert!(of("SAFFRON").exists() && !of("$G").exists());
        // Streams that the account has are never replaced.
        fs::create_dir_all(of("$G")).unwrap();
        adopt(store.path()).unwrap();
        assert!(of("SAFFRON").exists() && of("$G").exists());
        let conf = include_str!("../../nats/users.conf");
        assert!(conf.contains("\n  SAFFRON {\n    jetstream: enabled\n"));
    }
}
