use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::store;

/// Raises the numbers of all locations: tills may have read later changes, and apps later versions, than a database has that
/// was restored from an older state.
pub async fn restored(database: &Database) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    store::leap_locations(&mut tx).await?;
    tx.commit().await
}
