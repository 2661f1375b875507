//! Checks whether the sessions of open streams still exist.

use std::sync::Arc;
use std::time::Duration;

use futures::stream::{self, StreamExt as _};
use saffron_core::{Code, Error};
use saffron_kit::{CancellationToken, Secret};

use super::index::StreamId;
use crate::Gateway;
use crate::session::Validity;

/// How often streams are searched for sessions that are due.
const INTERVAL: Duration = Duration::from_secs(1);
/// Sessions that are checked in one round.
const BATCH: usize = 64;
/// Concurrent calls of auth.
const CONCURRENCY: usize = 8;
/// How often a session that changes meanwhile is looked up.
const ATTEMPTS: usize = 3;

/// Looks the sessions of open streams up again, now and then and after events were missed: a session may have expired, or have
/// ended while PUSH was not read. Until `shutdown`.
pub async fn recheck_sessions(gateway: Arc<Gateway>, shutdown: CancellationToken) {
    let mut every = tokio::time::interval(INTERVAL);
    let rounds = async {
        loop {
            every.tick().await;
            let due = stream::iter(gateway.hub.due(BATCH));
            let check = due.for_each_concurrent(CONCURRENCY, |(id, session_id)| {
                let gateway = &gateway;
                async move {
                    // After another failure it is due again soon.
                    let renewed = gateway.renew(id, &session_id).await;
                    if renewed.is_err_and(|error| error.code == Code::Unauthenticated) {
                        gateway.hub.remove_stream(id);
                    }
                }
            });
            check.await;
        }
    };
    shutdown.run_until_cancelled(rounds).await;
}

impl Gateway {
    /// Looks the session of a stream up again, and updates the locations that the stream sees.
    ///
    /// # Errors
    /// Unauthenticated, if it has ended; unavailable, if auth does not answer or the session keeps changing.
    pub(super) async fn renew(&self, stream: StreamId, session_id: &Secret) -> Result<(), Error> {
        for _ in 0..ATTEMPTS {
            let (session, _) = self.sessions.resolve(session_id).await?;
            self.hub.refresh(stream, &session);
            // A change that arrived between the two was overwritten by the second.
            if self.sessions.validity(&session) == Validity::Current {
                return Ok(());
            }
        }
        self.hub.recheck_soon(stream);
        Err(Error::unavailable("We could not confirm your session. Please try again."))
    }
}
