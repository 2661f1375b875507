use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Queue, Tx, column};

use super::Account;
use crate::domain::{Kind, ProviderId, Stale};

/// The queue of objects to fetch, of locations whose mirror has the objects of the current account.
pub static STALE: Queue = Queue::new("stale", &["pos_id", "kind", "id"]).ready_if(
    "EXISTS (SELECT FROM location AS l WHERE l.pos_id = q.pos_id AND l.mirror_account = l.account_id)",
);

/// How old a payment that is not final may be to be read again each night, days. Unpaid payments stay open without end, and
/// would add up. A later change by hand has an event; if events were missed for longer than the provider stores them, the
/// account's history is read. The provider cancels a held card after 7 days, and after 31 at the latest.
const OPEN_PAYMENT_DAYS: i64 = 35;
/// The same of other objects: disputes take longest, and are decided within half a year.
const OPEN_DAYS: i64 = 200;

/// An object that one worker fetches.
#[derive(Debug, Clone)]
pub struct Claimed {
    pub pos_id: PosId,
    pub account: Account,
    pub kind: Kind,
    pub id: ProviderId,
    /// A number that changes when the object is marked again.
    pub mark: i64,
    /// The number of this read.
    pub read: i64,
    /// The number of tries, with this one.
    pub tries: i32,
    /// Whether it is history, of which no events are published.
    pub history: bool,
}

/// A number that is higher than those of all reads that began before. A read takes it before the call; a change of an
/// object takes it after the provider has answered, so that the answer outranks every read that began before.
pub async fn next_read_number(database: &Database) -> Result<i64, Fault> {
    let next = sqlx::query_scalar!(r#"SELECT nextval('fetch_order') AS "next!""#);
    Ok(next.fetch_one(database.pool()).await?)
}

/// Marks objects of a location to be fetched. One that is being fetched now will be fetched again.
pub async fn mark_stale(
    tx: &mut Tx,
    pos_id: &PosId,
    stale: &BTreeSet<Stale>,
    history: bool,
) -> Result<(), Fault> {
    let now = tx.clock().now();
    let objects = stale.iter().filter_map(|one| match one {
        Stale::Object(kind, id) => Some((*kind, id)),
        Stale::AvailableTransactions => None,
    });
    let objects: Vec<(Kind, &ProviderId)> = objects.collect();
    if !objects.is_empty() {
        sqlx::query!(
            "INSERT INTO stale AS s (pos_id, kind, id, due_at, history)
             SELECT $1, kind, id, $4, $5 FROM unnest($2::text[], $3::text[]) AS n (kind, id) ORDER BY kind, id
             ON CONFLICT (pos_id, kind, id) DO UPDATE SET
               mark = excluded.mark, due_at = excluded.due_at, tries = 0, broken = false,
               history = s.history AND excluded.history",
            pos_id.as_str(),
            &column(&objects, |(kind, _)| *kind) as &[Kind],
            &column(&objects, |(_, id)| *id) as &[&ProviderId],
            now.to_sqlx(),
            history
        )
        .execute(tx.conn())
        .await?;
    }
    if stale.contains(&Stale::AvailableTransactions) {
        sqlx::query!(
            "INSERT INTO stale AS s (pos_id, kind, id, due_at, history)
             SELECT pos_id, 'balance_transaction', id, $2, true FROM balance_transaction
             WHERE pos_id = $1 AND NOT final AND available_on <= $3 ORDER BY id
             ON CONFLICT (pos_id, kind, id) DO UPDATE SET
               mark = excluded.mark, due_at = excluded.due_at, tries = 0, broken = false",
            pos_id.as_str(),
            now.to_sqlx(),
            now.as_second()
        )
        .execute(tx.conn())
        .await?;
    }
    Ok(())
}

/// Marks all objects of a location that are not final, and not too old to become so.
pub async fn mark_open_objects(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    let now = tx.clock().now();
    let days_ago = |days: i64| (now - SignedDuration::from_hours(24 * days)).as_second();
    sqlx::query!(
        "INSERT INTO stale (pos_id, kind, id, due_at)
         SELECT pos_id, 'payment_intent', id, $2::timestamptz FROM payment_intent
           WHERE pos_id = $1 AND NOT final AND created >= $3
         UNION ALL SELECT pos_id, 'refund', id, $2 FROM refund WHERE pos_id = $1 AND NOT final AND created >= $4
         UNION ALL SELECT pos_id, 'payout', id, $2 FROM payout WHERE pos_id = $1 AND NOT final AND created >= $4
         UNION ALL SELECT pos_id, 'dispute', id, $2 FROM dispute WHERE pos_id = $1 AND NOT final AND created >= $4
         UNION ALL SELECT pos_id, 'balance_transaction', id, $2 FROM balance_transaction
           WHERE pos_id = $1 AND NOT final AND created >= $4
         ON CONFLICT (pos_id, kind, id) DO NOTHING",
        pos_id.as_str(),
        now.to_sqlx(),
        days_ago(OPEN_PAYMENT_DAYS),
        days_ago(OPEN_DAYS)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Claims due objects; no other worker claims them before the lease has expired.
pub async fn claim(database: &Database, lease: SignedDuration, most: i64) -> Result<Vec<Claimed>, Fault> {
    let now = database.clock().now();
    let mut tx = database.begin().await?;
    let claimed = STALE.claim::<(PosId, Kind, ProviderId)>(tx.conn(), now, now + lease, most).await?;
    if claimed.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        r#"SELECT s.pos_id, s.kind, s.id, s.mark, s.tries, s.history, l.account_id AS "account!", l.account_term,
             nextval('fetch_order') AS "read!"
           FROM unnest($1::text[], $2::text[], $3::text[]) AS n (pos_id, kind, id)
           JOIN stale AS s ON s.pos_id = n.pos_id AND s.kind = n.kind AND s.id = n.id
           JOIN location AS l ON l.pos_id = s.pos_id AND l.mirror_account = l.account_id"#,
        &column(&claimed, |one| &one.key.0) as &[&PosId],
        &column(&claimed, |one| one.key.1) as &[Kind],
        &column(&claimed, |one| &one.key.2) as &[&ProviderId]
    )
    .fetch_all(tx.conn())
    .await?;
    tx.commit().await?;
    let claimed = rows.into_iter().map(|row| Claimed {
        pos_id: row.pos_id,
        account: Account { id: row.account, term: row.account_term },
        kind: row.kind,
        id: row.id,
        mark: row.mark,
        read: row.read,
        tries: row.tries,
        history: row.history,
    });
    Ok(claimed.collect())
}

/// Deletes the marks of objects of a location that were fetched; one that was marked again meanwhile stays.
pub async fn delete_marks(tx: &mut Tx, pos_id: &PosId, fetched: &[&Claimed]) -> Result<(), Fault> {
    sqlx::query!(
        "WITH held AS (
           SELECT s.kind, s.id FROM unnest($2::text[], $3::text[], $4::bigint[]) AS n (kind, id, mark)
           JOIN stale AS s ON s.pos_id = $1 AND s.kind = n.kind AND s.id = n.id AND s.mark = n.mark
           ORDER BY s.kind, s.id FOR UPDATE OF s)
         DELETE FROM stale AS s USING held WHERE s.pos_id = $1 AND s.kind = held.kind AND s.id = held.id",
        pos_id.as_str(),
        &column(fetched, |one| one.kind) as &[Kind],
        &column(fetched, |one| &one.id) as &[&ProviderId],
        &column(fetched, |one| one.mark)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// An object that could not be fetched.
#[derive(Debug, Clone)]
pub struct Failed<'a> {
    pub claimed: &'a Claimed,
    /// When it is tried again, UTC.
    pub due: Timestamp,
    /// Whether it cannot be read; the mirror counts as fresh without it.
    pub broken: bool,
}

/// Schedules another try for objects of a location; one that was marked again meanwhile stays as it is.
pub async fn reschedule(tx: &mut Tx, pos_id: &PosId, failed: &[Failed<'_>]) -> Result<(), Fault> {
    sqlx::query!(
        "WITH held AS (
           SELECT s.kind, s.id, n.due, n.broken
           FROM unnest($2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::boolean[])
             AS n (kind, id, mark, due, broken)
           JOIN stale AS s ON s.pos_id = $1 AND s.kind = n.kind AND s.id = n.id AND s.mark = n.mark
           ORDER BY s.kind, s.id FOR UPDATE OF s)
         UPDATE stale AS s SET due_at = held.due, broken = held.broken FROM held
         WHERE s.pos_id = $1 AND s.kind = held.kind AND s.id = held.id",
        pos_id.as_str(),
        &column(failed, |one| one.claimed.kind) as &[Kind],
        &column(failed, |one| &one.claimed.id) as &[&ProviderId],
        &column(failed, |one| one.claimed.mark),
        &column(failed, |one| one.due.to_sqlx()) as &[jiff_sqlx::Timestamp],
        &column(failed, |one| one.broken)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores up to when the mirror of a location equals the provider's state, if no object waits.
pub async fn update_as_of(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
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
