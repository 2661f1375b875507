use std::collections::BTreeMap;

use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::stored;

/// A location as auth described it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// What people call it.
    pub name: String,
    /// Its clock.
    pub zone: Zone,
}

/// Notes how auth describes a location, unless something newer was heard.
pub async fn describe_location(
    tx: &mut Tx,
    pos_id: &PosId,
    place: &Place,
    sequence: i64,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, name, described) VALUES ($1, $2, $3, $4)
         ON CONFLICT (pos_id) DO UPDATE SET time_zone = excluded.time_zone, name = excluded.name,
           described = excluded.described
         WHERE excluded.described > l.described",
        pos_id.as_str(),
        place.zone.name(),
        place.name,
        sequence
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// These locations, as far as auth has described them.
pub async fn find_places(
    database: &Database,
    pos_ids: impl IntoIterator<Item = &PosId>,
) -> Result<BTreeMap<PosId, Place>, Fault> {
    let pos_ids: Vec<String> = pos_ids.into_iter().map(ToString::to_string).collect();
    let rows = sqlx::query!("SELECT pos_id, time_zone, name FROM location WHERE pos_id = ANY($1)", &pos_ids)
        .fetch_all(database.pool())
        .await?;
    rows.into_iter()
        .map(|row| {
            let place = Place { name: row.name, zone: stored(row.time_zone.parse())? };
            Ok((stored(row.pos_id.parse())?, place))
        })
        .collect()
}
