//! A NATS that could not write takes nothing more, however much room there is afterwards, until it is started again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::sys::statvfs::statvfs;
use reqwest::{Client, StatusCode};
use serde::Deserialize;

use crate::nats;
use crate::place::Place;
use crate::proc::Identity;

/// The room that makes another start worth it: some of the files that a stream writes, 8 MiB each.
const ROOM: u64 = 64 << 20;
/// How long NATS may take to say how it is.
const PATIENCE: Duration = Duration::from_secs(2);

/// How it is told whether NATS is stuck.
pub(super) struct Nats {
    store: PathBuf,
    /// Where it notes its addresses, in a file named after the program and the process.
    notes: PathBuf,
    program: String,
    client: Client,
}

/// Where a NATS listens, as it notes it itself.
#[derive(Deserialize)]
struct Ports {
    monitoring: Vec<String>,
}

impl Nats {
    /// The NATS of this instance, which this program is.
    pub(super) fn of(place: &Place, program: &Path) -> reqwest::Result<Self> {
        let client = Client::builder().timeout(PATIENCE).no_proxy().build()?;
        let program = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { store: nats::store(place), notes: nats::notes(place), program, client })
    }

    /// Whether it could not write, and could now.
    pub(super) async fn is_stuck(&self, process: &Identity) -> bool {
        self.complains(process).await && self.has_room()
    }

    async fn complains(&self, process: &Identity) -> bool {
        let noted = self.notes.join(format!("{}_{}.ports", self.program, process.pid));
        let Some(address) = fs::read(noted).ok().and_then(|noted| monitoring(&noted)) else { return false };
        let Ok(answer) = self.client.get(format!("{address}/healthz")).send().await else { return false };
        answer.status() == StatusCode::SERVICE_UNAVAILABLE
            && answer.text().await.is_ok_and(|why| why.contains("write error"))
    }

    fn has_room(&self) -> bool {
        statvfs(&self.store).is_ok_and(|disk| disk.blocks_available() * disk.fragment_size() >= ROOM)
    }
}

fn monitoring(noted: &[u8]) -> Option<String> {
    serde_json::from_slice::<Ports>(noted).ok()?.monitoring.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nats_notes_where_it_can_be_asked() {
        let noted = br#"{"nats":["nats://127.0.0.1:4222"],"monitoring":["http://127.0.0.1:8222"]}"#;
        assert_eq!(monitoring(noted).as_deref(), Some("http://127.0.0.1:8222"));
        assert_eq!(monitoring(b"{}"), None);
    }
}
