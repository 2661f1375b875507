use std::collections::BTreeSet;

use jiff::Timestamp;
use saffron_core::{ItemId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use saffron_kit::pg::dump::LEAP;

use super::{sql_time, stored};

/// Locks these locations for this transaction, in order.
pub async fn lock_locations(tx: &mut Tx, pos_ids: &BTreeSet<PosId>) -> Result<(), Fault> {
    let pos_ids: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    sqlx::query!(
        "INSERT INTO location (pos_id, version)
         SELECT pos_id, 0 FROM unnest($1::text[]) AS p (pos_id) ORDER BY pos_id ON CONFLICT DO NOTHING",
        &pos_ids
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!("SELECT FROM location WHERE pos_id = ANY($1) ORDER BY pos_id FOR UPDATE", &pos_ids)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Raises the version of these locations, which are locked, and returns the new ones.
pub async fn raise_versions(tx: &mut Tx, pos_ids: &BTreeSet<&PosId>) -> Result<Vec<(PosId, i64)>, Fault> {
    if pos_ids.is_empty() {
        return Ok(Vec::new());
    }
    let pos_ids: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    let rows = sqlx::query!(
        "UPDATE location SET version = version + 1 WHERE pos_id = ANY($1) RETURNING pos_id, version",
        &pos_ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(|row| Ok((stored(row.pos_id.parse())?, row.version))).collect()
}

/// Raises the versions and the numbers of changes of all locations far beyond what anyone has seen.
pub async fn leap_locations(tx: &mut Tx) -> Result<(), Fault> {
    sqlx::query!("UPDATE location SET version = version + $1, last_change = last_change + $1", LEAP)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Locks locations with marks whose time has come, `most` at most, that nobody else has locked.
pub async fn lock_due_locations(tx: &mut Tx, now: Timestamp, most: i64) -> Result<BTreeSet<PosId>, Fault> {
    let found = sqlx::query_scalar!(
        "SELECT pos_id FROM location
         WHERE pos_id IN (SELECT pos_id FROM item WHERE sold_out_until <= $1)
         ORDER BY pos_id LIMIT $2 FOR UPDATE SKIP LOCKED",
        sql_time(now) as jiff_sqlx::Timestamp,
        most
    )
    .fetch_all(tx.conn())
    .await?;
    found.into_iter().map(|pos_id| stored(pos_id.parse())).collect()
}

/// Items of these locations with marks whose time has come, `most` at most.
pub async fn due_items(
    tx: &mut Tx,
    pos_ids: &BTreeSet<PosId>,
    now: Timestamp,
    most: i64,
) -> Result<BTreeSet<(PosId, ItemId)>, Fault> {
    let pos_ids: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    let found = sqlx::query!(
        "SELECT pos_id, pos_item_id FROM item WHERE pos_id = ANY($1) AND sold_out_until <= $2
         ORDER BY sold_out_until LIMIT $3",
        &pos_ids,
        sql_time(now) as jiff_sqlx::Timestamp,
        most
    )
    .fetch_all(tx.conn())
    .await?;
    found.into_iter().map(|row| Ok((stored(row.pos_id.parse())?, stored(row.pos_item_id.parse())?))).collect()
}
