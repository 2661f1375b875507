//! What NATS refused for good, and the outbox no longer holds: kept until a person sends it again, or for as long as DLQ keeps
//! what could not be worked.

use jiff::Timestamp;
use saffron_core::event::DeadLetter;
use sqlx::Row as _;

use super::tx::shorten;
use super::{Conn, Database, Tx};
use crate::Fault;
use crate::nats::streams::LETTER_DAYS;

/// An event that NATS does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Its place in the outbox, which is its sequence.
    pub id: i64,
    /// Where it was to go.
    pub subject: String,
    /// Its CloudEvents type.
    pub kind: String,
    /// How large its data is, bytes.
    pub bytes: i64,
    /// Why.
    pub reason: String,
    /// When it was set aside, UTC.
    pub refused_at: Timestamp,
}

impl Database {
    /// What NATS refused, oldest first: those behind the one with this id, `most` at most.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn refused(&self, after: i64, most: i64) -> Result<Vec<Refused>, Fault> {
        let rows = sqlx::query(
            "SELECT id, subject, kind, octet_length(data)::bigint AS bytes, reason,
                    extract(epoch FROM refused_at)::float8 AS refused_at
             FROM outbox_refused WHERE id > $1 ORDER BY id LIMIT $2",
        )
        .bind(after)
        .bind(most)
        .fetch_all(self.pool())
        .await?;
        let read = rows.into_iter().map(|row| {
            let seconds: f64 = row.try_get("refused_at")?;
            Ok(Refused {
                id: row.try_get("id")?,
                subject: row.try_get("subject")?,
                kind: row.try_get("kind")?,
                bytes: row.try_get("bytes")?,
                reason: row.try_get("reason")?,
                refused_at: Timestamp::from_millisecond((seconds * 1000.0) as i64).unwrap_or_default(),
            })
        });
        Ok(read.collect::<Result<_, sqlx::Error>>()?)
    }
}

impl Tx {
    /// Puts refused events back into the outbox, at the places they had. Returns how many there were.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn send_refused(&mut self, ids: &[i64]) -> Result<u64, Fault> {
        let sent = sqlx::query(
            "WITH back AS (DELETE FROM outbox_refused WHERE id = ANY($1)
               RETURNING id, event_id, subject, kind, pos_id, written_at, data, traceparent)
             INSERT INTO outbox (id, event_id, subject, kind, pos_id, written_at, data, traceparent)
             OVERRIDING SYSTEM VALUE
             SELECT id, event_id, subject, kind, pos_id, written_at, data, traceparent FROM back",
        )
        .bind(ids)
        .execute(self.conn())
        .await?;
        Ok(sent.rows_affected())
    }

    /// Forgets what nobody sent again, `most` at most. Returns how many.
    pub(super) async fn forget_old_refused(&mut self, most: i64) -> Result<u64, Fault> {
        let now = self.clock().now().as_second() as f64;
        let gone = sqlx::query(
            "DELETE FROM outbox_refused WHERE ctid = ANY (ARRAY (
               SELECT ctid FROM outbox_refused WHERE refused_at < to_timestamp($1) - make_interval(days => $2)
               ORDER BY refused_at LIMIT $3 FOR UPDATE SKIP LOCKED))",
        )
        .bind(now)
        .bind(LETTER_DAYS as i32)
        .bind(most)
        .execute(self.conn())
        .await?;
        Ok(gone.rows_affected())
    }
}

/// Moves rows from the outbox to where they stop nothing, each with its reason.
pub(super) async fn set_aside(tx: &mut Conn, refused: Vec<(i64, String)>, now: f64) -> Result<(), Fault> {
    let (ids, mut reasons): (Vec<i64>, Vec<String>) = refused.into_iter().unzip();
    reasons.iter_mut().for_each(shorten);
    sqlx::query(
        "WITH gone AS (DELETE FROM outbox WHERE id = ANY($1)
           RETURNING id, event_id, subject, kind, pos_id, written_at, data, traceparent)
         INSERT INTO outbox_refused
           (id, event_id, subject, kind, pos_id, written_at, data, traceparent, reason, refused_at)
         SELECT g.id, event_id, subject, kind, pos_id, written_at, data, traceparent, r.reason, to_timestamp($3)
         FROM gone g JOIN unnest($1::bigint[], $2::text[]) AS r (id, reason) ON r.id = g.id",
    )
    .bind(ids)
    .bind(reasons)
    .bind(now)
    .execute(tx)
    .await?;
    Ok(())
}

/// A letter of a version that kept whole what it was about, without it: what could not be published of it says nothing of a
/// guest any more, and POS still has the fact.
pub(super) fn without_payload(data: &str, written_at: Timestamp) -> Option<String> {
    let mut letter: DeadLetter = serde_json::from_str(data).ok()?;
    let bytes = std::mem::take(&mut letter.payload).len();
    shorten(&mut letter.reason);
    letter.reason = format!(
        "{}; its payload of {bytes} bytes was not kept: send this location's facts again (`saffron dlq resend`) from {written_at} or before",
        letter.reason
    );
    serde_json::to_string(&letter).ok()
}
