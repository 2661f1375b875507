//! Tries that count against an account or an address.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use crate::domain::Subject;
use crate::domain::tries::WINDOW;

/// What is known of a subject.
#[derive(Debug, Clone)]
pub struct Known {
    /// [`Subject::hash`]
    pub subject: Vec<u8>,
    /// Tries since it was last quiet.
    pub count: u32,
    /// UTC.
    pub last_at: Timestamp,
}

/// The tries of these subjects that still count.
pub async fn read(database: &Database, subjects: &[Subject], now: Timestamp) -> Result<Vec<Known>, Fault> {
    let rows = sqlx::query!(
        "SELECT subject, count, last_at FROM tries WHERE subject = ANY($1) AND last_at > $2",
        &hashes(subjects),
        (now - WINDOW).to_sqlx()
    )
    .fetch_all(database.pool())
    .await?;
    let known = rows.into_iter().map(|row| Known {
        subject: row.subject,
        count: u32::try_from(row.count).unwrap_or(0),
        last_at: row.last_at.to_jiff(),
    });
    Ok(known.collect())
}

/// Counts a try against each of these subjects, which are held until the end of the transaction, and tells what was known
/// before of those that still count.
pub async fn add(tx: &mut Tx, subjects: &[Subject], now: Timestamp) -> Result<Vec<Known>, Fault> {
    let rows = sqlx::query!(
        r#"INSERT INTO tries AS t (subject, count, last_at)
         SELECT subject, 1, $2 FROM unnest($1::bytea[]) AS s (subject) ORDER BY subject
         ON CONFLICT (subject) DO UPDATE SET
           count = CASE WHEN t.last_at > $3 THEN least(t.count + 1, 1000) ELSE 1 END,
           last_at = greatest(t.last_at, excluded.last_at)
         RETURNING new.subject AS "subject!", old.count AS "count?", old.last_at AS "last_at?""#,
        &hashes(subjects),
        now.to_sqlx(),
        (now - WINDOW).to_sqlx()
    )
    .fetch_all(tx.conn())
    .await?;
    let known = rows.into_iter().filter_map(|row| {
        let last_at = row.last_at?.to_jiff();
        let count = u32::try_from(row.count?).unwrap_or(0);
        (last_at > now - WINDOW).then_some(Known { subject: row.subject, count, last_at })
    });
    Ok(known.collect())
}

/// Forgets the tries of a subject.
pub async fn clear(tx: &mut Tx, subject: &Subject) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM tries WHERE subject = $1", subject.hash()).execute(tx.conn()).await?;
    Ok(())
}

/// Forgets the tries of these subjects.
pub async fn clear_all(tx: &mut Tx, subjects: &[Subject]) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM tries WHERE subject = ANY($1)", &hashes(subjects)).execute(tx.conn()).await?;
    Ok(())
}

/// Forgets tries that no longer count, `most` at most, and tells how many.
pub async fn delete_old(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM tries WHERE subject IN
           (SELECT subject FROM tries WHERE last_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)",
        (now - WINDOW).to_sqlx(),
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}

fn hashes(subjects: &[Subject]) -> Vec<Vec<u8>> {
    subjects.iter().map(|subject| subject.hash().to_vec()).collect()
}
