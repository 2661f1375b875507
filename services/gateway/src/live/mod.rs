//! The live stream: one reader of PUSH for all clients of this gateway.

mod audience;
mod connection;
mod event;
pub mod hub;
mod index;
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

/// Proxies and phones close a stream that is silent for longer.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Sends a comment on every stream now and then, until `shutdown`; then closes them all.
pub async fn keep_alive(hub: Arc<Hub>, shutdown: CancellationToken) {
    let mut every = tokio::time::interval(KEEP_ALIVE);
    while shutdown.run_until_cancelled(every.tick()).await.is_some() {
        hub.keep_alive();
    }
    hub.close();
}
