//! What the database of reports holds at a moment: how far facts are added up, and what is still to be done.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use saffron_dev::say::Step;
use sqlx::{AssertSqlSafe, PgConnection, Row as _};

use crate::facts::Totals;
use crate::feed::Feed;
use crate::stack::Stack;

/// The database of reports.
pub const DATABASE: &str = "saffron_reports";
/// A pause between two looks.
pub const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Nothing may stand still for longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A look into the database of reports.
pub struct Watch {
    connection: PgConnection,
}

impl Watch {
    /// As the superuser, beside the service.
    pub async fn open(stack: &Stack) -> Result<Watch> {
        Ok(Watch { connection: stack.connect(DATABASE).await? })
    }

    /// Checks and sales of all days that are committed.
    pub async fn recorded(&mut self) -> Result<Totals> {
        let query = "SELECT coalesce(sum(checks), 0)::bigint, coalesce(sum(gross_sales), 0)::bigint
                     FROM rollup_day WHERE grain = 0";
        let row = sqlx::query(query).fetch_one(&mut self.connection).await?;
        Ok(Totals { checks: row.try_get(0)?, sales: row.try_get(1)? })
    }

    /// Checks and sales by location and date.
    pub async fn days(&mut self) -> Result<BTreeMap<(String, String), Totals>> {
        let query = "SELECT pos_id, business_date::text, checks, gross_sales FROM rollup_day
                     WHERE grain = 0 AND facts > 0";
        let rows = sqlx::query(query).fetch_all(&mut self.connection).await?;
        rows.iter()
            .map(|row| {
                let totals = Totals { checks: row.try_get(2)?, sales: row.try_get(3)? };
                Ok(((row.try_get(0)?, row.try_get(1)?), totals))
            })
            .collect()
    }

    /// Fact rows: those of checks, of their contents, and of shifts.
    pub async fn fact_rows(&mut self) -> Result<i64> {
        self.number("SELECT (SELECT count(*) FROM pos_check) + (SELECT count(*) FROM check_fact) + (SELECT count(*) FROM shift)").await
    }

    /// Rows of all roll-ups, days and months.
    pub async fn rollup_rows(&mut self) -> Result<i64> {
        self.number(
            "SELECT (SELECT count(*) FROM rollup_day) + (SELECT count(*) FROM rollup_quarter)
                  + (SELECT count(*) FROM rollup_item) + (SELECT count(*) FROM rollup_dimension)
                  + (SELECT count(*) FROM rollup_tender) + (SELECT count(*) FROM rollup_labor)",
        )
        .await
    }

    /// Waits until so many checks are recorded, and tells how many are.
    pub async fn until_recorded(&mut self, checks: i64) -> Result<i64> {
        let mut last = -1;
        let mut moved = Instant::now();
        loop {
            let recorded = self.recorded().await?.checks;
            if recorded >= checks {
                return Ok(recorded);
            }
            if recorded != last {
                (last, moved) = (recorded, Instant::now());
            }
            if moved.elapsed() > PATIENCE {
                bail!(
                    "{recorded} of {checks} checks are recorded, and nothing moves; see the log of reports"
                );
            }
            tokio::time::sleep(LOOK_EVERY * 4).await;
        }
    }

    /// Events that wait to be carried to NATS.
    pub async fn outbox(&mut self) -> Result<i64> {
        self.number("SELECT count(*) FROM outbox").await
    }

    /// Waits until no event waits to be carried to NATS.
    pub async fn carried(&mut self, step: &Step) -> Result<()> {
        let mut least = i64::MAX;
        let mut moved = Instant::now();
        loop {
            let left = self.outbox().await?;
            if left == 0 {
                return Ok(());
            }
            if left < least {
                (least, moved) = (left, Instant::now());
            }
            if moved.elapsed() > PATIENCE {
                bail!("{left} events wait in the outbox, and nothing moves");
            }
            step.note(&format!("{left} events wait"));
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Months of the past that are not folded.
    pub async fn unfolded(&mut self) -> Result<i64> {
        self.number("SELECT count(*) FROM month WHERE NOT folded AND month < date_trunc('month', now() - interval '2 days')").await
    }

    /// Bytes of the database, indexes included.
    pub async fn size(&mut self) -> Result<i64> {
        self.number("SELECT pg_database_size(current_database())").await
    }

    async fn number(&mut self, query: &str) -> Result<i64> {
        Ok(sqlx::query_scalar(AssertSqlSafe(query)).fetch_one(&mut self.connection).await?)
    }

    /// Runs a statement that needs no transaction, such as VACUUM.
    pub async fn run(&mut self, statement: &'static str) -> Result<()> {
        sqlx::raw_sql(statement).execute(&mut self.connection).await.with_context(|| statement.to_owned())?;
        Ok(())
    }

    /// Waits until reports has recorded so many checks, acknowledged every message, carried its outbox away and folded
    /// every month of the past.
    pub async fn quiet(&mut self, feed: &Feed, checks: i64, step: &Step) -> Result<()> {
        let mut last = (0, u64::MAX, i64::MAX, i64::MAX);
        let mut moved = Instant::now();
        loop {
            let now = (
                self.recorded().await?.checks,
                feed.waiting("reports").await?,
                self.outbox().await?,
                self.unfolded().await?,
            );
            if now == (checks, 0, 0, 0) {
                return Ok(());
            }
            if now != last {
                (last, moved) = (now, Instant::now());
            }
            let (recorded, waiting, outbox, unfolded) = now;
            let told = format!(
                "{recorded} of {checks} checks recorded, {waiting} messages, {outbox} events and {unfolded} months wait"
            );
            if moved.elapsed() > PATIENCE {
                bail!("nothing moves: {told}");
            }
            step.note(&told);
            tokio::time::sleep(LOOK_EVERY * 4).await;
        }
    }

    /// Compares every day with what was sent.
    pub async fn verify(&mut self, sent: &BTreeMap<(String, String), Totals>) -> Result<()> {
        let found = self.days().await?;
        let missing = sent.iter().filter(|(day, totals)| found.get(*day) != Some(totals));
        let differing: Vec<String> = missing
            .map(|((pos_id, date), totals)| {
                let found = found.get(&(pos_id.clone(), date.clone()));
                format!("{pos_id} on {date}: sent {totals:?}, found {found:?}")
            })
            .collect();
        let superfluous = found.keys().filter(|day| !sent.contains_key(*day)).count();
        if differing.is_empty() && superfluous == 0 {
            return Ok(());
        }
        let shown: Vec<&str> = differing.iter().take(5).map(String::as_str).collect();
        bail!(
            "{} of {} days differ from what was sent, {superfluous} were never sent:\n  {}",
            differing.len(),
            sent.len(),
            shown.join("\n  ")
        )
    }
}
