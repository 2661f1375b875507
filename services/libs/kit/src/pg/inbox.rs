use uuid::Uuid;

use super::Tx;
use crate::Fault;

/// How long an event id is remembered (design.md section 2).
const REMEMBERED_DAYS: i32 = 35;

impl Tx {
    /// Notes that `consumer` works these events, in the transaction of their effect, and tells which of them
    /// it has not worked before. The result keeps the order of `event_ids`.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn first_time(&mut self, consumer: &str, event_ids: &[Uuid]) -> Result<Vec<Uuid>, Fault> {
        let now = self.clock().now().as_second() as f64;
        let fresh: Vec<Uuid> = sqlx::query_scalar(
            "INSERT INTO inbox (consumer, event_id, seen_at)
             SELECT $1, event_id, to_timestamp($3) FROM unnest($2::uuid[]) AS e (event_id)
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

    /// Forgets that `consumer` works this event: it did not, and when it is sent again it may.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn forget_event(&mut self, consumer: &str, event_id: Uuid) -> Result<(), Fault> {
        sqlx::query("DELETE FROM inbox WHERE consumer = $1 AND event_id = $2")
            .bind(consumer)
            .bind(event_id)
            .execute(self.conn())
            .await?;
        Ok(())
    }

    /// Forgets event ids that are older than any repeat can be.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn forget_old_events(&mut self) -> Result<u64, Fault> {
        let now = self.clock().now().as_second() as f64;
        let gone =
            sqlx::query("DELETE FROM inbox WHERE seen_at < to_timestamp($1) - make_interval(days => $2)")
                .bind(now)
                .bind(REMEMBERED_DAYS)
                .execute(self.conn())
                .await?;
        Ok(gone.rows_affected())
    }
}
