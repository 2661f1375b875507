//! The cost of a report in Postgres: its statements are read from the server's log and run again with EXPLAIN.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use saffron_dev::postgres::Psql;
use saffron_instance::Instance;
use serde_json::Value;

use super::database::DATABASE;
use crate::loads::requests::Connection;

/// How long a statement may take to appear in the log.
const PATIENCE: Duration = Duration::from_secs(5);
/// The prefix of the tables of figures.
const ROLLUP: &str = "rollup_";

/// Reads statements from the log of a server.
pub struct Explain {
    psql: Psql,
    log: PathBuf,
}

/// The cost of the statements of one request.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Statements that read figures.
    pub statements: usize,
    /// Pages that they touched, 8 KiB each, found in memory or not.
    pub pages: u64,
    /// Of one scan of an index, the most pages.
    pub pages_of_a_scan: f64,
    /// Milliseconds in Postgres.
    pub millis: f64,
}

impl Explain {
    /// Lets the server log every statement with its parameters, and restarts reports and gateway: the setting holds for new
    /// sessions, and no cached answer is given.
    pub async fn begin(instance: &mut Instance) -> Result<Explain> {
        let psql = instance.psql().await?;
        psql.run(format!(
            "ALTER DATABASE {DATABASE} SET log_min_duration_statement = 0;\n\
             ALTER DATABASE {DATABASE} SET log_parameter_max_length = -1;\n"
        ))
        .await?;
        instance.restart(&["reports", "gateway"]).await?;
        Ok(Explain { psql: psql.database(DATABASE), log: instance.config.logs().join("postgres.log") })
    }

    /// Sends a request once, and explains every statement about figures that it caused.
    pub async fn cost(&self, wire: &mut Connection, request: &[u8]) -> Result<Cost> {
        let length = std::fs::metadata(&self.log).context("Postgres' log")?.len();
        wire.ask(request).await?;
        let began = Instant::now();
        let statements = loop {
            let statements = statements(&self.since(length)?);
            if !statements.is_empty() {
                break statements;
            }
            if began.elapsed() > PATIENCE {
                bail!("Postgres logged no statement about figures");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        let mut cost = Cost::default();
        for statement in &statements {
            let plan = self.plan(statement).await?;
            let root = plan.pointer("/0/Plan").context("no plan")?;
            cost.statements += 1;
            cost.pages += pages(root);
            cost.pages_of_a_scan = cost.pages_of_a_scan.max(most_of_a_scan(root));
            cost.millis += plan.pointer("/0/Execution Time").and_then(Value::as_f64).unwrap_or(0.0);
        }
        Ok(cost)
    }

    /// The plan of a statement with its measurements, as JSON.
    async fn plan(&self, statement: &Statement) -> Result<Value> {
        let values = if statement.values.is_empty() {
            String::new()
        } else {
            format!("({})", statement.values.join(", "))
        };
        // As the services' own sessions have it (kit's `pg`): plans that are kept, whatever the parameters, and by an index.
        let script = format!(
            "SET plan_cache_mode = force_generic_plan;\n\
             SET enable_seqscan = off;\nSET enable_hashjoin = off;\nSET enable_mergejoin = off;\n\
             SET enable_bitmapscan = off;\nPREPARE it AS {};\n\
             EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE it{values};\n",
            statement.text
        );
        let output = self.psql.run(script).await?;
        serde_json::from_str(&output).context("the plan of a statement")
    }

    /// The text of the log after an offset.
    fn since(&self, offset: u64) -> Result<String> {
        let mut file = File::open(&self.log)?;
        file.seek(SeekFrom::Start(offset))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

struct Statement {
    text: String,
    values: Vec<String>,
}

/// The executed statements about figures in a part of the log.
fn statements(log: &str) -> Vec<Statement> {
    let mut entries: Vec<String> = Vec::new();
    for line in log.lines() {
        // A statement's further lines begin with a tab.
        match (line.strip_prefix('\t'), entries.last_mut()) {
            (Some(more), Some(entry)) => {
                entry.push('\n');
                entry.push_str(more);
            }
            _ => entries.push(line.to_owned()),
        }
    }
    let mut found: Vec<Statement> = Vec::new();
    let mut open = false;
    for entry in entries {
        if let Some((_, parameters)) = entry.split_once("DETAIL:  Parameters: ") {
            if let Some(statement) = found.last_mut().filter(|_| open) {
                statement.values = values(parameters);
            }
            open = false;
        } else if let Some((_, executed)) = entry.split_once(" ms  execute ") {
            let text = executed.split_once(": ").map(|(_, text)| text).unwrap_or_default();
            let reads = text.trim_start().get(..6).is_some_and(|word| word.eq_ignore_ascii_case("select"));
            open = reads && text.contains(ROLLUP);
            if open {
                found.push(Statement {
                    text: text.trim_end().trim_end_matches(';').to_owned(),
                    values: Vec::new(),
                });
            }
        } else if entry.contains("LOG:  ") {
            open = false;
        }
    }
    found
}

/// The values of `$1 = 'it''s', $2 = NULL`, as SQL writes them.
fn values(parameters: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = parameters;
    while let Some((_, after)) = rest.split_once(" = ") {
        let Some(quoted) = after.strip_prefix('\'') else {
            let end = after.find(", $").unwrap_or(after.len());
            found.push(after.get(..end).unwrap_or_default().to_owned());
            rest = after.get(end..).unwrap_or_default();
            continue;
        };
        let mut end = quoted.len();
        let mut chars = quoted.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            if char == '\'' && chars.next_if(|(_, next)| *next == '\'').is_none() {
                end = at;
                break;
            }
        }
        found.push(format!("'{}'", quoted.get(..end).unwrap_or_default()));
        rest = quoted.get(end + 1..).unwrap_or_default();
    }
    found
}

/// Pages that a node and those below it touched.
fn pages(node: &Value) -> u64 {
    let of = |name: &str| node.get(name).and_then(Value::as_u64).unwrap_or(0);
    of("Shared Hit Blocks") + of("Shared Read Blocks")
}

/// The most pages of one run of an index scan, anywhere in a plan.
fn most_of_a_scan(node: &Value) -> f64 {
    let kind = node.get("Node Type").and_then(Value::as_str).unwrap_or_default();
    let loops = node.get("Actual Loops").and_then(Value::as_f64).unwrap_or(1.0).max(1.0);
    let own = if kind.contains("Index") { pages(node) as f64 / loops } else { 0.0 };
    let below = node.get("Plans").and_then(Value::as_array).into_iter().flatten().map(most_of_a_scan);
    below.fold(own, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "2026-11-21 04:00:00.000 UTC [7] saffron_reports@saffron_reports LOG:  duration: 0.050 ms  bind sqlx_s_1: SELECT 1 FROM rollup_day WHERE pos_id = $1\n\
        2026-11-21 04:00:00.000 UTC [7] saffron_reports@saffron_reports LOG:  duration: 0.123 ms  execute sqlx_s_1: SELECT 1\n\
        \tFROM rollup_day WHERE pos_id = $1 AND n = $2\n\
        2026-11-21 04:00:00.000 UTC [7] saffron_reports@saffron_reports DETAIL:  Parameters: $1 = 'it''s, $2 = ''x''', $2 = NULL, $3 = '{1,2}'\n\
        2026-11-21 04:00:00.000 UTC [8] saffron_reports@saffron_reports LOG:  duration: 0.1 ms  execute sqlx_s_2: DELETE FROM outbox\n\
        2026-11-21 04:00:00.000 UTC [8] saffron_reports@saffron_reports DETAIL:  Parameters: $1 = '{}'\n";

    #[test]
    fn statements_come_from_the_log_with_their_values() {
        let found = statements(LOG);
        let [one] = found.as_slice() else { panic!("{} statements", found.len()) };
        assert_eq!(one.text, "SELECT 1\nFROM rollup_day WHERE pos_id = $1 AND n = $2");
        assert_eq!(one.values, ["'it''s, $2 = ''x'''", "NULL", "'{1,2}'"]);
    }

    #[test]
    fn pages_of_a_scan_are_those_of_one_run() {
        let plan = serde_json::json!({"Node Type": "Nested Loop", "Shared Hit Blocks": 41, "Plans": [
            {"Node Type": "Function Scan", "Shared Hit Blocks": 0, "Actual Loops": 1},
            {"Node Type": "Index Scan", "Shared Hit Blocks": 40, "Shared Read Blocks": 1, "Actual Loops": 10}]});
        assert_eq!((pages(&plan), most_of_a_scan(&plan)), (41, 4.1));
    }
}
