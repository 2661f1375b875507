use std::collections::{BTreeMap, BTreeSet};

use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::stored;

/// Locks these locations for this transaction, in order, and notes their time zones.
///
/// # Errors
/// If the database is away.
pub async fn hold_locations(tx: &mut Tx, zones: &BTreeMap<PosId, Zone>) -> Result<(), Fault> {
    let (pos_ids, zones): (Vec<String>, Vec<String>) =
        zones.iter().map(|(pos_id, zone)| (pos_id.to_string(), zone.name().to_owned())).unzip();
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone)
         SELECT pos_id, time_zone FROM unnest($1::text[], $2::text[]) AS n (pos_id, time_zone) ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET time_zone = excluded.time_zone",
        &pos_ids,
        &zones
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Locks a location for this transaction, if it is known.
///
/// # Errors
/// If the database is away.
pub async fn hold_location(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!("SELECT version FROM location WHERE pos_id = $1 FOR NO KEY UPDATE", pos_id.as_str())
        .fetch_optional(tx.conn())
        .await?;
    Ok(())
}

/// Raises the versions of locations whose guests changed.
///
/// # Errors
/// If the database is away.
pub async fn bump_versions(tx: &mut Tx, pos_ids: &BTreeSet<PosId>) -> Result<Vec<(PosId, i64)>, Fault> {
    let pos_ids: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    let rows = sqlx::query!(
        "UPDATE location SET version = version + 1 WHERE pos_id = ANY($1) RETURNING pos_id, version",
        &pos_ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(|row| Ok((stored(row.pos_id.parse())?, row.version))).collect()
}
