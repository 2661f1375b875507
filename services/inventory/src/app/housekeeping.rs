use std::sync::Arc;
use std::time::Duration;

use jiff::{Timestamp, ToSpan as _};
use saffron_kit::Fault;

use super::App;
use crate::domain::counted_since;
use crate::store;

/// How often what is no longer needed is forgotten.
pub const HOUSEKEEPING_EVERY: Duration = Duration::from_secs(60 * 60);
/// Rows that one transaction deletes of a table, so that nobody waits for its locks.
const BATCH: i64 = 1_000;
/// Batches of one round; what is left waits for the next.
const BATCHES: usize = 200;
/// Pictures that one transaction removes: the object store is asked for each while their rows are locked.
const OBJECTS: i64 = 2;
/// How long a picture stays that no item shows.
const UNUSED_HOURS: i64 = 24;
/// How long tills can ask for a change: as long as its event is kept.
const CHANGE_HOURS: i64 = 400 * 24;

/// Forgets what old checks sold, changes that every till has, pictures that nobody uses, and events that cannot come
/// again.
pub async fn housekeeping(app: Arc<App>) -> Result<(), Fault> {
    for _ in 0..BATCHES {
        let now = app.now();
        let mut tx = app.database.begin().await?;
        let sold = store::forget_sold(&mut tx, counted_since(now), BATCH).await?;
        let changes = store::forget_changes(&mut tx, earlier(now, CHANGE_HOURS), BATCH).await?;
        tx.commit().await?;
        if sold.max(changes) < BATCH.unsigned_abs() {
            break;
        }
    }
    for _ in 0..BATCHES {
        let mut tx = app.database.begin().await?;
        let retired = store::retire_unused(&mut tx, earlier(app.now(), UNUSED_HOURS), BATCH).await?;
        tx.commit().await?;
        if retired == 0 {
            break;
        }
    }
    for _ in 0..BATCH {
        let mut tx = app.database.begin().await?;
        let removed = store::remove_retired(&mut tx, &app.objects, OBJECTS).await?;
        tx.commit().await?;
        if removed == 0 {
            break;
        }
    }
    app.database.forget_old().await.map(drop)
}

fn earlier(now: Timestamp, hours: i64) -> Timestamp {
    now.saturating_sub(hours.hours()).unwrap_or(Timestamp::MIN)
}
