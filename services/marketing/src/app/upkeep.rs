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

/// Forgets idempotency keys, event ids and texts that cannot come again.
///
/// # Errors
/// If the database is away.
pub async fn upkeep(app: Arc<App>) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    tx.forget_old_keys().await?;
    tx.forget_old_events().await?;
    store::forget_old_statuses(&mut tx, app.now() - STATUSES).await?;
    tx.commit().await
}
