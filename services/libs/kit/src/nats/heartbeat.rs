//! Signs of life: a gateway that misses one knows that something may have been committed and never told
//! (design.md section 2, Caches).

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Nats, subject};

/// How often a replica says that it lives.
pub const EVERY: Duration = Duration::from_millis(500);
/// After this long without a word a replica counts as gone.
pub const MISSED_AFTER: Duration = Duration::from_secs(2);

/// What a replica says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heartbeat {
    /// The service.
    pub service: String,
    /// This life of this replica: another one after each start.
    pub incarnation: Uuid,
}

/// Says that this replica lives until `shutdown`. Nothing is stored; while NATS is away nobody hears it.
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
            let _ = nats.say(&subject::heartbeat(service), body.clone()).await;
        }
    }
}
