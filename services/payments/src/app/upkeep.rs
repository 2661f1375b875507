use std::sync::Arc;
use std::time::Duration;

use saffron_kit::Fault;

use super::App;
use crate::store;

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// Forgets idempotency keys and event ids that cannot come again.
pub async fn upkeep(app: Arc<App>) -> Result<(), Fault> {
    app.database.forget_old().await?;
    let mut batches = app.database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let gone = store::forget_notices(&mut tx, app.now(), batches.rows()).await?;
        batches.end(tx, gone).await?;
    }
    Ok(())
}
