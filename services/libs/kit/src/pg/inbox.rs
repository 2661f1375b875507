use uuid::Uuid;

use super::Tx;
use crate::Fault;
use crate::nats::streams::LETTER_DAYS;

/// How long an event id is remembered (design.md section 2).
const REMEMBERED_DAYS: i32 = 35;
/// A letter is gone from DLQ by then.
const BURIED_DAYS: i32 = LETTER_DAYS as i32 + 1;

impl Tx {
    /// Notes that `consumer` works these events, in the transaction of their effect, and tells which of them
    /// it has not worked before and not buried either. The result keeps the order of `event_ids`.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn first_time(&mut self, consumer: &str, event_ids: &[Uuid]) -> Result<Vec<Uuid>, Fault> {
        let now = self.clock().now().as_second() as f64;
        let fresh: Vec<Uuid> = sqlx::query_scalar(
            "INSERT INTO inbox (consumer, event_id, seen_at)
             SELECT $1, event_id, to_timestamp($3) FROM unnest($2::uuid[]) AS e (event_id)
             WHERE NOT EXISTS (SELECT FROM buried_event b WHERE b.consumer = $1 AND b.event_id = e.event_id)
             ORDER BY event_id
             ON CONFLICT DO NOTHING RETURNING event_id",
        )
        .bind(consumer)
        .bind(event_ids)
        .bind(now)
        .fetch_all(self.conn())
        .await?;
        Ok(event_ids.iter().copied().filter(|id| fresh.contains(id)).collect())
    }

    /// Notes that `consumer` works an event whose letter was sent back, and tells whether it has not worked it before. It is
    /// remembered for as long as another letter of it may be kept.
    ///
    /// # Errors
    /// If the database is away.
    pub(crate) async fn first_time_back(&mut self, consumer: &str, event_id: Uuid) -> Result<bool, Fault> {
        let now = self.clock().now().as_second() as f64;
        let fresh = sqlx::query(
            "WITH back AS (DELETE FROM buried_event WHERE consumer = $1 AND event_id = $2)
             INSERT INTO inbox (consumer, event_id, seen_at)
             VALUES ($1, $2, to_timestamp($3) + make_interval(days => $4))
             ON CONFLICT DO NOTHING",
        )
        .bind(consumer)
        .bind(event_id)
        .bind(now)
        .bind(BURIED_DAYS)
        .execute(self.conn())
        .await?;
        Ok(fresh.rows_affected() > 0)
    }

    /// Notes that a letter stands for this event instead of its effect: when the letter is sent back, it may be worked.
    ///
    /// # Errors
    /// If the database is away.
    pub(crate) async fn note_buried(&mut self, consumer: &str, event_id: Uuid) -> Result<(), Fault> {
        let now = self.clock().now().as_second() as f64;
        sqlx::query(
            "WITH gone AS (DELETE FROM inbox WHERE consumer = $1 AND event_id = $2)
             INSERT INTO buried_event (consumer, event_id, buried_at) VALUES ($1, $2, to_timestamp($3))
             ON CONFLICT (consumer, event_id) DO UPDATE SET buried_at = excluded.buried_at",
        )
        .bind(consumer)
        .bind(event_id)
        .bind(now)
        .execute(self.conn())
        .await?;
        Ok(())
    }

    /// Forgets event ids that are older than any repeat can be, `most` of them at most. Returns how many.
    pub(super) async fn forget_old_events(&mut self, most: i64) -> Result<u64, Fault> {
        let now = self.clock().now().as_second() as f64;
        let gone = sqlx::query(
            "DELETE FROM inbox WHERE ctid = ANY (ARRAY (
               SELECT ctid FROM inbox WHERE seen_at < to_timestamp($1) - make_interval(days => $2)
               ORDER BY seen_at LIMIT $3 FOR UPDATE SKIP LOCKED))",
        )
        .bind(now)
        .bind(REMEMBERED_DAYS)
        .bind(most)
        .execute(self.conn())
        .await?;
        Ok(gone.rows_affected())
    }

    /// Forgets events whose letters are gone, `most` of them at most. Returns how many.
    pub(super) async fn forget_old_buried(&mut self, most: i64) -> Result<u64, Fault> {
        let now = self.clock().now().as_second() as f64;
        let gone = sqlx::query(
            "DELETE FROM buried_event WHERE ctid = ANY (ARRAY (
               SELECT ctid FROM buried_event WHERE buried_at < to_timestamp($1) - make_interval(days => $2)
               ORDER BY buried_at LIMIT $3 FOR UPDATE SKIP LOCKED))",
        )
        .bind(now)
        .bind(BURIED_DAYS)
        .bind(most)
        .execute(self.conn())
        .await?;
        Ok(gone.rows_affected())
    }
}
