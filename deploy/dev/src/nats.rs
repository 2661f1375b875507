//! A NATS with JetStream of our own, and how to tell that one answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
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

/// How to run NATS with its store in the private folder.
///
/// # Errors
/// The store cannot be made.
pub fn daemon(place: &Place, packages: &Packages, secrets: &Secrets, kind: Use) -> Result<Daemon> {
    let store = place.home.join("nats");
    fs::create_dir_all(&store).with_context(|| format!("cannot create {}", store.display()))?;
    let file = match kind {
        Use::Keep => "nats.conf",
        Use::Test => "test.conf",
    };
    // The server reads each value as a piece of its configuration: hence the quotes.
    let mut env = BTreeMap::from([
        ("SAFFRON_NATS_LISTEN".to_owned(), format!("127.0.0.1:{}", place.ports.nats)),
        ("SAFFRON_NATS_STORE".to_owned(), store.display().to_string()),
        ("SAFFRON_NATS_OPS_PASSWORD".to_owned(), secrets.nats_ops.clone()),
    ]);
    for user in services::nats_users() {
        let name = variable("nats", &format!("{}_PASSWORD", user.to_uppercase()));
        env.insert(name, secrets.nats(user)?.to_owned());
    }
    Ok(Daemon {
        name: "nats".into(),
        program: packages.nats_server.clone(),
        args: vec!["-c".into(), place.repo.join("deploy/nats").join(file).display().to_string()],
        env: env.into_iter().map(|(name, value)| (name, format!("\"{value}\""))).collect(),
        folder: PathBuf::from("/"),
        log: place.logs().join("nats.log"),
        account: None,
        stop_signal: Signal::SIGTERM,
        patience: Duration::from_secs(15),
    })
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
