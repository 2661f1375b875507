use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::{Account, stored};
use crate::domain::{Kind, Named, ProviderId};

/// An object that one worker has in hand.
#[derive(Debug, Clone)]
pub struct Claimed {
    /// The location.
    pub pos_id: PosId,
    /// Its account.
    pub account: Account,
    /// What it is.
    pub kind: Kind,
    /// Which.
    pub id: ProviderId,
    /// As it was named when it was taken in hand.
    pub mark: i64,
    /// The number of this read.
    pub read: i64,
    /// How often it was tried before.
    pub tries: i32,
    /// It is no news.
    pub history: bool,
}

/// A number that is higher than those of all reads that began before. A read takes it before it asks; a change of an
/// object takes it once the provider has answered, so that the answer outranks every read that began before.
pub async fn next_read(database: &Database) -> Result<i64, Fault> {
    let next = sqlx::query_scalar!(r#"SELECT nextval('fetch_order') AS "next!""#);
    Ok(next.fetch_one(database.pool()).await?)
}

/// Says that objects of a location have to be fetched anew. One that is being fetched now will be fetched again.
pub async fn mark(
    tx: &mut Tx,
    pos_id: &PosId,
    named: &BTreeSet<Named>,
    history: bool,
    now: Timestamp,
) -> Result<(), Fault> {
    let (mut kinds, mut ids) = (Vec::new(), Vec::new());
    for one in named {
        if let Named::One(kind, id) = one {
            kinds.push(kind.name().to_owned());
            ids.push(id.to_string());
        }
    }
    if !ids.is_empty() {
        sqlx::query!(
            "INSERT INTO stale AS s (pos_id, kind, id, due_at, history)
             SELECT $1, kind, id, $4, $5 FROM unnest($2::text[], $3::text[]) AS n (kind, id) ORDER BY kind, id
             ON CONFLICT (pos_id, kind, id) DO UPDATE SET
               mark = excluded.mark, due_at = excluded.due_at, tries = 0, broken = false,
               history = s.history AND excluded.history",
            pos_id.as_str(),
            &kinds,
            &ids,
            jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp,
            history
        )
        .execute(tx.conn())
        .await?;
    }
    if named.contains(&Named::Available) {
        sqlx::query!(
            "INSERT INTO stale AS s (pos_id, kind, id, due_at, history)
             SELECT pos_id, 'balance_transaction', id, $2, true FROM balance_transaction
             WHERE pos_id = $1 AND NOT final AND available_on <= $3 ORDER BY id
             ON CONFLICT (pos_id, kind, id) DO UPDATE SET
               mark = excluded.mark, due_at = excluded.due_at, tries = 0, broken = false",
            pos_id.as_str(),
            jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp,
            now.as_second()
        )
        .execute(tx.conn())
        .await?;
    }
    Ok(())
}

/// Takes objects in hand that are due; until `lease` is over no one else does.
pub async fn claim(
    database: &Database,
    now: Timestamp,
    lease: SignedDuration,
    limit: i64,
) -> Result<Vec<Claimed>, Fault> {
    let rows = sqlx::query!(
        r#"WITH due AS (
             SELECT s.pos_id, s.kind, s.id, l.account_id, l.account_term
             FROM stale AS s JOIN location AS l USING (pos_id)
             WHERE s.due_at <= $1 AND l.mirror_account = l.account_id
             ORDER BY s.due_at LIMIT $3 FOR UPDATE OF s SKIP LOCKED)
           UPDATE stale AS s SET due_at = $2 FROM due
           WHERE s.pos_id = due.pos_id AND s.kind = due.kind AND s.id = due.id
           RETURNING s.pos_id, s.kind, s.id, s.mark, s.tries, s.history, due.account_id AS "account!",
             due.account_term, nextval('fetch_order') AS "read!""#,
        jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp,
        jiff_sqlx::Timestamp::from(now + lease) as jiff_sqlx::Timestamp,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Claimed {
                pos_id: stored(row.pos_id.parse())?,
                account: Account { id: stored(row.account.parse())?, term: row.account_term },
                kind: stored(Kind::named(&row.kind).ok_or("an unknown kind"))?,
                id: stored(row.id.parse())?,
                mark: row.mark,
                read: row.read,
                tries: row.tries,
                history: row.history,
            })
        })
        .collect()
}

/// How many objects are due to be fetched anew, 100,000 at most, and since when the oldest of them is.
pub async fn waiting(database: &Database, now: Timestamp) -> Result<(i64, Option<Timestamp>), Fault> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "waiting!", min(due_at) AS oldest
           FROM (SELECT due_at FROM stale WHERE due_at <= $1 ORDER BY due_at LIMIT 100000) AS due"#,
        jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp
    )
    .fetch_one(database.pool())
    .await?;
    Ok((row.waiting, row.oldest.map(jiff_sqlx::Timestamp::to_jiff)))
}

/// Takes marks away whose objects were fetched; one that was named again meanwhile stays.
pub async fn settle_marks(tx: &mut Tx, pos_id: &PosId, claimed: &[&Claimed]) -> Result<(), Fault> {
    let kinds: Vec<String> = claimed.iter().map(|one| one.kind.name().to_owned()).collect();
    let ids: Vec<String> = claimed.iter().map(|one| one.id.to_string()).collect();
    let marks: Vec<i64> = claimed.iter().map(|one| one.mark).collect();
    sqlx::query!(
        "WITH held AS (
           SELECT s.kind, s.id FROM unnest($2::text[], $3::text[], $4::bigint[]) AS n (kind, id, mark)
           JOIN stale AS s ON s.pos_id = $1 AND s.kind = n.kind AND s.id = n.id AND s.mark = n.mark
           ORDER BY s.kind, s.id FOR UPDATE OF s)
         DELETE FROM stale AS s USING held WHERE s.pos_id = $1 AND s.kind = held.kind AND s.id = held.id",
        pos_id.as_str(),
        &kinds,
        &ids,
        &marks
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// An object that could not be fetched.
#[derive(Debug, Clone)]
pub struct PutBack<'a> {
    /// It.
    pub claimed: &'a Claimed,
    /// When it is tried again, UTC.
    pub due: Timestamp,
    /// It cannot be read, and keeps nothing waiting.
    pub broken: bool,
}

/// Puts objects of a location back that could not be fetched; one that was named again meanwhile stays as it is.
pub async fn put_back(tx: &mut Tx, pos_id: &PosId, failed: &[PutBack<'_>]) -> Result<(), Fault> {
    let kinds: Vec<String> = failed.iter().map(|one| one.claimed.kind.name().to_owned()).collect();
    let ids: Vec<String> = failed.iter().map(|one| one.claimed.id.to_string()).collect();
    let marks: Vec<i64> = failed.iter().map(|one| one.claimed.mark).collect();
    let dues: Vec<jiff_sqlx::Timestamp> = failed.iter().map(|one| one.due.into()).collect();
    let broken: Vec<bool> = failed.iter().map(|one| one.broken).collect();
    sqlx::query!(
        "WITH held AS (
           SELECT s.kind, s.id, n.due, n.broken
           FROM unnest($2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::boolean[])
             AS n (kind, id, mark, due, broken)
           JOIN stale AS s ON s.pos_id = $1 AND s.kind = n.kind AND s.id = n.id AND s.mark = n.mark
           ORDER BY s.kind, s.id FOR UPDATE OF s)
         UPDATE stale AS s SET due_at = held.due, tries = s.tries + 1, broken = held.broken FROM held
         WHERE s.pos_id = $1 AND s.kind = held.kind AND s.id = held.id",
        pos_id.as_str(),
        &kinds,
        &ids,
        &marks,
        &dues as &[jiff_sqlx::Timestamp],
        &broken
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Notes up to when the mirror of a location is the provider's truth, if nothing waits.
pub async fn tell_freshness(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE location SET as_of = polled_at
         WHERE pos_id = $1 AND as_of IS DISTINCT FROM polled_at
           AND NOT EXISTS (SELECT FROM stale WHERE pos_id = $1 AND NOT broken)
           AND NOT EXISTS (SELECT FROM history WHERE pos_id = $1 AND NOT done)",
        pos_id.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
