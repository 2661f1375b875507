use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_kit::Fault;

use super::App;
use crate::domain::counted_since;
use crate::store;

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(60 * 60);
/// For how many hours after the time in a column the rows of a table are kept: changes for tills as long as their events.
const KEPT: [(&str, &str, i64); 1] = [("change", "made_at", 400 * 24)];
/// How long an unused picture is kept.
const UNUSED: SignedDuration = SignedDuration::from_hours(24);
/// The most pictures that one transaction removes: their rows are locked during the calls of the object store.
const OBJECTS: i64 = 2;
/// The most transactions of a round that remove pictures.
const REMOVALS: usize = 1_000;

/// Deletes the sold items of old checks, old changes for tills, unused pictures, and what kit stores of old events.
pub async fn upkeep(app: Arc<App>) -> Result<(), Fault> {
    let now = app.now();
    let mut batches = app.database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let mut most = store::forget_sold(&mut tx, counted_since(now), batches.rows()).await?;
        for (table, column, hours) in KEPT {
            let before = now - SignedDuration::from_hours(hours);
            most = most.max(tx.sweep(table, column, before, batches.rows()).await?);
        }
        batches.end(tx, most).await?;
    }
    let mut batches = app.database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let retired = store::retire_unused(&mut tx, now - UNUSED, batches.rows()).await?;
        batches.end(tx, retired).await?;
    }
    for _ in 0..REMOVALS {
        let mut tx = app.database.begin().await?;
        let removed = store::remove_retired(&mut tx, &app.objects, OBJECTS).await?;
        tx.commit().await?;
        if !removed {
            break;
        }
    }
    app.database.forget_old().await.map(drop)
}
