//! The launcher's own NATS with JetStream: how it is run, whether it answers, and whether it has to be started again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use nix::sys::statvfs::statvfs;
use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;

use crate::Config;
use crate::http;
use crate::packages::Packages;
use crate::postgres::Use;
use crate::proc::{Daemon, Identity};
use crate::secrets::Secrets;
use crate::services::{self, variable};

/// The folder of NATS' streams.
fn store(config: &Config) -> PathBuf {
    config.home.join("nats")
}

/// The folder in which NATS writes the addresses of its monitoring.
fn notes(config: &Config) -> PathBuf {
    config.home.join("nats-notes")
}

/// The NATS of an instance, with its streams in the private folder.
pub fn daemon(config: &Config, packages: &Packages, secrets: &Secrets, kind: Use) -> Result<Daemon> {
    let (store, notes) = (store(config), notes(config));
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
        ("SAFFRON_NATS_LISTEN".to_owned(), format!("127.0.0.1:{}", config.ports.nats)),
        ("SAFFRON_NATS_STORE".to_owned(), store.display().to_string()),
        ("SAFFRON_NATS_OPS_PASSWORD".to_owned(), secrets.nats_ops.clone()),
    ]);
    for user in services::nats_users() {
        let name = variable(&format!("nats-{user}"), "PASSWORD");
        env.insert(name, secrets.nats(user)?.to_owned());
    }
    let env = env.into_iter().map(|(name, value)| (name, format!("\"{value}\""))).collect();
    let settings = config.repo.join("deploy/nats").join(file).display().to_string();
    // The port for monitoring is one that is free.
    let args = ["-c", &settings, "--http_port=-1", &format!("--ports_file_dir={}", notes.display())];
    Ok(Daemon {
        folder: PathBuf::from("/"),
        patience: Duration::from_secs(15),
        ..Daemon::of(config, "nats", packages.nats_server.clone(), &args, &env)
    })
}

/// Moves streams that were stored without accounts to the account of the services; the server would otherwise begin with
/// empty ones.
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

/// The free bytes from which another start is worth it: some of the files that a stream writes, 8 MiB each.
const ROOM: u64 = 64 << 20;

/// Checks the health of an instance's NATS: after a failed write it stores nothing until it is started again, even when
/// the disk has room.
pub(crate) struct Probe {
    store: PathBuf,
    /// The folder of its addresses, in a file named after the program and the process.
    notes: PathBuf,
    program: String,
}

/// The file in which a NATS writes its addresses.
#[derive(Deserialize)]
struct PortsFile {
    monitoring: Vec<String>,
}

impl Probe {
    /// A probe of the instance whose NATS is this program.
    pub(crate) fn of(config: &Config, program: &Path) -> Self {
        let program = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { store: store(config), notes: notes(config), program }
    }

    /// Whether the server has stopped storing, and the disk has room again.
    pub(crate) async fn needs_restart(&self, process: &Identity) -> bool {
        self.cannot_write(process).await && self.has_room()
    }

    /// Whether the server reports that it has stopped storing.
    async fn cannot_write(&self, process: &Identity) -> bool {
        let noted = self.notes.join(format!("{}_{}.ports", self.program, process.pid));
        let Some(address) = fs::read(noted).ok().and_then(|noted| monitoring(&noted)) else { return false };
        let answered = http::get(format!("{address}/healthz")).await;
        answered.is_ok_and(|(status, why)| status == 503 && why.contains("write error"))
    }

    fn has_room(&self) -> bool {
        statvfs(&self.store).is_ok_and(|disk| disk.blocks_available() * disk.fragment_size() >= ROOM)
    }
}

/// The address of the monitoring in the text of such a file.
fn monitoring(noted: &[u8]) -> Option<String> {
    serde_json::from_slice::<PortsFile>(noted).ok()?.monitoring.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_stored_without_accounts_becomes_the_services() {
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
        let conf = include_str!("../../../nats/users.conf");
        assert!(conf.contains("\n  SAFFRON {\n    jetstream: enabled\n"));
    }

    #[test]
    fn monitoring_address_is_read_from_the_ports_file() {
        let noted = br#"{"nats":["nats://127.0.0.1:4222"],"monitoring":["http://127.0.0.1:8222"]}"#;
        assert_eq!(monitoring(noted).as_deref(), Some("http://127.0.0.1:8222"));
        assert_eq!(monitoring(b"{}"), None);
    }
}
