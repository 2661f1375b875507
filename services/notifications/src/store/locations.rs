use std::collections::BTreeMap;

use saffron_core::{Calendar, DayStarts, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

/// A location as auth described it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub name: String,
    pub calendar: Calendar,
}

/// Stores auth's description of a location, unless a newer one is stored.
pub async fn describe_location(
    tx: &mut Tx,
    pos_id: &PosId,
    name: &str,
    zone: &Zone,
    sequence: i64,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, name, described) VALUES ($1, $2, $3, $4)
         ON CONFLICT (pos_id) DO UPDATE SET time_zone = excluded.time_zone, name = excluded.name,
           described = excluded.described
         WHERE excluded.described > l.described",
        pos_id.as_str(),
        zone.name(),
        name,
        sequence
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores when the business days of a location begin, unless a newer event said so.
pub async fn set_day_starts(
    tx: &mut Tx,
    pos_id: &PosId,
    calendar: &Calendar,
    sequence: i64,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, name, described, day_starts, days_set)
         VALUES ($1, $2, '', 0, $3, $4)
         ON CONFLICT (pos_id) DO UPDATE SET day_starts = excluded.day_starts, days_set = excluded.days_set
         WHERE excluded.days_set > l.days_set",
        pos_id.as_str(),
        calendar.name(),
        calendar.starts() as &DayStarts,
        sequence
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Those of these locations that auth has described.
pub async fn find_locations(
    database: &Database,
    pos_ids: &[PosId],
) -> Result<BTreeMap<PosId, Location>, Fault> {
    let rows = sqlx::query!(
        "SELECT pos_id, time_zone, day_starts, name FROM location
         WHERE pos_id = ANY($1) AND described > 0",
        pos_ids as &[PosId]
    );
    let rows = rows.fetch_all(database.pool()).await?;
    let locations = rows.into_iter().map(|row| {
        let calendar = Calendar::new(row.time_zone, row.day_starts);
        (row.pos_id, Location { name: row.name, calendar })
    });
    Ok(locations.collect())
}
