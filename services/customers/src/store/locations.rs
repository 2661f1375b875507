use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{Calendar, DayStarts, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Tx, column};

/// Locks these locations for this transaction, in order, and stores their calendars, each with the moment (UTC) of the
/// statement; a later one stays. Returns the stored calendars.
pub async fn lock_locations(
    tx: &mut Tx,
    calendars: &BTreeMap<PosId, (Calendar, Timestamp)>,
) -> Result<BTreeMap<PosId, Calendar>, Fault> {
    let rows = sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, day_starts, zone_at)
         SELECT pos_id, time_zone, day_starts, at
         FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) AS n (pos_id, time_zone, day_starts, at)
         ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET
           time_zone = CASE WHEN excluded.zone_at >= l.zone_at THEN excluded.time_zone ELSE l.time_zone END,
           day_starts = CASE WHEN excluded.zone_at >= l.zone_at THEN excluded.day_starts ELSE l.day_starts END,
           zone_at = greatest(l.zone_at, excluded.zone_at)
         RETURNING l.pos_id, l.time_zone, l.day_starts",
        &column(calendars.keys(), |pos_id| pos_id) as &[&PosId],
        &column(calendars.values(), |(calendar, _)| calendar.name()) as &[&str],
        &column(calendars.values(), |(calendar, _)| calendar.starts()) as &[&DayStarts],
        &column(calendars.values(), |(_, at)| at.to_sqlx()) as &[jiff_sqlx::Timestamp]
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.pos_id, Calendar::new(row.time_zone, row.day_starts))).collect())
}

/// Locks a location for this transaction, if it is known, and returns its calendar.
pub async fn lock_location(tx: &mut Tx, pos_id: &PosId) -> Result<Option<Calendar>, Fault> {
    let row = sqlx::query!(
        "SELECT time_zone, day_starts FROM location WHERE pos_id = $1 FOR NO KEY UPDATE",
        pos_id.as_str()
    );
    let row = row.fetch_optional(tx.conn()).await?;
    Ok(row.map(|row| Calendar::new(row.time_zone, row.day_starts)))
}
