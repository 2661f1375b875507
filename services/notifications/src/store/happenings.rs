use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::{sql_time, stored};
use crate::domain::{Happening, Kind};

/// Something that happened, to be told.
#[derive(Debug, Clone)]
pub struct Note {
    /// Where.
    pub pos_id: PosId,
    /// What tells it from others of its kind.
    pub source: String,
    /// What.
    pub happening: Happening,
}

/// Something that is to be told now.
#[derive(Debug, Clone)]
pub struct Claimed {
    /// Where.
    pub pos_id: PosId,
    /// Of what kind.
    pub kind: Kind,
    /// What tells it from others of its kind.
    pub source: String,
    /// What.
    pub happening: Happening,
    /// How often it was tried, this time included.
    pub tries: i32,
}

/// Notes what happened. What was told already stays as it is, unless it has become larger: then it
/// is told again, to those who were not told before.
pub async fn note(tx: &mut Tx, notes: &[Note], now: Timestamp) -> Result<(), Fault> {
    if notes.is_empty() {
        return Ok(());
    }
    // A statement takes each key once.
    let key = |note: &Note| (note.pos_id.clone(), note.happening.kind().as_str(), note.source.clone());
    let notes: BTreeMap<_, &Note> = notes.iter().map(|note| (key(note), note)).collect();
    let column = |of: fn(&Note) -> String| notes.values().map(|note| of(note)).collect::<Vec<String>>();
    let data: Result<Vec<String>, Fault> =
        notes.values().map(|note| stored(serde_json::to_string(&note.happening))).collect();
    let data = data?;
    let sizes: Vec<Option<i64>> = notes.values().map(|note| note.happening.size()).collect();
    sqlx::query!(
        "INSERT INTO happening AS h (pos_id, kind, source, data, size, noted_at, due_at)
         SELECT pos_id, kind, source, data, size, $6, $6
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[]) AS n (pos_id, kind, source, data, size)
         ORDER BY pos_id, kind, source
         ON CONFLICT (pos_id, kind, source) DO UPDATE SET
           data = excluded.data, size = excluded.size, told = false, due_at = excluded.due_at, tries = 0
         WHERE h.size < excluded.size OR h.size IS NOT NULL AND NOT h.told",
        &column(|note| note.pos_id.to_string()),
        &column(|note| note.happening.kind().as_str().to_owned()),
        &column(|note| note.source.clone()),
        &data,
        &sizes as &[Option<i64>],
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Takes what is due, oldest first, and keeps others from it until `until`. What happened at a location that auth has not
/// described yet waits.
pub async fn claim_happenings(
    database: &Database,
    now: Timestamp,
    until: Timestamp,
    limit: i64,
) -> Result<Vec<Claimed>, Fault> {
    let rows = sqlx::query!(
        "UPDATE happening AS h SET due_at = $2, tries = h.tries + 1
         FROM (SELECT pos_id, kind, source FROM happening AS due WHERE NOT told AND due_at <= $1
                 AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = due.pos_id)
               ORDER BY due_at LIMIT $3 FOR UPDATE OF due SKIP LOCKED) AS n
         WHERE h.pos_id = n.pos_id AND h.kind = n.kind AND h.source = n.source
         RETURNING h.pos_id, h.kind, h.source, h.data, h.tries, h.noted_at",
        sql_time(now) as jiff_sqlx::Timestamp,
        sql_time(until) as jiff_sqlx::Timestamp,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    let mut claimed = Vec::with_capacity(rows.len());
    for row in rows {
        let noted_at = row.noted_at.to_jiff();
        let one = Claimed {
            pos_id: stored(row.pos_id.parse())?,
            kind: stored(row.kind.parse())?,
            source: row.source,
            happening: stored(serde_json::from_str(&row.data))?,
            tries: row.tries,
        };
        claimed.push((noted_at, one));
    }
    claimed.sort_by(|(a, one), (b, other)| (a, &one.source).cmp(&(b, &other.source)));
    Ok(claimed.into_iter().map(|(_, one)| one).collect())
}

/// Locks something that is to be told, as it is now; none if it was told in the meantime.
pub async fn hold_happening(tx: &mut Tx, claimed: &Claimed) -> Result<Option<Happening>, Fault> {
    let data = sqlx::query_scalar!(
        "SELECT data FROM happening WHERE pos_id = $1 AND kind = $2 AND source = $3 AND NOT told FOR UPDATE",
        claimed.pos_id.as_str(),
        claimed.kind.as_str(),
        claimed.source
    )
    .fetch_optional(tx.conn())
    .await?;
    data.map(|data| stored(serde_json::from_str(&data))).transpose()
}

/// Notes that everybody was told.
pub async fn mark_told(tx: &mut Tx, claimed: &Claimed) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE happening SET told = true WHERE pos_id = $1 AND kind = $2 AND source = $3",
        claimed.pos_id.as_str(),
        claimed.kind.as_str(),
        claimed.source
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Says when something is tried again.
pub async fn postpone(database: &Database, claimed: &Claimed, due_at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE happening SET due_at = $4
         WHERE pos_id = $1 AND kind = $2 AND source = $3 AND NOT told AND tries = $5",
        claimed.pos_id.as_str(),
        claimed.kind.as_str(),
        claimed.source,
        sql_time(due_at) as jiff_sqlx::Timestamp,
        claimed.tries
    )
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Forgets what was noted before a moment, `most` of it at most. Returns how much.
pub async fn forget_happenings(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM happening WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM happening WHERE noted_at < $1
           ORDER BY noted_at LIMIT $2 FOR UPDATE SKIP LOCKED))",
        sql_time(before) as jiff_sqlx::Timestamp,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}

/// Forgets checks that were seen before a moment, `most` of them at most. Returns how many.
pub async fn forget_checks(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM seen_check WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM seen_check WHERE seen_at < $1
           ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED))",
        sql_time(before) as jiff_sqlx::Timestamp,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
