use std::time::Duration;

use saffron_kit::pg::Database;
use saffron_kit::{CancellationToken, Fault};

use crate::store;

/// How often upkeep runs.
const EVERY: Duration = Duration::from_secs(6 * 60 * 60);
/// After a failure.
const AGAIN: Duration = Duration::from_secs(60);

/// Makes partitions for the months ahead and forgets what the inbox need not remember, until `shutdown`.
pub async fn run_upkeep(database: Database, shutdown: CancellationToken) {
    loop {
        let pause = match upkeep(&database).await {
            Ok(()) => EVERY,
            Err(fault) => {
                tracing::warn!(%fault, "upkeep waits");
                AGAIN
            }
        };
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

async fn upkeep(database: &Database) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    let today = saffron_core::Zone::utc().today(database.clock().now());
    store::make_months_ahead(&mut tx, today).await?;
    tx.forget_old_events().await?;
    tx.commit().await
}
