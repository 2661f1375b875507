use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx, column};

use crate::domain::ProviderId;

/// Locks these locations for this transaction, in order, and stores their time zones, each with the moment (UTC) of the
/// statement; a later one stays.
pub async fn lock_locations(tx: &mut Tx, zones: &BTreeMap<PosId, (Zone, Timestamp)>) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO location AS l (pos_id, time_zone, zone_at)
         SELECT pos_id, time_zone, at FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS n (pos_id, time_zone, at)
         ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET
           time_zone = CASE WHEN excluded.zone_at >= l.zone_at THEN excluded.time_zone ELSE l.time_zone END,
           zone_at = greatest(l.zone_at, excluded.zone_at)",
        &column(zones.keys(), |pos_id| pos_id) as &[&PosId],
        &column(zones.values(), |(zone, _)| zone) as &[&Zone],
        &column(zones.values(), |(_, at)| at.to_sqlx()) as &[jiff_sqlx::Timestamp]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// An account that a location has at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: ProviderId,
    /// Higher with each account that the location gets: an answer of the account counts as long as the term is the same.
    pub term: i64,
}

/// Gives a locked location its account at the provider, or takes it away, unless a newer event was recorded. Another
/// location with the account loses it, unless it was given to that one later. Returns the locations whose former account
/// ended: their mirrors are hidden at once, and cleared later.
pub async fn set_account(
    tx: &mut Tx,
    pos_id: &PosId,
    account: Option<&ProviderId>,
    sequence: i64,
) -> Result<Vec<PosId>, Fault> {
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
    let mut ended = sqlx::query_scalar!(
        "UPDATE location SET account_id = NULL, account_term = account_term + 1, as_of = NULL
         WHERE account_id = $2 AND pos_id <> $1 AND account_sequence <= $3 RETURNING pos_id",
        pos_id.as_str(),
        account,
        sequence
    )
    .fetch_all(tx.conn())
    .await?;
    ended.iter().for_each(|pos_id| tx.touch(pos_id));
    let account = if taken_later { None } else { account };
    // The mirror of a location that never had an account is empty.
    let set = sqlx::query!(
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
    if let Some(set) = set.filter(|set| set.changed) {
        tx.touch(pos_id);
        ended.extend(set.had_one.then(|| pos_id.clone()));
    }
    Ok(ended)
}

/// Locks a location for this transaction, if it still has this account, in the same term: before answers of the account are
/// stored. False otherwise.
pub async fn lock_account(tx: &mut Tx, pos_id: &PosId, account: &Account) -> Result<bool, Fault> {
    let locked = sqlx::query_scalar!(
        "SELECT pos_id FROM location
         WHERE pos_id = $1 AND account_id = $2 AND account_term = $3 AND mirror_account = account_id
         FOR NO KEY UPDATE",
        pos_id.as_str(),
        account.id.as_str(),
        account.term
    );
    Ok(locked.fetch_optional(tx.conn()).await?.is_some())
}

/// The same by a shared lock, if the location itself is not written: other transactions that share it do not wait.
pub async fn lock_account_shared(tx: &mut Tx, pos_id: &PosId, account: &Account) -> Result<bool, Fault> {
    let shared = sqlx::query_scalar!(
        "SELECT pos_id FROM location
         WHERE pos_id = $1 AND account_id = $2 AND account_term = $3 AND mirror_account = account_id
         FOR SHARE",
        pos_id.as_str(),
        account.id.as_str(),
        account.term
    );
    Ok(shared.fetch_optional(tx.conn()).await?.is_some())
}

/// The location of an account.
pub struct AccountLocation {
    pub pos_id: PosId,
    pub term: i64,
    /// Whether the event was stored before.
    pub is_taken: bool,
}

/// The location of an account, and whether this event was stored before. None, if no location has the account, or if
/// the mirror of its location still has objects of a former account: the history is read afterwards.
pub async fn location_of_event(
    database: &Database,
    account: &ProviderId,
    event: &ProviderId,
) -> Result<Option<AccountLocation>, Fault> {
    let location = sqlx::query_as!(
        AccountLocation,
        r#"SELECT pos_id, account_term AS term,
             EXISTS (SELECT FROM notice AS n WHERE n.pos_id = l.pos_id AND n.event_id = $2) AS "is_taken!"
           FROM location AS l WHERE account_id = $1 AND mirror_account = account_id"#,
        account.as_str(),
        event.as_str()
    );
    Ok(location.fetch_optional(database.pool()).await?)
}

/// The account of a location, if the mirror has the objects of this account.
pub async fn account_of(database: &Database, pos_id: &PosId) -> Result<Option<Account>, Fault> {
    let account = sqlx::query_as!(
        Account,
        r#"SELECT account_id AS "id!", account_term AS term FROM location
           WHERE pos_id = $1 AND mirror_account = account_id"#,
        pos_id.as_str()
    );
    Ok(account.fetch_optional(database.pool()).await?)
}

/// Up to when the mirror of a location equals the provider's state, UTC; without an account, when other processors' newest
/// fact came in.
pub async fn as_of(database: &Database, pos_id: &PosId) -> Result<Option<Timestamp>, Fault> {
    let as_of = sqlx::query_scalar!(
        "SELECT CASE WHEN account_id IS NULL THEN (SELECT max(recorded_at) FROM processor WHERE pos_id = $1) ELSE as_of END
           AS as_of
         FROM location WHERE pos_id = $1",
        pos_id.as_str()
    );
    Ok(as_of.fetch_optional(database.pool()).await?.flatten().map(jiff_sqlx::Timestamp::to_jiff))
}
