use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::stored;

/// Locks these locations for this transaction, in order, notes their time zones, each with the moment (UTC) at which it
/// was true, and gives the zones that hold: one that is known of a later moment stays.
pub async fn hold_locations(
    tx: &mut Tx,
    zones: &BTreeMap<PosId, (Zone, Timestamp)>,
) -> Result<BTreeMap<PosId, Zone>, Fault> {
    let pos_ids: Vec<String> = zones.keys().map(ToString::to_string).collect();
    let names: Vec<String> = zones.values().map(|(zone, _)| zone.name().to_owned()).collect();
    let at: Vec<jiff_sqlx::Timestamp> = zones.values().map(|(_, at)| (*at).into()).collect();
    let rows = sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, zone_at)
         SELECT pos_id, time_zone, at FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS n (pos_id, time_zone, at)
         ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET
           time_zone = CASE WHEN excluded.zone_at >= l.zone_at THEN excluded.time_zone ELSE l.time_zone END,
           zone_at = greatest(l.zone_at, excluded.zone_at)
         RETURNING l.pos_id, l.time_zone",
        &pos_ids,
        &names,
        &at as &[jiff_sqlx::Timestamp]
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(|row| Ok((stored(row.pos_id.parse())?, stored(row.time_zone.parse())?))).collect()
}

/// Locks a location for this transaction, if it is known, and gives its time zone.
pub async fn hold_location(tx: &mut Tx, pos_id: &PosId) -> Result<Option<Zone>, Fault> {
    let zone = sqlx::query_scalar!(
        "SELECT time_zone FROM location WHERE pos_id = $1 FOR NO KEY UPDATE",
        pos_id.as_str()
    )
    .fetch_optional(tx.conn())
    .await?;
    zone.map(|zone| stored(zone.parse())).transpose()
}

/// Raises the versions of locations whose guests changed.
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
