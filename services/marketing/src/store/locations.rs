use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{sql_time, stored};
use crate::domain::Location;

/// Locks these locations for this transaction, in order, and notes their time zones, each of a batch that was received at
/// that time (UTC): one of a later batch stays, and so does what auth described.
pub async fn hold_locations(tx: &mut Tx, zones: &BTreeMap<PosId, (Timestamp, Zone)>) -> Result<(), Fault> {
    let pos_ids: Vec<String> = zones.keys().map(ToString::to_string).collect();
    let names: Vec<String> = zones.values().map(|(_, zone)| zone.name().to_owned()).collect();
    let at: Vec<jiff_sqlx::Timestamp> = zones.values().map(|(at, _)| sql_time(*at)).collect();
    // An update in any case: it is the lock.
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, zone_at)
         SELECT pos_id, time_zone, at FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS n (pos_id, time_zone, at)
         ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET
           time_zone = CASE WHEN l.described = 0 AND (l.zone_at IS NULL OR excluded.zone_at >= l.zone_at)
             THEN excluded.time_zone ELSE l.time_zone END,
           zone_at = greatest(l.zone_at, excluded.zone_at)",
        &pos_ids,
        &names,
        &at as &[jiff_sqlx::Timestamp]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A location as auth described it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// What people read.
    pub location: Location,
    /// Its clock.
    pub zone: Zone,
}

/// Notes how auth describes a location, unless something newer was heard.
pub async fn describe_location(
    tx: &mut Tx,
    pos_id: &PosId,
    described: &Described,
    sequence: i64,
) -> Result<(), Fault> {
    let location = &described.location;
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, name, website, postal_address, phone, described)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (pos_id) DO UPDATE SET time_zone = excluded.time_zone, name = excluded.name,
           website = excluded.website, postal_address = excluded.postal_address, phone = excluded.phone,
           described = excluded.described
         WHERE excluded.described > l.described",
        pos_id.as_str(),
        described.zone.name(),
        location.name,
        location.website,
        location.postal_address,
        location.phone,
        sequence
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A location; none if auth has not described it yet.
pub async fn find_location(tx: &mut Tx, pos_id: &PosId) -> Result<Option<Described>, Fault> {
    let row = sqlx::query!(
        "SELECT time_zone, name, website, postal_address, phone FROM location WHERE pos_id = $1 AND described > 0",
        pos_id.as_str()
    )
    .fetch_optional(tx.conn())
    .await?;
    row.map(|row| {
        let location = Location {
            name: row.name,
            website: row.website,
            postal_address: row.postal_address,
            phone: row.phone,
        };
        Ok(Described { location, zone: stored(row.time_zone.parse())? })
    })
    .transpose()
}

/// Keeps the guests of a location as they are until the end of this transaction, for others to read as well: nobody is
/// erased between being looked up and being noted as a recipient.
pub async fn share_location(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!("SELECT pos_id FROM location WHERE pos_id = $1 FOR SHARE", pos_id.as_str())
        .fetch_optional(tx.conn())
        .await?;
    Ok(())
}

/// Locks a location of which nothing new is known; one that is not known is noted.
pub async fn touch_location(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone) VALUES ($1, 'UTC')
         ON CONFLICT (pos_id) DO UPDATE SET time_zone = l.time_zone",
        pos_id.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
