use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{Calendar, DayStarts, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::column;
use crate::domain::Location;

/// Locks these locations for this transaction, in order, and stores their time zones, each with the time when its batch
/// was received (UTC), unless a later batch stored one, or auth has described the location.
pub async fn lock_locations(tx: &mut Tx, zones: &BTreeMap<PosId, (Timestamp, Zone)>) -> Result<(), Fault> {
    let rows: Vec<_> = zones.iter().collect();
    // An update in any case: it is the lock.
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, zone_at)
         SELECT pos_id, time_zone, at FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS n (pos_id, time_zone, at)
         ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET
           time_zone = CASE WHEN l.described = 0 AND (l.zone_at IS NULL OR excluded.zone_at >= l.zone_at)
             THEN excluded.time_zone ELSE l.time_zone END,
           zone_at = greatest(l.zone_at, excluded.zone_at)",
        &column(&rows, |(pos_id, _)| pos_id.as_str()) as &[&str],
        &column(&rows, |(_, (_, zone))| zone.name()) as &[&str],
        &column(&rows, |(_, (at, _))| at.to_sqlx()) as &[jiff_sqlx::Timestamp]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores auth's description of a location, unless a newer one is stored.
pub async fn describe_location(
    tx: &mut Tx,
    pos_id: &PosId,
    location: &Location,
    sequence: i64,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, name, website, postal_address, phone, described)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (pos_id) DO UPDATE SET time_zone = excluded.time_zone, name = excluded.name,
           website = excluded.website, postal_address = excluded.postal_address, phone = excluded.phone,
           described = excluded.described
         WHERE excluded.described > l.described",
        pos_id.as_str(),
        location.calendar.name(),
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

/// Stores when the business days of a location begin, unless a newer event said so.
pub async fn set_day_starts(
    tx: &mut Tx,
    pos_id: &PosId,
    calendar: &Calendar,
    sequence: i64,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, day_starts, days_set) VALUES ($1, $2, $3, $4)
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

/// A location; none if auth has not described it yet.
pub async fn find_location(tx: &mut Tx, pos_id: &PosId) -> Result<Option<Location>, Fault> {
    let row = sqlx::query!(
        "SELECT name, website, postal_address, phone, time_zone, day_starts FROM location
         WHERE pos_id = $1 AND described > 0",
        pos_id.as_str()
    );
    let row = row.fetch_optional(tx.conn()).await?;
    Ok(row.map(|row| Location {
        name: row.name,
        website: row.website,
        postal_address: row.postal_address,
        phone: row.phone,
        calendar: Calendar::new(row.time_zone, row.day_starts),
    }))
}

/// Locks a location against erasures of guests, shared with other transactions: no guest is erased between a query and the
/// insertion as a recipient.
pub async fn lock_location_shared(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!("SELECT pos_id FROM location WHERE pos_id = $1 FOR SHARE", pos_id.as_str())
        .fetch_optional(tx.conn())
        .await?;
    Ok(())
}

/// Locks a location, also an unknown one.
pub async fn lock_location(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone) VALUES ($1, 'UTC')
         ON CONFLICT (pos_id) DO UPDATE SET time_zone = l.time_zone",
        pos_id.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
