use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use saffron_kit::pg::dump::LEAP;

use super::ItemKey;

/// Locks these locations until the end of the transaction, in order, and inserts those without a row.
pub async fn lock_locations(tx: &mut Tx, pos_ids: &[PosId]) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO location (pos_id, version)
         SELECT pos_id, 0 FROM unnest($1::text[]) AS p (pos_id) ORDER BY pos_id ON CONFLICT DO NOTHING",
        pos_ids as &[PosId]
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "SELECT FROM location WHERE pos_id = ANY($1) ORDER BY pos_id FOR UPDATE",
        pos_ids as &[PosId]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Raises the versions and the numbers of changes of all locations far beyond any that a reader has.
pub async fn leap_locations(tx: &mut Tx) -> Result<(), Fault> {
    sqlx::query!("UPDATE location SET version = version + $1, last_change = last_change + $1", LEAP)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Locks at most `limit` locations with marks, or marks taken back, whose end has passed, without those that are locked already. Not kit's queue:
/// the marks end in the same transaction, so nothing is leased.
pub async fn lock_due_locations(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<PosId>, Fault> {
    let due = sqlx::query_scalar!(
        "SELECT pos_id FROM location
         WHERE pos_id IN (SELECT pos_id FROM item WHERE sold_out_until <= $1 OR till_sold_out_until <= $1
           OR (taken_back_until <= $1 AND NOT sold_out))
         ORDER BY pos_id LIMIT $2 FOR UPDATE SKIP LOCKED",
        now.to_sqlx(),
        limit
    );
    Ok(due.fetch_all(tx.conn()).await?)
}

/// At most `limit` items of these locations with marks, or marks taken back, whose end has passed.
pub async fn due_items(
    tx: &mut Tx,
    pos_ids: &[PosId],
    now: Timestamp,
    limit: i64,
) -> Result<Vec<ItemKey>, Fault> {
    let due = sqlx::query!(
        "SELECT pos_id, pos_item_id FROM item WHERE pos_id = ANY($1)
           AND (sold_out_until <= $2 OR till_sold_out_until <= $2 OR (taken_back_until <= $2 AND NOT sold_out))
         ORDER BY least(sold_out_until, till_sold_out_until, taken_back_until) LIMIT $3",
        pos_ids as &[PosId],
        now.to_sqlx(),
        limit
    );
    let due = due.fetch_all(tx.conn()).await?;
    Ok(due.into_iter().map(|row| (row.pos_id, row.pos_item_id)).collect())
}
