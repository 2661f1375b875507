use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::stored;
use crate::domain::ProviderId;

/// Locks these locations for this transaction, in order, and notes their time zones, each with the moment (UTC) at which
/// it was true: one that is known of a later moment stays.
pub async fn hold_locations(tx: &mut Tx, zones: &BTreeMap<PosId, (Zone, Timestamp)>) -> Result<(), Fault> {
    let pos_ids: Vec<String> = zones.keys().map(ToString::to_string).collect();
    let names: Vec<String> = zones.values().map(|(zone, _)| zone.name().to_owned()).collect();
    let at: Vec<jiff_sqlx::Timestamp> = zones.values().map(|(_, at)| (*at).into()).collect();
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, zone_at)
         SELECT pos_id, time_zone, at FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS n (pos_id, time_zone, at)
         ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET
           time_zone = CASE WHEN excluded.zone_at >= l.zone_at THEN excluded.time_zone ELSE l.time_zone END,
           zone_at = greatest(l.zone_at, excluded.zone_at)",
        &pos_ids,
        &names,
        &at as &[jiff_sqlx::Timestamp]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// An account that a location has at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Which.
    pub id: ProviderId,
    /// Higher with each account that the location gets: an answer of it counts as long as the term is the same.
    pub term: i64,
}

/// Gives a held location its account at the provider, or takes it away, unless something newer was heard. Another
/// location that had the account loses it, unless it was given to that one later. Of the locations whose account is
/// another now, those that had one before are true: their mirror is shown no more at once, and emptied later.
pub async fn set_account(
    tx: &mut Tx,
    pos_id: &PosId,
    account: Option<&ProviderId>,
    sequence: i64,
) -> Result<BTreeMap<PosId, bool>, Fault> {
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
    let losing = sqlx::query_scalar!(
        "UPDATE location SET account_id = NULL, account_term = account_term + 1, as_of = NULL
         WHERE account_id = $2 AND pos_id <> $1 AND account_sequence <= $3 RETURNING pos_id",
        pos_id.as_str(),
        account,
        sequence
    )
    .fetch_all(tx.conn())
    .await?;
    let account = if taken_later { None } else { account };
    // A location that never had one has nothing to be emptied.
    let changed = sqlx::query!(
        r#"UPDATE location SET account_id = $2, account_sequence = $3,
             account_term = account_term + (account_id IS DISTINCT FROM $2)::int,
             as_of = CASE WHEN account_id IS DISTINCT FROM $2 THEN NULL ELSE as_of END,
             poll_at = CASE WHEN account_id IS DISTINCT FROM $2 THEN '-infinity' ELSE poll_at END,
             mirror_account = CASE WHEN account_id IS NULL AND mirror_account IS NULL THEN $2 ELSE mirror_account END
           WHERE pos_id = $1 AND account_sequence < $3
           RETURNING old.account_id IS DISTINCT FROM new.account_id AS "changed!",
             old.account_id IS NOT NULL AS "had_one!""#,
        pos_id.as_str(),
        account,
        sequence
    )
    .fetch_optional(tx.conn())
    .await?;
    let mut all = BTreeMap::new();
    for pos_id in losing {
        all.insert(stored(pos_id.parse())?, true);
    }
    if let Some(row) = changed.filter(|row| row.changed) {
        all.insert(pos_id.clone(), row.had_one);
    }
    Ok(all)
}

/// Locks a location for this transaction, if it still has this account, in the same term: before answers of the account are
/// written. False if it has not.
pub async fn hold_account(tx: &mut Tx, pos_id: &PosId, account: &Account) -> Result<bool, Fault> {
    let held = sqlx::query_scalar!(
        "SELECT pos_id FROM location
         WHERE pos_id = $1 AND account_id = $2 AND account_term = $3 AND mirror_account = account_id
         FOR NO KEY UPDATE",
        pos_id.as_str(),
        account.id.as_str(),
        account.term
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(held.is_some())
}

/// The same, where nothing of the location itself is written: others who hold it so do not wait.
pub async fn share_account(tx: &mut Tx, pos_id: &PosId, account: &Account) -> Result<bool, Fault> {
    let held = sqlx::query_scalar!(
        "SELECT pos_id FROM location
         WHERE pos_id = $1 AND account_id = $2 AND account_term = $3 AND mirror_account = account_id
         FOR SHARE",
        pos_id.as_str(),
        account.id.as_str(),
        account.term
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(held.is_some())
}

/// The location of an account, and whether this event of it was taken before; none if no location has it, or if the mirror
/// of its location still holds a former account's objects: the history is read afterwards.
pub async fn whose_event(
    database: &Database,
    account: &ProviderId,
    event: &ProviderId,
) -> Result<Option<(PosId, Account, bool)>, Fault> {
    let found = sqlx::query!(
        r#"SELECT pos_id, account_term,
             EXISTS (SELECT FROM notice AS n WHERE n.pos_id = l.pos_id AND n.event_id = $2) AS "taken!"
           FROM location AS l WHERE account_id = $1 AND mirror_account = account_id"#,
        account.as_str(),
        event.as_str()
    )
    .fetch_optional(database.pool())
    .await?;
    let Some(row) = found else { return Ok(None) };
    let account = Account { id: account.clone(), term: row.account_term };
    Ok(Some((stored(row.pos_id.parse())?, account, row.taken)))
}

/// The account of a location, where the mirror holds it.
pub async fn account_of(database: &Database, pos_id: &PosId) -> Result<Option<Account>, Fault> {
    let found = sqlx::query!(
        r#"SELECT account_id AS "account_id!", account_term FROM location
           WHERE pos_id = $1 AND mirror_account = account_id"#,
        pos_id.as_str()
    )
    .fetch_optional(database.pool())
    .await?;
    found.map(|row| Ok(Account { id: stored(row.account_id.parse())?, term: row.account_term })).transpose()
}

/// Up to when the mirror of a location is the provider's truth, UTC.
pub async fn as_of(database: &Database, pos_id: &PosId) -> Result<Option<Timestamp>, Fault> {
    let found = sqlx::query_scalar!("SELECT as_of FROM location WHERE pos_id = $1", pos_id.as_str())
        .fetch_optional(database.pool())
        .await?;
    Ok(found.flatten().map(jiff_sqlx::Timestamp::to_jiff))
}

/// Raises the versions of locations whose payments changed.
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
