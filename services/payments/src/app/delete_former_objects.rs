//! Deleting the objects of former accounts from mirrors, in bounded batches: an account may have millions of payments.

use std::sync::Arc;
use std::time::Duration;

use saffron_kit::{CancellationToken, Fault, run_worker};

use super::App;
use crate::store;

/// The most rows of each table that are deleted in one transaction.
const AT_ONCE: i64 = 2_000;
/// The pause between rounds when there is nothing to delete.
const IDLE: Duration = Duration::from_secs(1);

/// Deletes mirrored objects of former accounts, until `shutdown`. Every replica does.
pub async fn run_deleting_former_objects(app: Arc<App>, shutdown: CancellationToken) {
    let idle = IDLE.min(app.config.poll_every);
    run_worker("clearing mirrors", idle, None, &shutdown, || delete_some(&app)).await;
}

/// Deletes some objects of one location's former account; false, if there were none.
async fn delete_some(app: &App) -> Result<bool, Fault> {
    let mut tx = app.database.begin().await?;
    let Some(pos_id) = store::lock_location_to_clear(&mut tx).await? else { return Ok(false) };
    if store::delete_former_objects(&mut tx, &pos_id, AT_ONCE).await? {
        store::mark_mirror_empty(&mut tx, &pos_id).await?;
        tracing::info!(%pos_id, "the mirror of a former card account is empty");
    }
    tx.commit().await?;
    Ok(true)
}
