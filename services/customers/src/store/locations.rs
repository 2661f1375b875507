use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Tx, column};

/// Locks these locations for this transaction, in order, and stores their time zones, each with the moment (UTC) of the
/// statement; a later one stays. Returns the stored zones.
pub async fn lock_locations(
    tx: &mut Tx,
    zones: &BTreeMap<PosId, (Zone, Timestamp)>,
) -> Result<BTreeMap<PosId, Zone>, Fault> {
    let rows = sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, zone_at)
         SELECT pos_id, time_zone, at FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS n (pos_id, time_zone, at)
         ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET
           time_zone = CASE WHEN excluded.zone_at >= l.zone_at THEN excluded.time_zone ELSE l.time_zone END,
           zone_at = greatest(l.zone_at, excluded.zone_at)
         RETURNING l.pos_id, l.time_zone",
        &column(zones.keys(), |pos_id| pos_id) as &[&PosId],
        &column(zones.values(), |(zone, _)| zone) as &[&Zone],
        &column(zones.values(), |(_, at)| at.to_sqlx()) as &[jiff_sqlx::Timestamp]
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.pos_id, row.time_zone)).collect())
}

/// Locks a location for this transaction, if it is known, and returns its time zone.
pub async fn lock_location(tx: &mut Tx, pos_id: &PosId) -> Result<Option<Zone>, Fault> {
    let zone = sqlx::query_scalar!(
        "SELECT time_zone FROM location WHERE pos_id = $1 FOR NO KEY UPDATE",
        pos_id.as_str()
    );
    Ok(zone.fetch_optional(tx.conn()).await?)
}
