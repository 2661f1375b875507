//! Deleting the objects of former accounts from mirrors, in bounded batches: an account may have millions of payments.

use std::sync::Arc;
use std::time::Duration;

use saffron_kit::{CancellationToken, Fault, run_worker};

use super::App;
use crate::store;

/// Rows of each table that are deleted in one transaction.
const AT_ONCE: i64 = 2_000;
/// The pause while no mirror has to be cleared.
const IDLE: Duration = Duration::from_secs(1);

/// Clears mirrors that hold objects of another account than their location's, until `shutdown`. Every replica does.
pub async fn run_clearing(app: Arc<App>, shutdown: CancellationToken) {
    let idle = IDLE.min(app.config.poll_every);
    run_worker("clearing mirrors", idle, None, &shutdown, || clear_one(&app)).await;
}

/// Clears a part of a mirror; false, if there was none.
async fn clear_one(app: &App) -> Result<bool, Fault> {
    let mut tx = app.database.begin().await?;
    let Some(pos_id) = store::lock_one_to_clear(&mut tx).await? else { return Ok(false) };
    if store::clear_some(&mut tx, &pos_id, AT_ONCE).await? {
        store::note_cleared(&mut tx, &pos_id).await?;
        tracing::info!(%pos_id, "the mirror of a former card account is empty");
    }
    tx.commit().await?;
    Ok(true)
}
