//! Heartbeats: a gateway that misses one knows that something may have been committed and never published.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Nats, subject};

/// How often a replica sends a heartbeat.
pub const EVERY: Duration = Duration::from_millis(500);
/// A replica without a heartbeat for this long counts as gone.
pub const MISSED_AFTER: Duration = Duration::from_secs(2);

/// The content of a heartbeat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heartbeat {
    /// The service.
    pub service: String,
    /// Identifies a run of the replica: another id after each start.
    pub incarnation: Uuid,
}

/// Sends heartbeats of this replica until `shutdown`. They are not stored; while NATS is away they are lost.
pub async fn beat(nats: Nats, service: &'static str, shutdown: CancellationToken) {
    let heart = Heartbeat { service: service.to_owned(), incarnation: Uuid::now_v7() };
    let Ok(body) = serde_json::to_vec(&heart) else { return };
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = shutdown.cancelled() => return,
            _ = every.tick() => {}
        }
        if nats.is_connected() {
            let _ = nats.broadcast(&subject::heartbeat(service), body.clone()).await;
        }
    }
}
