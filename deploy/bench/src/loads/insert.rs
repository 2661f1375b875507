//! Multi-row INSERT alone: the same fact rows into empty tables of the same schema, and nothing else.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use saffron_instance::Instance;

use crate::machine::database::DATABASE;

/// Rows of one INSERT, each a transaction of its own.
pub const ROWS: u32 = 1_000;
/// The database of the empty tables.
const COPY: &str = "saffron_alone";
/// The longest that each step may take.
const LIMIT: Duration = Duration::from_secs(1_800);

/// Inserts the fact rows that reports holds into another database of the same schema, and gives rows a second.
pub async fn alone(instance: &Instance) -> Result<f64> {
    let psql = instance.psql().await?;
    psql.run(format!("DROP DATABASE IF EXISTS {COPY};\nCREATE DATABASE {COPY} OWNER {DATABASE};\n")).await?;
    let variable = "SAFFRON_REPORTS_DATABASE_URL";
    let url = instance.env.get(variable).context("no address of the database")?;
    let (server, _) = url.rsplit_once('/').context("an address without a database")?;
    instance.saffron(&["migrate"], &[(variable, format!("{server}/{COPY}"))]).await?;

    let file = instance.config.home.join("facts.sql");
    instance
        .postgres_client("pg_dump", DATABASE)?
        .args(["--data-only", "--load-via-partition-root", "--no-sync"])
        .args(["--table=pos_check", "--table=check_fact*", "--table=shift"])
        .args([format!("--rows-per-insert={ROWS}"), format!("--file={}", file.display())])
        .limit(LIMIT)
        .run(|_| ())
        .await?;
    psql.run("CHECKPOINT;".to_owned()).await?;
    let began = Instant::now();
    instance
        .postgres_client("psql", COPY)?
        .args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null"])
        .args([format!("--file={}", file.display())])
        .limit(LIMIT)
        .run(|_| ())
        .await?;
    let took = began.elapsed();
    let count = "SELECT (SELECT count(*) FROM pos_check) + (SELECT count(*) FROM check_fact) + (SELECT count(*) FROM shift);";
    let rows = psql.database(COPY).run(count.to_owned()).await?;
    let rows: f64 = rows.trim().parse().with_context(|| format!("'{}' is no number of rows", rows.trim()))?;
    std::fs::remove_file(&file)?;
    psql.run(format!("DROP DATABASE {COPY};")).await?;
    Ok(rows / took.as_secs_f64())
}
