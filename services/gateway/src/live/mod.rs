//! What changes, as it changes: one reader of PUSH for all clients of this gateway (design.md section 2, Live).

mod audience;
mod event;
pub mod hub;
mod index;
mod outlet;
mod position;
pub mod reader;
pub mod recheck;
pub mod replicas;
pub mod stream;
mod window;
mod writers;

use std::sync::Arc;
use std::time::Duration;

use saffron_kit::CancellationToken;

use hub::Hub;

/// Proxies and phones give up a stream on which nothing is said for longer.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Says something on every stream now and then, until `shutdown`; then closes them all.
pub async fn keep_alive(hub: Arc<Hub>, shutdown: CancellationToken) {
    let mut every = tokio::time::interval(KEEP_ALIVE);
    loop {
        tokio::select! {
            () = shutdown.cancelled() => break,
            _ = every.tick() => hub.keep_alive(),
        }
    }
    hub.close();
}
