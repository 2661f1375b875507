use std::collections::BTreeMap;

use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

/// A location as auth described it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub name: String,
    pub zone: Zone,
}

/// Stores auth's description of a location, unless a newer one is stored.
pub async fn describe_location(
    tx: &mut Tx,
    pos_id: &PosId,
    location: &Location,
    sequence: i64,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, name, described) VALUES ($1, $2, $3, $4)
         ON CONFLICT (pos_id) DO UPDATE SET time_zone = excluded.time_zone, name = excluded.name,
           described = excluded.described
         WHERE excluded.described > l.described",
        pos_id.as_str(),
        location.zone.name(),
        location.name,
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
        "SELECT pos_id, time_zone AS zone, name FROM location WHERE pos_id = ANY($1)",
        pos_ids as &[PosId]
    );
    let rows = rows.fetch_all(database.pool()).await?;
    let locations = rows.into_iter().map(|row| (row.pos_id, Location { name: row.name, zone: row.zone }));
    Ok(locations.collect())
}
