//! Deleting the objects of a former account from the mirror of a location.

use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::stored;

/// Locks a location for this transaction whose mirror holds another account's objects, if there is one that is not in hand
/// elsewhere.
pub async fn hold_one_to_clear(tx: &mut Tx) -> Result<Option<PosId>, Fault> {
    let found = sqlx::query_scalar!(
        "SELECT pos_id FROM location WHERE mirror_account IS DISTINCT FROM account_id
         LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED"
    )
    .fetch_optional(tx.conn())
    .await?;
    found.map(|pos_id| stored(pos_id.parse())).transpose()
}

/// Deletes `$limit` rows of a table at most, and gives their number.
macro_rules! delete_some {
    ($tx:ident, $pos_id:ident, $limit:ident, $query:literal) => {
        sqlx::query!($query, $pos_id.as_str(), $limit).execute($tx.conn()).await?.rows_affected()
    };
}

/// Deletes objects of a former account of a held location, `limit` rows of each table at most. True if none is left.
pub async fn clear_some(tx: &mut Tx, pos_id: &PosId, limit: i64) -> Result<bool, Fault> {
    let deleted = [
        delete_some!(
            tx,
            pos_id,
            limit,
            "DELETE FROM stale WHERE pos_id = $1 AND (kind, id) IN
               (SELECT kind, id FROM stale WHERE pos_id = $1 LIMIT $2)"
        ),
        delete_some!(
            tx,
            pos_id,
            limit,
            "DELETE FROM notice WHERE pos_id = $1 AND event_id = ANY(ARRAY(
               SELECT event_id FROM notice WHERE pos_id = $1 LIMIT $2))"
        ),
        delete_some!(
            tx,
            pos_id,
            limit,
            "DELETE FROM payment_intent WHERE pos_id = $1 AND id = ANY(ARRAY(
               SELECT id FROM payment_intent WHERE pos_id = $1 LIMIT $2))"
        ),
        delete_some!(
            tx,
            pos_id,
            limit,
            "DELETE FROM refund WHERE pos_id = $1 AND id = ANY(ARRAY(
               SELECT id FROM refund WHERE pos_id = $1 LIMIT $2))"
        ),
        delete_some!(
            tx,
            pos_id,
            limit,
            "DELETE FROM payout WHERE pos_id = $1 AND id = ANY(ARRAY(
               SELECT id FROM payout WHERE pos_id = $1 LIMIT $2))"
        ),
        delete_some!(
            tx,
            pos_id,
            limit,
            "DELETE FROM balance_transaction WHERE pos_id = $1 AND id = ANY(ARRAY(
               SELECT id FROM balance_transaction WHERE pos_id = $1 LIMIT $2))"
        ),
        delete_some!(
            tx,
            pos_id,
            limit,
            "DELETE FROM dispute WHERE pos_id = $1 AND id = ANY(ARRAY(
               SELECT id FROM dispute WHERE pos_id = $1 LIMIT $2))"
        ),
    ];
    Ok(deleted.into_iter().all(|rows| i64::try_from(rows).unwrap_or(i64::MAX) < limit))
}

/// Notes that the mirror of a held location is empty: its account is read from its beginning, at once.
pub async fn note_cleared(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
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
