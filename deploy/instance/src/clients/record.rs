//! A record of the acknowledged checks, which the services must then have exactly.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::{Operator, Owner, cents, eventually};

/// How long the services may take to process everything after the last fact.
const PATIENCE: Duration = Duration::from_secs(300);

/// The sums of a day: checks, and cents of gross and net sales.
type Day = (usize, i64, i64);

/// The amounts of a check as its till sent it, in cents.
pub struct Sums {
    /// The check.
    pub check: String,
    /// Its guest.
    pub guest: String,
    /// Gross sales.
    pub gross: i64,
    /// Net sales.
    pub net: i64,
}

/// Everything that tills sent and the gateway acknowledged.
#[derive(Default)]
pub struct Record {
    /// Checks by location.
    pub checks: BTreeMap<String, Vec<Sums>>,
    /// Requests.
    pub posts: u64,
    /// Requests with several checks.
    pub batches: u64,
    /// Requests that were sent again.
    pub repeats: u64,
    acknowledged: Vec<Instant>,
}

impl Record {
    /// Adds a request that is acknowledged now, with its number of repeats.
    pub fn add(&mut self, pos_id: &str, sums: Vec<Sums>, repeats: u64) {
        self.posts += 1;
        self.batches += u64::from(sums.len() > 1);
        self.repeats += repeats;
        self.acknowledged.push(Instant::now());
        self.checks.entry(pos_id.to_owned()).or_default().extend(sums);
    }

    /// The longest time without an acknowledgement after `since`.
    pub fn longest_gap(&self, since: Instant) -> Duration {
        let later = self.acknowledged.iter().filter(|at| **at >= since).copied();
        let mut last = since;
        later.chain([Instant::now()]).fold(Duration::ZERO, |longest, at| {
            longest.max(at.duration_since(std::mem::replace(&mut last, at)))
        })
    }

    /// The number of checks of all locations.
    pub fn count(&self) -> usize {
        self.checks.values().map(Vec::len).sum()
    }

    /// Waits until reports, the list of checks, points and EVENTS have every check of the day once, and every consumer has
    /// acknowledged everything; gives lines about how long that took. EVENTS may hold the one event of a check repeatedly.
    pub async fn expect(&self, owner: &Owner, operator: &Operator, day: &str) -> Result<Vec<String>> {
        let (ended, mut lines) = (Instant::now(), Vec::new());
        self.expect_sales(owner, day).await?;
        lines.push(format!("reports had worked everything {:.1?} after the last check", ended.elapsed()));
        self.expect_list(owner, day).await?;
        self.expect_points(owner).await?;
        operator.wait_until_acknowledged().await?;
        lines.push(format!("every service had {:.1?} after it", ended.elapsed()));
        operator.expect_no_dead_letters().await?;
        let recorded = operator.recorded().await?;
        for (pos_id, sums) in
            self.checks.iter().flat_map(|(pos_id, all)| all.iter().map(move |one| (pos_id, one)))
        {
            let ids = recorded.get(&(pos_id.clone(), sums.check.clone())).into_iter().flatten();
            let ids: BTreeSet<&String> = ids.collect();
            ensure!(ids.len() == 1, "EVENTS has {ids:?} of {}", sums.check);
        }
        ensure!(recorded.len() == self.count(), "EVENTS has other checks");
        let twice = recorded.values().filter(|ids| ids.len() > 1).count();
        lines.push(format!("EVENTS has one event of each check; that of {twice} twice"));
        Ok(lines)
    }

    /// Waits until the daily report has the sums of all checks; more is an error at once.
    async fn expect_sales(&self, owner: &Owner, day: &str) -> Result<()> {
        let wanted: BTreeMap<String, Day> =
            self.checks.iter().map(|(pos_id, all)| (pos_id.clone(), sums(all))).collect();
        let form = json!({ "startDate": day, "endDate": day });
        eventually(&format!("sales of {wanted:?}"), PATIENCE, || async {
            let rows = owner.call("get-daily-sales-labor", form.clone()).await?;
            let rows = rows.as_array().context("no rows")?;
            let found: BTreeMap<String, Day> = rows.iter().filter_map(row).collect();
            for (pos_id, (checks, ..)) in &wanted {
                let found = found.get(pos_id).map_or(0, |(found, ..)| *found);
                ensure!(found <= *checks, "{pos_id}: {found} checks of {checks}");
            }
            Ok(if found == wanted { Ok(()) } else { Err(found) })
        })
        .await
    }

    /// An error unless every check is in the list of checks once, with its net sales.
    async fn expect_list(&self, owner: &Owner, day: &str) -> Result<()> {
        for (pos_id, checks) in &self.checks {
            let form = json!({ "startDate": day, "endDate": day, "posID": pos_id });
            let body = owner.call("get-inside-sales", form).await?;
            let listed = body["checkReportList"].as_array().context("no list")?;
            let entry = |row: &Value| Some((row["posCheckID"].as_str()?.to_owned(), cents(&row["netSales"])));
            let found: BTreeMap<String, i64> = listed.iter().filter_map(entry).collect();
            let wanted: BTreeMap<String, i64> =
                checks.iter().map(|sums| (sums.check.clone(), sums.net)).collect();
            ensure!(
                listed.len() == wanted.len(),
                "{pos_id} lists {} of {} checks",
                listed.len(),
                wanted.len()
            );
            ensure!(found == wanted, "{pos_id} lists other checks than were acknowledged");
        }
        Ok(())
    }

    /// Waits until every guest has a point for each cent of net sales; more is an error at once.
    async fn expect_points(&self, owner: &Owner) -> Result<()> {
        for (pos_id, checks) in &self.checks {
            let mut wanted: BTreeMap<String, i64> = BTreeMap::new();
            for sums in checks {
                *wanted.entry(sums.guest.clone()).or_default() += sums.net;
            }
            eventually(&format!("points of {wanted:?} at {pos_id}"), PATIENCE, || async {
                let found = Self::points(owner, pos_id).await?;
                for (guest, points) in &wanted {
                    let found = found.get(guest).copied().unwrap_or_default();
                    ensure!(found <= *points, "{pos_id}: {guest} has {found} points of {points}");
                }
                Ok(if found == wanted { Ok(()) } else { Err(found) })
            })
            .await?;
        }
        Ok(())
    }

    /// The points of each guest of a location.
    pub async fn points(owner: &Owner, pos_id: &str) -> Result<BTreeMap<String, i64>> {
        let body = owner.call("get-customers-list", json!({ "posID": pos_id })).await?;
        let guests = body["customerList"].as_array().context("no list")?.iter();
        Ok(guests
            .filter_map(|row| Some((row["posCustomerID"].as_str()?.to_owned(), row["points"].as_i64()?)))
            .collect())
    }
}

/// The sums of checks.
fn sums(all: &[Sums]) -> Day {
    let add = |(checks, gross, net), sums: &Sums| (checks + 1, gross + sums.gross, net + sums.net);
    all.iter().fold((0, 0, 0), add)
}

/// The posID and the sums in a row of the daily report.
fn row(row: &Value) -> Option<(String, Day)> {
    let (gross, discounts) = (cents(&row["grossSales"]), cents(&row["grossDiscounts"]));
    let checks = row["checks"].as_u64()? as usize;
    Some((row["posID"].as_str()?.to_owned(), (checks, gross, gross - discounts)))
}
