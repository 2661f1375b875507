//! The metrics of a database.

use jiff::Timestamp;
use sqlx::Row as _;

use super::Database;
use crate::Fault;
use crate::metrics::{Gauge, Reading, age, labels, watch};

/// Rows of the outbox that are counted; beyond them it only matters that there are many.
const COUNTED: i64 = 100_000;

impl Database {
    /// Shows the connections of the pool.
    pub(crate) fn watch(&self) {
        let state = |state| labels(self.service, &[("db.client.connection.state", state)]);
        let pool = self.pool.raw().clone();
        watch(Gauge::DatabaseConnections, state("used"), move || {
            f64::from(pool.size()) - pool.num_idle() as f64
        });
        let pool = self.pool.raw().clone();
        watch(Gauge::DatabaseConnections, state("idle"), move || pool.num_idle() as f64);
        let most = f64::from(self.pool.raw().options().get_max_connections());
        watch(Gauge::DatabaseConnectionsMax, labels(self.service, &[]), move || most);
    }

    /// What waits to be published, and what NATS refused for good: 100,000 rows of each at most are counted.
    ///
    /// # Errors
    /// If the database is away.
    pub(crate) async fn outbox(&self) -> Result<Vec<Reading>, Fault> {
        let row = sqlx::query(
            "SELECT (SELECT count(*) FROM (SELECT FROM outbox ORDER BY id LIMIT $1) AS first) AS rows,
                    (SELECT extract(epoch FROM written_at)::float8 FROM outbox ORDER BY id LIMIT 1) AS oldest,
                    (SELECT count(*) FROM (SELECT FROM outbox_refused LIMIT $1) AS aside) AS refused",
        )
        .bind(COUNTED)
        .fetch_one(&self.pool)
        .await?;
        let (rows, oldest): (i64, Option<f64>) = (row.try_get("rows")?, row.try_get("oldest")?);
        let refused: i64 = row.try_get("refused")?;
        let oldest = oldest.and_then(|seconds| Timestamp::from_millisecond((seconds * 1000.0) as i64).ok());
        let labels = labels(self.service, &[]);
        let value = age(oldest, self.clock.now());
        Ok(vec![
            Reading { gauge: Gauge::OutboxRows, labels: labels.clone(), value: rows as f64 },
            Reading { gauge: Gauge::OutboxRefused, labels: labels.clone(), value: refused as f64 },
            Reading { gauge: Gauge::OutboxAge, labels, value },
        ])
    }
}
