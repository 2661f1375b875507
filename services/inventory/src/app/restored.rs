use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::store;

/// Raises the change numbers and versions of all locations: tills and apps may have read later ones than a restored database has.
pub async fn restored(database: &Database) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    store::leap_locations(&mut tx).await?;
    tx.commit().await
}
