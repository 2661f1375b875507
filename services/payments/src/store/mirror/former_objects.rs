//! Deleting the objects of a former account from the mirror of a location.

use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use sqlx::AssertSqlSafe;
use strum::VariantArray as _;

use crate::domain::Kind;

/// Locks a location for this transaction whose mirror holds another account's objects, if there is one that no other
/// replica has locked. No queue: the lock is enough, since each location is cleared completely.
pub async fn lock_location_to_clear(tx: &mut Tx) -> Result<Option<PosId>, Fault> {
    let found = sqlx::query_scalar!(
        "SELECT pos_id FROM location WHERE mirror_account IS DISTINCT FROM account_id
         LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED"
    );
    Ok(found.fetch_optional(tx.conn()).await?)
}

/// Deletes objects of a former account of a locked location, `limit` rows of each table at most. True if none is left.
pub async fn delete_former_objects(tx: &mut Tx, pos_id: &PosId, limit: i64) -> Result<bool, Fault> {
    let mut most = 0;
    let objects = Kind::VARIANTS.iter().map(|kind| (kind.as_str(), "processor IS NULL"));
    for (table, of_account) in [("stale", "true"), ("notice", "true")].into_iter().chain(objects) {
        let delete = format!(
            "DELETE FROM {table}
             WHERE ctid = ANY (ARRAY (SELECT ctid FROM {table} WHERE pos_id = $1 AND {of_account} LIMIT $2))"
        );
        let deleted = sqlx::query(AssertSqlSafe(delete)).bind(pos_id.as_str()).bind(limit);
        most = deleted.execute(tx.conn()).await?.rows_affected().max(most);
    }
    Ok(most < limit.unsigned_abs())
}

/// Marks the mirror of a locked location as empty: the history of the new account is read at once.
pub async fn mark_mirror_empty(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    // One row a kind.
    sqlx::query!("DELETE FROM history WHERE pos_id = $1", pos_id.as_str()).execute(tx.conn()).await?;
    sqlx::query!(
        "UPDATE location SET mirror_account = account_id, poll_at = '-infinity', last_event = NULL, polled_at = NULL,
           as_of = NULL, read_again = NULL
         WHERE pos_id = $1",
        pos_id.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
