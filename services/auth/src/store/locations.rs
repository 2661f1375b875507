//! Locations, as POS vendors register them.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::LocationRow;
use crate::domain::Location;
use crate::domain::location::Registration;

/// What came of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registered {
    /// The location is known from now on.
    New,
    /// It was known.
    Known {
        /// An attribute changed.
        changed: bool,
        /// Its card account or its time zone changed.
        account_changed: bool,
        /// Other services know it otherwise, or not at all.
        describe: bool,
    },
    /// It belongs to another vendor; nothing changed.
    OtherVendors,
    /// Its card account is another location's; nothing changed, and the transaction is over.
    CardAccountInUse,
}

/// The card account of a location.
///
/// # Errors
/// If the database is away.
pub async fn card_account(tx: &mut Tx, pos_id: &PosId) -> Result<Option<String>, Fault> {
    let known = sqlx::query_scalar!("SELECT card_account FROM locations WHERE pos_id = $1", pos_id.as_str())
        .fetch_optional(tx.conn())
        .await?;
    Ok(known.flatten())
}

/// Registers a location, or updates that of the same vendor. An attribute that is left out keeps its value;
/// the ingest key of a known location changes only if `rotate`.
///
/// # Errors
/// If the database is away.
pub async fn register(
    tx: &mut Tx,
    vendor: &str,
    registration: &Registration,
    ingest_key_hash: &[u8; 32],
    rotate: bool,
    now: Timestamp,
) -> Result<Registered, Fault> {
    let location = &registration.location;
    let written = sqlx::query!(
        r#"INSERT INTO locations AS l (pos_id, vendor, name, website, time_zone, postal_address, phone, card_account,
                                       ingest_key_hash, created_at, updated_at, described)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, true)
           ON CONFLICT (pos_id) DO UPDATE SET
             name = excluded.name,
             website = coalesce(nullif(excluded.website, ''), l.website),
             time_zone = excluded.time_zone,
             postal_address = coalesce(nullif(excluded.postal_address, ''), l.postal_address),
             phone = coalesce(nullif(excluded.phone, ''), l.phone),
             card_account = coalesce(excluded.card_account, l.card_account),
             ingest_key_hash = CASE WHEN $11 THEN excluded.ingest_key_hash ELSE l.ingest_key_hash END,
             updated_at = excluded.updated_at,
             described = true
           WHERE l.vendor = excluded.vendor
           RETURNING old.pos_id IS NULL AS "is_new!",
             (old.name, old.website, old.time_zone, old.postal_address, old.phone, old.card_account)
               IS DISTINCT FROM
             (new.name, new.website, new.time_zone, new.postal_address, new.phone, new.card_account) AS "changed!",
             new.card_account IS NOT NULL
               AND (old.card_account, old.time_zone) IS DISTINCT FROM (new.card_account, new.time_zone)
               AS "account_changed!",
             NOT coalesce(old.described, false)
               OR (old.name, old.website, old.time_zone, old.postal_address, old.phone)
               IS DISTINCT FROM (new.name, new.website, new.time_zone, new.postal_address, new.phone) AS "describe!""#,
        location.pos_id.as_str(),
        vendor,
        location.name,
        location.website,
        location.time_zone.name(),
        location.postal_address,
        location.phone,
        registration.card_account,
        ingest_key_hash,
        now.to_sqlx(),
        rotate
    )
    .fetch_optional(tx.conn())
    .await;
    match written {
        Ok(Some(row)) if row.is_new => Ok(Registered::New),
        Ok(Some(row)) => Ok(Registered::Known {
            changed: row.changed,
            account_changed: row.account_changed,
            describe: row.describe,
        }),
        Ok(None) => Ok(Registered::OtherVendors),
        Err(sqlx::Error::Database(e)) if e.constraint() == Some("one_location_per_card_account") => {
            Ok(Registered::CardAccountInUse)
        }
        Err(error) => Err(error.into()),
    }
}

/// A location; none if there is no such one.
///
/// # Errors
/// If the database is away.
pub async fn find(tx: &mut Tx, pos_id: &PosId) -> Result<Option<Location>, Fault> {
    sqlx::query_as!(
        LocationRow,
        "SELECT pos_id, name, website, time_zone, postal_address, phone FROM locations WHERE pos_id = $1",
        pos_id.as_str()
    )
    .fetch_optional(tx.conn())
    .await?
    .map(TryInto::try_into)
    .transpose()
}

/// Takes locations that were not described yet, `most` at most, and notes that they are.
///
/// # Errors
/// If the database is away.
pub async fn take_undescribed(tx: &mut Tx, most: i64) -> Result<Vec<Location>, Fault> {
    let rows = sqlx::query_as!(
        LocationRow,
        "UPDATE locations SET described = true
         WHERE pos_id IN (SELECT pos_id FROM locations WHERE NOT described ORDER BY pos_id LIMIT $1
                          FOR UPDATE SKIP LOCKED)
         RETURNING pos_id, name, website, time_zone, postal_address, phone",
        most
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}
