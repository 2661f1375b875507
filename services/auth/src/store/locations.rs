//! Locations, as POS vendors register them.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{Calendar, DayStarts, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use crate::domain::{CardAccount, Location, Registration};

/// The result of a registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registered {
    /// The location is registered.
    Done(LocationChanges),
    /// The location belongs to another vendor; nothing changed.
    OtherVendors,
    /// The card account belongs to another location; nothing changed, and the transaction is over.
    CardAccountInUse,
}

/// The changes of a registered location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocationChanges {
    /// The location was not registered before.
    pub is_new: bool,
    /// An attribute changed, or the location is new.
    pub changed: bool,
    /// The card account changed, or the time zone of a location that has one.
    pub account_changed: bool,
    /// The card account from now on.
    pub card_account: Option<String>,
    /// Other services have to get the description.
    pub to_describe: bool,
}

/// Registers a location, or updates that of the same vendor. An omitted attribute does not change; the ingest key of a stored
/// location changes only if `rotate`.
pub async fn register(
    tx: &mut Tx,
    vendor: &str,
    registration: &Registration,
    ingest_key_hash: &[u8; 32],
    rotate: bool,
    now: Timestamp,
) -> Result<Registered, Fault> {
    let Registration { location, card_account } = registration;
    let (card_account, is_omitted) = match card_account {
        CardAccount::Unchanged => (None, true),
        CardAccount::Clear => (None, false),
        CardAccount::Set(account) => (Some(account.as_str()), false),
    };
    let written = sqlx::query_as!(
        LocationChanges,
        r#"INSERT INTO locations AS l (pos_id, vendor, name, website, time_zone, postal_address, phone, card_account,
                                       ingest_key_hash, created_at, updated_at, described, day_starts)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, true, $13)
           ON CONFLICT (pos_id) DO UPDATE SET
             name = excluded.name,
             website = coalesce(nullif(excluded.website, ''), l.website),
             time_zone = excluded.time_zone,
             postal_address = coalesce(nullif(excluded.postal_address, ''), l.postal_address),
             phone = coalesce(nullif(excluded.phone, ''), l.phone),
             card_account = CASE WHEN $12 THEN l.card_account ELSE excluded.card_account END,
             ingest_key_hash = CASE WHEN $11 THEN excluded.ingest_key_hash ELSE l.ingest_key_hash END,
             updated_at = excluded.updated_at,
             described = true
           WHERE l.vendor = excluded.vendor
           RETURNING old.pos_id IS NULL AS "is_new!",
             (old.name, old.website, old.time_zone, old.postal_address, old.phone, old.card_account)
               IS DISTINCT FROM
             (new.name, new.website, new.time_zone, new.postal_address, new.phone, new.card_account) AS "changed!",
             old.card_account IS DISTINCT FROM new.card_account
               OR (new.card_account IS NOT NULL AND old.time_zone IS DISTINCT FROM new.time_zone)
               AS "account_changed!",
             new.card_account,
             NOT coalesce(old.described, false)
               OR (old.name, old.website, old.time_zone, old.postal_address, old.phone)
               IS DISTINCT FROM (new.name, new.website, new.time_zone, new.postal_address, new.phone) AS "to_describe!""#,
        location.pos_id.as_str(),
        vendor,
        location.name,
        location.website,
        location.time_zone.name(),
        location.postal_address,
        location.phone,
        card_account,
        ingest_key_hash,
        now.to_sqlx(),
        rotate,
        is_omitted,
        &location.day_starts as &DayStarts
    )
    .fetch_optional(tx.conn())
    .await;
    match written {
        Ok(Some(changes)) => Ok(Registered::Done(changes)),
        Ok(None) => Ok(Registered::OtherVendors),
        Err(sqlx::Error::Database(e)) if e.constraint() == Some("one_location_per_card_account") => {
            Ok(Registered::CardAccountInUse)
        }
        Err(error) => Err(error.into()),
    }
}

pub async fn location_exists(database: &Database, pos_id: &PosId) -> Result<bool, Fault> {
    let row = sqlx::query!("SELECT pos_id FROM locations WHERE pos_id = $1", pos_id.as_str());
    Ok(row.fetch_optional(database.pool()).await?.is_some())
}

pub async fn find_location(tx: &mut Tx, pos_id: &PosId) -> Result<Option<Location>, Fault> {
    Ok(sqlx::query_as!(
        Location,
        "SELECT pos_id, name, website, time_zone, postal_address, phone, day_starts FROM locations WHERE pos_id = $1",
        pos_id.as_str()
    )
    .fetch_optional(tx.conn())
    .await?)
}

/// Locks a location for this transaction, and returns its calendar.
pub async fn lock_calendar(tx: &mut Tx, pos_id: &PosId) -> Result<Option<Calendar>, Fault> {
    let query = sqlx::query!(
        "SELECT time_zone, day_starts FROM locations WHERE pos_id = $1 FOR NO KEY UPDATE",
        pos_id.as_str()
    );
    let row = query.fetch_optional(tx.conn()).await?;
    Ok(row.map(|row| Calendar::new(row.time_zone, row.day_starts)))
}

/// Stores when the days of a location begin.
pub async fn set_day_starts(
    tx: &mut Tx,
    pos_id: &PosId,
    starts: &DayStarts,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE locations SET day_starts = $2, updated_at = $3 WHERE pos_id = $1",
        pos_id.as_str(),
        starts as &DayStarts,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Marks at most `limit` locations as described whose descriptions were not published yet, and returns them.
pub async fn mark_described(tx: &mut Tx, limit: i64) -> Result<Vec<Location>, Fault> {
    Ok(sqlx::query_as!(
        Location,
        "UPDATE locations SET described = true
         WHERE pos_id IN (SELECT pos_id FROM locations WHERE NOT described ORDER BY pos_id LIMIT $1
                          FOR UPDATE SKIP LOCKED)
         RETURNING pos_id, name, website, time_zone, postal_address, phone, day_starts",
        limit
    )
    .fetch_all(tx.conn())
    .await?)
}
