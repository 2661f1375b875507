//! The year of real orders, added up straight from the file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use saffron_core::Money;
use saffron_instance::{Owner, cents, eventually};
use serde_json::json;

/// How long the services may take to process the last facts after the last kill.
const PATIENCE: Duration = Duration::from_secs(300);
/// The file of the year.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../sandbox/data/pizzaplace.csv");

/// Sales of each day of the file, in cents.
pub struct Year {
    days: BTreeMap<String, i64>,
    checks: u64,
}

impl Year {
    pub fn read() -> Self {
        let (mut days, mut orders) = (BTreeMap::new(), BTreeSet::new());
        let mut reader = csv::Reader::from_path(FILE).unwrap();
        for row in reader.deserialize::<BTreeMap<String, String>>() {
            let row = row.unwrap();
            let price: Money = row["price"].parse().unwrap();
            *days.entry(row["date"].clone()).or_default() += price.cents();
            orders.insert(row["id"].clone());
        }
        let year = Self { days, checks: orders.len() as u64 };
        let sums = (year.days.values().sum::<i64>(), year.checks, year.days.len());
        assert_eq!(sums, (81_786_005, 21_350, 358));
        year
    }

    /// Writes one of as many parts of the year's days to a file of the same form.
    pub fn write_part(&self, part: usize, parts: usize, path: &Path) -> Result<()> {
        let days: Vec<&str> = self.days.keys().map(String::as_str).collect();
        let days = days.chunks(days.len().div_ceil(parts)).nth(part).context("no such part")?;
        let mut reader = csv::Reader::from_path(FILE)?;
        let date = reader.headers()?.iter().position(|name| name == "date").context("no dates")?;
        let mut writer = csv::Writer::from_path(path)?;
        writer.write_record(reader.headers()?)?;
        for row in reader.records() {
            let row = row?;
            if days.contains(&&row[date]) {
                writer.write_record(&row)?;
            }
        }
        Ok(writer.flush()?)
    }

    /// Waits until every day of the location equals the file.
    pub async fn expect(&self, owner: &Owner, pos_id: &str) -> Result<()> {
        let form = json!({ "posID": pos_id, "startDate": "2015-01-01", "endDate": "2015-12-31" });
        eventually(&format!("the year of {pos_id}"), PATIENCE, || async {
            let rows = owner.call_with_retries("get-daily-sales-labor", form.clone(), PATIENCE).await?;
            let (mut days, mut checks) = (BTreeMap::new(), 0);
            for row in rows.as_array().context("no rows")?.iter().filter(|row| row["checks"] != 0) {
                days.insert(
                    row["businessDate"].as_str().unwrap()[..10].to_owned(),
                    cents(&row["grossSales"]),
                );
                checks += row["checks"].as_u64().unwrap();
            }
            let wrong = self.days.iter().filter(|(day, sales)| days.get(*day) != Some(sales)).count();
            Ok(match days == self.days && checks == self.checks {
                true => Ok(()),
                false => Err(format!("{checks} checks, {wrong} days differ")),
            })
        })
        .await
    }
}
