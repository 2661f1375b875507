use std::sync::Arc;
use std::time::Duration;

use futures::stream::{self, StreamExt as _};
use saffron_core::Code;
use saffron_kit::CancellationToken;

use crate::Gateway;

/// How often streams are looked through for sessions that have to be asked for again.
const EVERY: Duration = Duration::from_secs(1);
/// The most of them at a time.
const AT_ONCE: usize = 64;
/// Calls to auth in flight.
const IN_FLIGHT: usize = 8;

/// Asks for the sessions of open streams again, now and then and after events were missed: a session may have
/// run out, or have been ended while nobody could hear it. Until `shutdown`.
pub async fn recheck_sessions(gateway: Arc<Gateway>, shutdown: CancellationToken) {
    let mut every = tokio::time::interval(EVERY);
    loop {
        tokio::select! {
            () = shutdown.cancelled() => return,
            _ = every.tick() => {}
        }
        let due = stream::iter(gateway.hub.due(AT_ONCE));
        let check = due.for_each_concurrent(IN_FLIGHT, |(id, session_id)| {
            let gateway = &gateway;
            async move {
                match gateway.renew(id, &session_id).await {
                    Err(error) if error.code == Code::Unauthenticated => gateway.hub.drop_client(id),
                    // Where it failed, it is asked again in a while.
                    Ok(()) | Err(_) => {}
                }
            }
        });
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = check => {}
        }
    }
}
