use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::store;

/// Raises the versions of all locations: gateways and apps may have seen later versions than those of a restored database, and
/// would take its answers for outdated. Facts that come again may have older stamps.
pub async fn restored(database: &Database) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    store::leap_versions(&mut tx).await?;
    store::begin_again(&mut tx).await?;
    tx.commit().await
}
