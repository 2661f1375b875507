use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_core::Calendar;
use saffron_kit::Fault;

use super::App;
use crate::store;

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(60 * 60);
/// For how many hours after the time in a column the rows of a table are kept. Older checks are not recorded, and tokens of
/// ended sessions and left locations expire within minutes.
const RETENTION: [(&str, &str, i64); 5] = [
    ("happening", "noted_at", 40 * 24),
    ("seen_check", "seen_at", 4 * 24),
    ("communication", "added_at", 400 * 24),
    ("ended_session", "ended_at", 24),
    ("left_location", "left_at", 24),
];
/// How many days with sales are kept.
const DAYS: i64 = 5;

/// Deletes old rows.
pub async fn upkeep(app: Arc<App>) -> Result<(), Fault> {
    let now = app.now();
    app.database.forget_old().await?;
    let mut batches = app.database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let before = Calendar::utc().today(now).plus_days(-DAYS);
        let mut most = store::delete_days(&mut tx, before, batches.rows()).await?;
        for (table, column, hours) in RETENTION {
            let before = now - SignedDuration::from_hours(hours);
            most = most.max(tx.sweep(table, column, before, batches.rows()).await?);
        }
        batches.end(tx, most).await?;
    }
    Ok(())
}
