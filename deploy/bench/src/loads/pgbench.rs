//! The rows of the daily report by plain SQL: one prepared statement over the roll-up, run by pgbench.

use std::fmt::Write;

use anyhow::{Context, Result};
use saffron_core::BusinessDate;
use saffron_instance::Instance;

use super::facts::LOCATIONS;
use crate::machine::database::DATABASE;

/// Clients of pgbench.
pub const CLIENTS: u32 = 8;

/// The figures of a day, as the roll-up calls them.
pub async fn figures(instance: &Instance) -> Result<Vec<String>> {
    let query = "SELECT attname FROM pg_attribute WHERE attrelid = 'rollup_day'::regclass AND attnum > 0
                 AND atttypid = 'bigint'::regtype AND NOT attisdropped ORDER BY attnum;";
    let names = instance.psql().await?.database(DATABASE).run(query.to_owned()).await?;
    Ok(names.lines().map(str::to_owned).collect())
}

/// One location's day with both comparisons; location and day are other ones each time.
pub fn day(figures: &[String], first: BusinessDate, days: u32) -> String {
    let last = days.saturating_sub(1);
    format!(
        "\\set place random(1, {LOCATIONS})\n\\set day random(0, {last})\n\
         SELECT d.pos_id, d.business_date{figures}\n\
         FROM rollup_day d\n{comparisons}\
         WHERE d.pos_id = 'bench-' || :place::text AND d.grain = 0\n\
         AND d.business_date = date '{first}' + :day::integer;\n",
        figures = columns(figures),
        comparisons = comparisons(),
    )
}

/// Seven days of every location with both comparisons; the days are other ones each time. Three ranges that are read
/// and then joined: a third quicker than a query for each day's comparisons.
pub fn week(figures: &[String], first: BusinessDate, days: u32) -> String {
    let last = days.saturating_sub(7);
    let locations: Vec<String> = (1..=LOCATIONS).map(|number| format!("bench-{number}")).collect();
    let locations = locations.join(",");
    let range = |back: u32| {
        format!(
            "(SELECT pos_id, business_date, {} FROM rollup_day \
             WHERE pos_id = ANY ('{{{locations}}}'::text[]) AND grain = 0 \
             AND business_date BETWEEN date '{first}' + :day::integer - {back} AND date '{first}' + :day::integer + 6 - {back})",
            figures.join(", ")
        )
    };
    let joined = SIDES.map(|(name, back)| {
        format!(
            "LEFT JOIN {} {name} ON {name}.pos_id = d.pos_id AND {name}.business_date = d.business_date - {back}\n",
            range(back)
        )
    });
    format!(
        "\\set day random(0, {last})\nSELECT d.pos_id, d.business_date{}\nFROM {} d\n{};\n",
        columns(figures),
        range(0),
        joined.concat()
    )
}

/// The SQL of the figures' columns, of a day and of both comparisons.
fn columns(figures: &[String]) -> String {
    let mut text = String::new();
    for side in ["d", "w", "y"] {
        for figure in figures {
            let _ = write!(text, ", {side}.{figure}");
        }
    }
    text
}

/// What a day is compared with: a week earlier, and 364 days earlier.
const SIDES: [(&str, u32); 2] = [("w", 7), ("y", 364)];

/// The comparisons of one day, each looked up by its key.
fn comparisons() -> String {
    let sides = SIDES.map(|(name, back)| {
        format!(
            "LEFT JOIN rollup_day {name} ON {name}.pos_id = d.pos_id AND {name}.grain = 0 \
             AND {name}.business_date = d.business_date - {back}\n"
        )
    });
    sides.concat()
}

/// Transactions a second of a script, for so many seconds.
pub async fn rate(instance: &Instance, script: &str, seconds: u32) -> Result<f64> {
    let file = instance.config.home.join("pgbench.sql");
    std::fs::write(&file, script).with_context(|| format!("cannot write {}", file.display()))?;
    let output = instance
        .postgres_client("pgbench", DATABASE)?
        .args(["--no-vacuum", "--protocol=prepared", "--jobs=2"])
        .args([
            format!("--client={CLIENTS}"),
            format!("--time={seconds}"),
            format!("--file={}", file.display()),
        ])
        .run(|_| ())
        .await?;
    tps(&output).with_context(|| format!("pgbench printed no number:\n{output}"))
}

/// `tps = 12345.678 (without initial connection time)`
fn tps(output: &str) -> Option<f64> {
    let line = output.lines().find_map(|line| line.strip_prefix("tps = "))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_is_read_from_the_output() {
        assert_eq!(
            tps("latency average = 0.1 ms\ntps = 71234.5 (without initial connection time)\n"),
            Some(71234.5)
        );
        assert_eq!(tps("pgbench: error"), None);
    }
}
