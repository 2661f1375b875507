use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::stored;
use crate::domain::ProviderId;

/// Locks these locations for this transaction, in order, and notes their time zones.
///
/// # Errors
/// If the database is away.
pub async fn hold_locations(tx: &mut Tx, zones: &BTreeMap<PosId, Zone>) -> Result<(), Fault> {
    let (pos_ids, zones): (Vec<String>, Vec<String>) =
        zones.iter().map(|(pos_id, zone)| (pos_id.to_string(), zone.name().to_owned())).unzip();
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone)
         SELECT pos_id, time_zone FROM unnest($1::text[], $2::text[]) AS n (pos_id, time_zone) ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET time_zone = excluded.time_zone",
        &pos_ids,
        &zones
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Gives a held location its account at the provider, or takes it away, unless something newer was heard. Another
/// location that had the account loses it, unless it was given to that one later. True if the account is another now.
///
/// # Errors
/// If the database is away.
pub async fn set_account(
    tx: &mut Tx,
    pos_id: &PosId,
    account: Option<&ProviderId>,
    sequence: i64,
) -> Result<bool, Fault> {
    let account = account.map(ProviderId::as_str);
    let taken_later = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM location WHERE account_id = $2 AND pos_id <> $1 AND account_sequence > $3)
           AS "taken!""#,
        pos_id.as_str(),
        account,
        sequence
    )
    .fetch_one(tx.conn())
    .await?;
    sqlx::query!(
        "UPDATE location SET account_id = NULL WHERE account_id = $2 AND pos_id <> $1 AND account_sequence <= $3",
        pos_id.as_str(),
        account,
        sequence
    )
    .execute(tx.conn())
    .await?;
    let account = if taken_later { None } else { account };
    let changed = sqlx::query_scalar!(
        r#"UPDATE location SET account_id = $2, account_sequence = $3
           WHERE pos_id = $1 AND account_sequence < $3
           RETURNING old.account_id IS DISTINCT FROM new.account_id AS "changed!""#,
        pos_id.as_str(),
        account,
        sequence
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(changed.unwrap_or_default())
}

/// Whose account this is, and whether this event of it was taken before; none if it is nobody's.
///
/// # Errors
/// If the database is away, or holds what cannot be read.
pub async fn whose_event(
    database: &Database,
    account: &ProviderId,
    event: &ProviderId,
) -> Result<Option<(PosId, bool)>, Fault> {
    let found = sqlx::query!(
        r#"SELECT pos_id, EXISTS (SELECT FROM notice AS n WHERE n.pos_id = l.pos_id AND n.event_id = $2) AS "taken!"
           FROM location AS l WHERE account_id = $1"#,
        account.as_str(),
        event.as_str()
    )
    .fetch_optional(database.pool())
    .await?;
    found.map(|row| Ok((stored(row.pos_id.parse())?, row.taken))).transpose()
}

/// The account of a location.
///
/// # Errors
/// If the database is away, or holds what cannot be read.
pub async fn account_of(database: &Database, pos_id: &PosId) -> Result<Option<ProviderId>, Fault> {
    let found = sqlx::query_scalar!("SELECT account_id FROM location WHERE pos_id = $1", pos_id.as_str())
        .fetch_optional(database.pool())
        .await?;
    found.flatten().map(|account| stored(account.parse())).transpose()
}

/// Up to when the mirror of a location is the provider's truth, UTC.
///
/// # Errors
/// If the database is away.
pub async fn as_of(database: &Database, pos_id: &PosId) -> Result<Option<Timestamp>, Fault> {
    let found = sqlx::query_scalar!("SELECT as_of FROM location WHERE pos_id = $1", pos_id.as_str())
        .fetch_optional(database.pool())
        .await?;
    Ok(found.flatten().map(jiff_sqlx::Timestamp::to_jiff))
}

/// Raises the versions of locations whose payments changed.
///
/// # Errors
/// If the database is away, or holds what cannot be read.
pub async fn bump_versions(tx: &mut Tx, pos_ids: &BTreeSet<PosId>) -> Result<Vec<(PosId, i64)>, Fault> {
    let pos_ids: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    let rows = sqlx::query!(
        "WITH held AS (SELECT pos_id FROM location WHERE pos_id = ANY($1) ORDER BY pos_id FOR NO KEY UPDATE)
         UPDATE location AS l SET version = version + 1 FROM held WHERE l.pos_id = held.pos_id
         RETURNING l.pos_id, l.version",
        &pos_ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(|row| Ok((stored(row.pos_id.parse())?, row.version))).collect()
}
