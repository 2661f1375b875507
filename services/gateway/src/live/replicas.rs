//! The replicas of reports, by their heartbeats. One that dies between a commit and its event leaves screens outdated, so all
//! clients reload when a replica vanishes. Each replica announces its start on PUSH, where clients that return later find it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use saffron_kit::CancellationToken;
use saffron_kit::deadline::deadline;
use saffron_kit::nats::heartbeat::{Heartbeat, MISSED_AFTER};
use saffron_kit::nats::subject;
use uuid::Uuid;

use crate::Gateway;

/// The service whose replicas are watched.
const WATCHED: &str = "reports";
/// How often missing heartbeats are looked for.
const SWEEP: Duration = Duration::from_millis(250);

#[derive(Default)]
struct Replicas {
    last_beats: HashMap<Uuid, Instant>,
}

impl Replicas {
    /// Notes a heartbeat.
    fn beat(&mut self, replica: Uuid, now: Instant) {
        self.last_beats.insert(replica, now);
    }

    /// Removes replicas without a heartbeat for too long; true if there were any.
    fn sweep(&mut self, now: Instant) -> bool {
        let before = self.last_beats.len();
        self.last_beats.retain(|_, at| now.duration_since(*at) < deadline(MISSED_AFTER));
        self.last_beats.len() != before
    }
}

/// Watches until `shutdown`.
pub async fn watch(gateway: Arc<Gateway>, shutdown: CancellationToken) {
    let mut replicas = Replicas::default();
    let mut sweep = tokio::time::interval(SWEEP);
    while !shutdown.is_cancelled() {
        let beats = gateway.nats.subscribe(subject::HEARTBEATS).await.inspect_err(|fault| {
            tracing::warn!(%fault, "heartbeats cannot be received");
        });
        let Ok(beats) = beats else {
            tokio::select! {
                () = shutdown.cancelled() => return,
                _ = sweep.tick() => continue,
            }
        };
        let mut beats = std::pin::pin!(beats);
        loop {
            let before = replicas.last_beats.len();
            let is_lost = tokio::select! {
                () = shutdown.cancelled() => return,
                beat = beats.next() => {
                    let Some(beat) = beat else { break };
                    if let Ok(beat) = serde_json::from_slice::<Heartbeat>(&beat) && beat.service == WATCHED {
                        replicas.beat(beat.incarnation, Instant::now());
                    }
                    false
                }
                // Without NATS no heartbeat arrives: a replica that lives publishes its events later.
                _ = sweep.tick() => replicas.sweep(Instant::now()) && gateway.nats.is_connected(),
            };
            if replicas.last_beats.len() != before {
                gateway.answers.set_replicas(replicas.last_beats.len());
            }
            if is_lost {
                tracing::info!(replicas = replicas.last_beats.len(), "a replica of reports vanished");
                gateway.hub.reset_all();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replica_without_heartbeat_is_lost() {
        let mut replicas = Replicas::default();
        let start = Instant::now();
        let (a, b) = (Uuid::now_v7(), Uuid::now_v7());
        let at = |millis| start + Duration::from_millis(millis);
        replicas.beat(a, at(0));
        replicas.beat(b, at(400));
        replicas.beat(a, at(2_000));
        assert!(!replicas.sweep(at(2_000)));
        assert!(replicas.sweep(at(2_500)), "b was silent for two seconds");
        assert!(!replicas.sweep(at(3_500)));
    }
}
