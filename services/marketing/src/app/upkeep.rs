use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_kit::Fault;

use super::App;
use crate::store;

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(60 * 60);
/// How long the provider may tell of a text.
const STATUSES: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How long texts of guests are kept.
const TEXTS: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Forgets idempotency keys, event ids and texts that cannot come again.
pub async fn upkeep(app: Arc<App>) -> Result<(), Fault> {
    app.database.forget_old().await?;
    let mut batches = app.database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let gone = store::forget_old_statuses(&mut tx, app.now() - STATUSES, batches.rows()).await?;
        batches.end(tx, gone).await?;
    }
    let mut batches = app.database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let gone = store::forget_old_texts(&mut tx, app.now() - TEXTS, batches.rows()).await?;
        batches.end(tx, gone).await?;
    }
    Ok(())
}
