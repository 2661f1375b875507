//! Events that NATS refused for good: kept outside the outbox until an operator sends them again, or for as long as DLQ keeps
//! dead letters.

use jiff::Timestamp;
use saffron_core::event::DeadLetter;
use sqlx::Row as _;

use crate::Fault;
use crate::pg::tx::shorten;
use crate::pg::{Conn, Database, Tx};

/// An event that NATS does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The id in the outbox, which is its sequence.
    pub id: i64,
    /// The subject.
    pub subject: String,
    /// The CloudEvents type.
    pub kind: String,
    /// The size of the data, bytes.
    pub bytes: i64,
    /// Why NATS refused it.
    pub reason: String,
    /// When it was set aside, UTC.
    pub refused_at: Timestamp,
}

impl Database {
    /// The events that NATS refused, oldest first: those behind the one with this id, `most` at most.
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
    /// Puts refused events back into the outbox, with the ids they had. Returns how many there were.
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
}

/// Moves rows out of the outbox, each with its reason, so that they hold up no others.
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

/// A dead letter without its payload, for one that is too large to be published: POS still has the fact, and the letter no
/// longer quotes a guest.
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
