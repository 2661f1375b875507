//! Locations, as POS vendors register them.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::LocationRow;
use crate::domain::Location;
use crate::domain::location::{CardAccount, Registration};

/// What came of a registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registered {
    /// The location stands as registered.
    Done {
        /// It was not known before.
        is_new: bool,
        /// An attribute changed, or it is new.
        changed: bool,
        /// Its card account changed, or its time zone while it has one.
        account_changed: bool,
        /// Its card account now.
        card_account: Option<String>,
        /// Other services know it otherwise, or not at all.
        describe: bool,
    },
    /// It belongs to another vendor; nothing changed.
    OtherVendors,
    /// Its card account is another location's; nothing changed, and the transaction is over.
    CardAccountInUse,
}

/// Registers a location, or updates that of the same vendor. An attribute that is left out keeps its value;
/// the ingest key of a known location changes only if `rotate`.
pub async fn register(
    tx: &mut Tx,
    vendor: &str,
    registration: &Registration,
    ingest_key_hash: &[u8; 32],
    rotate: bool,
    now: Timestamp,
) -> Result<Registered, Fault> {
    let location = &registration.location;
    let (card_account, keeps_account) = match &registration.card_account {
        CardAccount::Keep => (None, true),
        CardAccount::Clear => (None, false),
        CardAccount::Set(account) => (Some(account.as_str()), false),
    };
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
               IS DISTINCT FROM (new.name, new.website, new.time_zone, new.postal_address, new.phone) AS "describe!""#,
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
        keeps_account
    )
    .fetch_optional(tx.conn())
    .await;
    match written {
        Ok(Some(row)) => Ok(Registered::Done {
            is_new: row.is_new,
            changed: row.changed,
            account_changed: row.account_changed,
            card_account: row.card_account,
            describe: row.describe,
        }),
        Ok(None) => Ok(Registered::OtherVendors),
        Err(sqlx::Error::Database(e)) if e.constraint() == Some("one_location_per_card_account") => {
            Ok(Registered::CardAccountInUse)
        }
        Err(error) => Err(error.into()),
    }
}

/// Whether there is such a location.
pub async fn exists(database: &Database, pos_id: &PosId) -> Result<bool, Fault> {
    let row = sqlx::query!("SELECT pos_id FROM locations WHERE pos_id = $1", pos_id.as_str());
    Ok(row.fetch_optional(database.pool()).await?.is_some())
}

/// A location; none if there is no such one.
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
