//! Counts of tries against accounts and addresses.

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx as _;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use crate::domain::{Subject, TRY_WINDOW_HOURS};

/// How many tries a subject had, and when the last.
#[derive(Debug, Clone)]
pub struct TryCount {
    /// [`Subject::hash`]
    pub subject: Vec<u8>,
    pub count: i32,
    /// UTC.
    pub last_at: Timestamp,
}

/// The tries of these subjects that still count.
pub async fn read_tries(
    database: &Database,
    subjects: &[Subject],
    now: Timestamp,
) -> Result<Vec<TryCount>, Fault> {
    Ok(sqlx::query_as!(
        TryCount,
        "SELECT subject, count, last_at FROM tries WHERE subject = ANY($1) AND last_at > $2",
        &hashes(subjects) as &[&[u8; 32]],
        window_start(now).to_sqlx()
    )
    .fetch_all(database.pool())
    .await?)
}

/// Counts a try against each of these subjects, which are locked until the end of the transaction; returns the tries before
/// that still count.
pub async fn add_tries(tx: &mut Tx, subjects: &[Subject], now: Timestamp) -> Result<Vec<TryCount>, Fault> {
    let window_start = window_start(now);
    let rows = sqlx::query!(
        r#"INSERT INTO tries AS t (subject, count, last_at)
         SELECT subject, 1, $2 FROM unnest($1::bytea[]) AS s (subject) ORDER BY subject
         ON CONFLICT (subject) DO UPDATE SET
           count = CASE WHEN t.last_at > $3 THEN least(t.count + 1, 1000) ELSE 1 END,
           last_at = greatest(t.last_at, excluded.last_at)
         RETURNING new.subject AS "subject!", old.count AS "count?", old.last_at AS "last_at?""#,
        &hashes(subjects) as &[&[u8; 32]],
        now.to_sqlx(),
        window_start.to_sqlx()
    )
    .fetch_all(tx.conn())
    .await?;
    let known = rows.into_iter().filter_map(|row| {
        let last_at = row.last_at?.to_jiff();
        Some(TryCount { subject: row.subject, count: row.count?, last_at }).filter(|_| last_at > window_start)
    });
    Ok(known.collect())
}

/// Deletes the tries of these subjects.
pub async fn clear_tries(tx: &mut Tx, subjects: &[Subject]) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM tries WHERE subject = ANY($1)", &hashes(subjects) as &[&[u8; 32]])
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Tries of a subject count if the last was after this.
fn window_start(now: Timestamp) -> Timestamp {
    now - SignedDuration::from_hours(TRY_WINDOW_HOURS)
}

fn hashes(subjects: &[Subject]) -> Vec<&[u8; 32]> {
    subjects.iter().map(Subject::hash).collect()
}
