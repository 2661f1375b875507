//! The replicas of reports, by their heartbeats: one that dies between a commit and its word about it leaves
//! screens stale, so everyone loads again when a replica vanishes. That one begins is told on PUSH, where who comes
//! back later finds it too.

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

const WATCHED: &str = "reports";
const SWEEP: Duration = Duration::from_millis(250);

#[derive(Default)]
struct Replicas {
    seen: HashMap<Uuid, Instant>,
}

impl Replicas {
    /// A sign of life.
    fn heard(&mut self, replica: Uuid, now: Instant) {
        self.seen.insert(replica, now);
    }

    /// True if a replica has not been heard for too long.
    fn sweep(&mut self, now: Instant) -> bool {
        let before = self.seen.len();
        self.seen.retain(|_, at| now.duration_since(*at) < deadline(MISSED_AFTER));
        self.seen.len() != before
    }
}

/// Watches until `shutdown`.
pub async fn watch(gateway: Arc<Gateway>, shutdown: CancellationToken) {
    let mut replicas = Replicas::default();
    let mut sweep = tokio::time::interval(SWEEP);
    while !shutdown.is_cancelled() {
        let beats = gateway.nats.listen(subject::HEARTBEATS).await.inspect_err(|fault| {
            tracing::warn!(%fault, "heartbeats cannot be heard");
        });
        let Ok(beats) = beats else {
            tokio::select! {
                () = shutdown.cancelled() => return,
                _ = sweep.tick() => continue,
            }
        };
        let mut beats = std::pin::pin!(beats);
        loop {
            let before = replicas.seen.len();
            let has_lost = tokio::select! {
                () = shutdown.cancelled() => return,
                beat = beats.next() => {
                    let Some(beat) = beat else { break };
                    if let Ok(beat) = serde_json::from_slice::<Heartbeat>(&beat) && beat.service == WATCHED {
                        replicas.heard(beat.incarnation, Instant::now());
                    }
                    false
                }
                // Without NATS nobody is heard, which says nothing: who lives tells later what it could not.
                _ = sweep.tick() => replicas.sweep(Instant::now()) && gateway.nats.is_connected(),
            };
            if replicas.seen.len() != before {
                gateway.answers.replicas(replicas.seen.len());
            }
            if has_lost {
                tracing::info!(replicas = replicas.seen.len(), "a replica of reports went");
                gateway.hub.reset_all();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_goes_is_seen() {
        let mut replicas = Replicas::default();
        let start = Instant::now();
        let (a, b) = (Uuid::now_v7(), Uuid::now_v7());
        let at = |millis| start + Duration::from_millis(millis);
        replicas.heard(a, at(0));
        replicas.heard(b, at(400));
        replicas.heard(a, at(2_000));
        assert!(!replicas.sweep(at(2_000)));
        assert!(replicas.sweep(at(2_500)), "b was not heard for two seconds");
        assert!(!replicas.sweep(at(3_500)));
    }
}
