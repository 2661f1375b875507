use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_kit::Fault;

use super::App;

/// How often old rows are deleted.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// For how many hours after the time in a column the rows of a table are kept. The provider stores events for 30 days.
const RETENTION: [(&str, &str, i64); 1] = [("notice", "taken_at", 35 * 24)];

/// Deletes old rows: events that the provider does not deliver any more.
pub async fn upkeep(app: Arc<App>) -> Result<(), Fault> {
    app.database.forget_old().await?;
    let mut batches = app.database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let (now, mut most) = (tx.clock().now(), 0);
        for (table, column, hours) in RETENTION {
            let before = now - SignedDuration::from_hours(hours);
            most = tx.sweep(table, column, before, batches.rows()).await?.max(most);
        }
        batches.end(tx, most).await?;
    }
    Ok(())
}
