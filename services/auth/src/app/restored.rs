use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::store::{resets, sessions};

/// Ends what a database that was restored from an older state may wrongly believe still to stand: a session that was ended
/// since, a link that was used. Everyone signs in again; housekeeping tells the other services whose sessions ended.
pub async fn restored(database: &Database) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    sessions::expire_all(&mut tx).await?;
    resets::delete_all(&mut tx).await?;
    tx.commit().await
}
