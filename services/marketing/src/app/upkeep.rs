use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_kit::Fault;

use super::App;

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// For how many hours after the time in a column the rows of a table are kept: reports on texts, texts of guests, and what
/// people sent outside of campaigns.
const RETENTION: [(&str, &str, i64); 3] =
    [("text_status", "at", 30 * 24), ("guest_text", "received_at", 90 * 24), ("own_message", "sent_at", 2)];

/// Deletes old idempotency keys, event ids, reports on texts, texts of guests, and what people sent outside of
/// campaigns.
pub async fn upkeep(app: Arc<App>) -> Result<(), Fault> {
    app.database.forget_old().await?;
    for (table, column, hours) in RETENTION {
        let mut batches = app.database.batches();
        while let Some(mut tx) = batches.begin().await? {
            let before = app.now() - SignedDuration::from_hours(hours);
            let gone = tx.sweep(table, column, before, batches.rows()).await?;
            batches.end(tx, gone).await?;
        }
    }
    Ok(())
}
