use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::store;

/// Raises the versions of all locations: gateways and apps may have later ones than a database that was restored from an
/// older state, and would take its answers for old.
pub async fn restored(database: &Database) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    store::leap_versions(&mut tx).await?;
    tx.commit().await
}
