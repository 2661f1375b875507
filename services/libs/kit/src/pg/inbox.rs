use uuid::Uuid;

use super::Tx;
use crate::Fault;
use crate::nats::streams::LETTER_DAYS;

/// How long an event id is remembered: longer than POS keeps a message.
pub(super) const REMEMBERED_DAYS: i64 = 35;
/// How long the note of a dead letter stays: a day longer than DLQ keeps the letter.
pub(super) const BURIED_DAYS: i64 = LETTER_DAYS as i64 + 1;

impl Tx {
    /// Notes that `consumer` works these events, in the transaction of their effect, and returns those that it has not
    /// worked before and that became no dead letter. The result keeps the order of `event_ids`.
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

    /// Notes that `consumer` works an event whose dead letter is replayed, and returns whether it has not worked it before.
    /// It is remembered for as long as another dead letter of it may be kept.
    ///
    /// # Errors
    /// If the database is away.
    pub(crate) async fn first_time_replayed(
        &mut self,
        consumer: &str,
        event_id: Uuid,
    ) -> Result<bool, Fault> {
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
        .bind(BURIED_DAYS as i32)
        .execute(self.conn())
        .await?;
        Ok(fresh.rows_affected() > 0)
    }

    /// Notes that this event became a dead letter instead of having its effect: when it is replayed, the event may be worked.
    ///
    /// # Errors
    /// If the database is away.
    pub(crate) async fn note_dead_letter(&mut self, consumer: &str, event_id: Uuid) -> Result<(), Fault> {
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
}
