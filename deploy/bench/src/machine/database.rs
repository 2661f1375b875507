//! Reads the progress of reports from its database: recorded checks, and work that is left.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use saffron_dev::Step;
use saffron_instance::{Instance, Operator};
use sqlx::{AssertSqlSafe, PgConnection, Row as _};

use crate::loads::facts::{Days, Totals};
use crate::run::until_done;

/// The database of reports.
pub const DATABASE: &str = "saffron_reports";
/// Pauses between two polls.
pub const POLL_EVERY: Duration = Duration::from_millis(50);
pub const POLL_RARELY: Duration = Duration::from_millis(200);

/// A connection to the database of reports.
pub struct Database {
    connection: PgConnection,
}

impl Database {
    /// Connects as the superuser.
    pub async fn open(instance: &Instance) -> Result<Database> {
        Ok(Database { connection: instance.connect(DATABASE).await? })
    }

    /// The committed checks and sales of all days.
    pub async fn recorded(&mut self) -> Result<Totals> {
        let query = "SELECT coalesce(sum(checks), 0)::bigint, coalesce(sum(gross_sales), 0)::bigint
                     FROM rollup_day WHERE grain = 0";
        let row = sqlx::query(query).fetch_one(&mut self.connection).await?;
        Ok(Totals { checks: row.try_get(0)?, sales: row.try_get(1)? })
    }

    /// The committed checks and sales by location and date.
    async fn days(&mut self) -> Result<Days> {
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

    /// The number of fact rows: of checks, of their contents, and of shifts.
    pub async fn fact_rows(&mut self) -> Result<i64> {
        self.rows(&["pos_check", "check_fact", "shift"]).await
    }

    /// The number of rows of all roll-ups, days and months.
    pub async fn rollup_rows(&mut self) -> Result<i64> {
        let rollups = ["day", "quarter", "item", "dimension", "tender", "labor"];
        self.rows(&rollups.map(|name| format!("rollup_{name}"))).await
    }

    /// The number of rows of these tables.
    async fn rows<S: AsRef<str>>(&mut self, tables: &[S]) -> Result<i64> {
        let mut rows = 0;
        for table in tables {
            rows += self.number(&format!("SELECT count(*) FROM {}", table.as_ref())).await?;
        }
        Ok(rows)
    }

    /// The number of events that are not published to NATS yet.
    pub async fn outbox(&mut self) -> Result<i64> {
        self.number("SELECT count(*) FROM outbox").await
    }

    /// Bytes of the database, indexes included.
    pub async fn size(&mut self) -> Result<i64> {
        self.number("SELECT pg_database_size(current_database())").await
    }

    /// The number that a query gives.
    async fn number(&mut self, query: &str) -> Result<i64> {
        Ok(sqlx::query_scalar(AssertSqlSafe(query)).fetch_one(&mut self.connection).await?)
    }

    /// Runs a statement that needs no transaction, such as VACUUM.
    pub async fn run(&mut self, statement: &'static str) -> Result<()> {
        sqlx::raw_sql(statement).execute(&mut self.connection).await.with_context(|| statement.to_owned())?;
        Ok(())
    }

    /// Waits until `checks` checks are recorded; gives the totals.
    pub async fn until_recorded(&mut self, checks: i64, every: Duration, step: &Step) -> Result<Totals> {
        until_done(step, every, async || {
            let now = self.recorded().await?;
            let state = || format!("{} of {checks} checks recorded", now.checks);
            Ok(if now.checks >= checks { Ok(now) } else { Err(state()) })
        })
        .await
    }

    /// Waits until every event is published to NATS.
    pub async fn carried(&mut self, step: &Step) -> Result<()> {
        until_done(step, POLL_EVERY, async || {
            let left = self.outbox().await?;
            Ok(if left == 0 { Ok(()) } else { Err(format!("{left} events wait")) })
        })
        .await
    }

    /// Waits until reports has recorded `checks` checks, acknowledged every message, published its outbox and folded every
    /// past month.
    pub async fn quiet(&mut self, operator: &Operator, checks: i64, step: &Step) -> Result<()> {
        let unfolded = "SELECT count(*) FROM month
                        WHERE NOT folded AND month < date_trunc('month', now() - interval '2 days')";
        until_done(step, POLL_RARELY, async || {
            let (recorded, waiting) = (self.recorded().await?.checks, operator.unacknowledged_facts("reports").await?);
            let (outbox, months) = (self.outbox().await?, self.number(unfolded).await?);
            let state = || {
                format!(
                    "{recorded} of {checks} checks recorded, {waiting} messages, {outbox} events and {months} months wait"
                )
            };
            Ok(if (recorded, waiting, outbox, months) == (checks, 0, 0, 0) { Ok(()) } else { Err(state()) })
        })
        .await
    }

    /// Compares every day with what was sent.
    pub async fn verify(&mut self, sent: &Days) -> Result<()> {
        let found = self.days().await?;
        let differ = |(day, totals): (&(String, String), &Totals)| {
            let found = found.get(day);
            (found != Some(totals)).then(|| format!("{day:?}: sent {totals:?}, found {found:?}"))
        };
        let differing: Vec<String> = sent.iter().filter_map(differ).collect();
        let others = found.keys().filter(|day| !sent.contains_key(*day)).count();
        if differing.is_empty() && others == 0 {
            return Ok(());
        }
        let shown: Vec<&str> = differing.iter().take(5).map(String::as_str).collect();
        bail!(
            "{} of {} days differ from what was sent, {others} were never sent:\n  {}",
            differing.len(),
            sent.len(),
            shown.join("\n  ")
        )
    }
}

/// Waits until these services have acknowledged every fact.
pub async fn until_worked(operator: &Operator, services: &[&str], step: &Step) -> Result<()> {
    until_done(step, POLL_RARELY, async || {
        let mut waiting = 0;
        for service in services {
            waiting += operator.unacknowledged_facts(service).await?;
        }
        Ok(if waiting == 0 { Ok(()) } else { Err(format!("{waiting} messages are to be worked")) })
    })
    .await
}
