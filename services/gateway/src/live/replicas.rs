//! The replicas of reports, by their heartbeats: one that dies between a commit and its word about it leaves
//! screens stale, so everyone loads again when a replica appears or vanishes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use saffron_kit::CancellationToken;
use saffron_kit::nats::heartbeat::{Heartbeat, MISSED_AFTER};
use saffron_kit::nats::subject;
use uuid::Uuid;

use crate::Gateway;

const WATCHED: &str = "reports";
const SWEEP: Duration = Duration::from_millis(250);

#[derive(Default)]
struct Replicas {
    seen: HashMap<Uuid, Instant>,
    first: Option<Instant>,
}

impl Replicas {
    /// A sign of life. True if it is of a replica that was not there before; those that are heard when we begin
    /// to listen were.
    fn heard(&mut self, replica: Uuid, now: Instant) -> bool {
        let first = *self.first.get_or_insert(now);
        let is_known = self.seen.insert(replica, now).is_some();
        !is_known && now.duration_since(first) >= MISSED_AFTER
    }

    /// True if a replica has not been heard for too long.
    fn sweep(&mut self, now: Instant) -> bool {
        let before = self.seen.len();
        self.seen.retain(|_, at| now.duration_since(*at) < MISSED_AFTER);
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
            let changed = tokio::select! {
                () = shutdown.cancelled() => return,
                beat = beats.next() => {
                    let Some(beat) = beat else { break };
                    match serde_json::from_slice::<Heartbeat>(&beat) {
                        Ok(beat) if beat.service == WATCHED => replicas.heard(beat.incarnation, Instant::now()),
                        _ => false,
                    }
                }
                // Without NATS nobody is heard, which says nothing; who is heard again counts as one who appears.
                _ = sweep.tick() => replicas.sweep(Instant::now()) && gateway.nats.is_connected(),
            };
            if replicas.seen.len() != before {
                gateway.answers.replicas(replicas.seen.len());
            }
            if changed {
                tracing::info!(replicas = replicas.seen.len(), "a replica of reports came or went");
                gateway.hub.reset_all();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_and_goes_is_seen_and_who_was_there_is_not() {
        let mut replicas = Replicas::default();
        let start = Instant::now();
        let (a, b, c) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
        let at = |millis| start + Duration::from_millis(millis);
        assert!(!replicas.heard(a, at(0)));
        assert!(!replicas.heard(b, at(400)));
        assert!(!replicas.heard(a, at(2_000)));
        assert!(!replicas.sweep(at(2_000)));
        assert!(replicas.sweep(at(2_500)), "b was not heard for two seconds");
        assert!(replicas.heard(c, at(2_600)));
        assert!(!replicas.heard(c, at(3_100)));
    }
}
