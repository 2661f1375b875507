use std::time::Duration;

use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::store;

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(6 * 60 * 60);

/// Makes partitions for the months ahead and forgets what the inbox need not remember.
///
/// # Errors
/// If the database is away.
pub async fn upkeep(database: Database) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    let today = saffron_core::Zone::utc().today(database.clock().now());
    store::make_months_ahead(&mut tx, today).await?;
    tx.forget_old_events().await?;
    tx.commit().await
}
