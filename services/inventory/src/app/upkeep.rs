use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_kit::Fault;

use super::App;
use crate::domain::counted_since;
use crate::store;

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(60 * 60);
/// When rows are deleted: table, column with a time, and the hours after that time. Changes for tills stay as long as events.
const RETENTION: [(&str, &str, i64); 1] = [("change", "made_at", 400 * 24)];
/// How long an unused picture is stored.
const UNUSED_PICTURE_AGE: SignedDuration = SignedDuration::from_hours(24);
/// The most pictures that one transaction removes: their rows are locked during the calls of the object store.
const PICTURES: i64 = 2;
/// The most transactions of a round that remove pictures.
const REMOVALS: usize = 1_000;

/// Deletes the sold items of old checks, old changes for tills, unused pictures, and what kit has stored of old events.
pub async fn upkeep(app: Arc<App>) -> Result<(), Fault> {
    let now = app.now();
    let mut batches = app.database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let mut deleted = store::delete_old_sales(&mut tx, counted_since(now), batches.rows()).await?;
        for (table, column, hours) in RETENTION {
            let before = now - SignedDuration::from_hours(hours);
            deleted = deleted.max(tx.sweep(table, column, before, batches.rows()).await?);
        }
        batches.end(tx, deleted).await?;
    }
    let mut batches = app.database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let deleted = store::delete_unused_uploads(&mut tx, now - UNUSED_PICTURE_AGE, batches.rows()).await?;
        batches.end(tx, deleted).await?;
    }
    for _ in 0..REMOVALS {
        let mut tx = app.database.begin().await?;
        let removed = store::remove_pictures(&mut tx, &app.objects, PICTURES).await?;
        tx.commit().await?;
        if !removed {
            break;
        }
    }
    app.database.forget_old().await.map(drop)
}
