//! What tills were acknowledged, and whether the house has exactly that.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::owner::{Owner, client};

/// Guests of each location.
pub const GUESTS: usize = 5;
/// How long a service that was killed may take until it works facts again.
const BACK: Duration = Duration::from_secs(120);
/// How long the facts may take to be worked after the last one.
const PATIENCE: Duration = Duration::from_secs(300);

/// A check as the till knows it; cents.
pub struct Sums {
    pub check: String,
    pub guest: String,
    pub gross: i64,
    pub net: i64,
}

/// Everything that was acknowledged.
#[derive(Default)]
pub struct Book {
    /// By location.
    pub checks: BTreeMap<String, Vec<Sums>>,
    pub posts: u64,
    pub batches: u64,
    /// Requests that had to be sent again.
    pub again: u64,
    acknowledged: Vec<Instant>,
}

impl Book {
    /// A request that was acknowledged now, after it had been sent again so often.
    pub fn note(&mut self, pos_id: &str, sums: Vec<Sums>, again: u64) {
        self.posts += 1;
        self.batches += u64::from(sums.len() > 1);
        self.again += again;
        self.acknowledged.push(Instant::now());
        self.checks.entry(pos_id.to_owned()).or_default().extend(sums);
    }

    /// The longest time since then without an acknowledgement.
    pub fn stood_still(&self, since: Instant) -> Duration {
        let later = self.acknowledged.iter().filter(|at| **at >= since).copied();
        let mut last = since;
        later.chain([Instant::now()]).fold(Duration::ZERO, |longest, at| {
            longest.max(at.duration_since(std::mem::replace(&mut last, at)))
        })
    }

    /// Checks of all locations.
    pub fn count(&self) -> usize {
        self.checks.values().map(Vec::len).sum()
    }

    /// Waits until the daily report says what the checks add up to. Never may it say more.
    pub async fn expect_sales(&self, owner: &Owner, day: &str) {
        let (client, began) = (client(), Instant::now());
        let wanted: BTreeMap<String, (usize, i64, i64)> =
            self.checks.iter().map(|(pos_id, all)| (pos_id.clone(), sums(all))).collect();
        loop {
            let form = json!({ "startDate": day, "endDate": day });
            let rows = owner.call(&client, "get-daily-sales-labor", form).await.unwrap();
            let found: BTreeMap<String, (usize, i64, i64)> =
                rows.as_array().unwrap().iter().map(row).collect();
            if found == wanted {
                return;
            }
            for (pos_id, (checks, ..)) in &wanted {
                let found = found.get(pos_id).map_or(0, |(found, ..)| *found);
                assert!(found <= *checks, "{pos_id}: {found} checks of {checks}");
            }
            assert!(began.elapsed() < PATIENCE, "the report says {found:?} of {wanted:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Every check is in the list of checks once, with its net sales.
    pub async fn expect_checks(&self, owner: &Owner, day: &str) {
        let client = client();
        for (pos_id, checks) in &self.checks {
            let form = json!({ "startDate": day, "endDate": day, "posID": pos_id });
            let body = owner.call(&client, "get-inside-sales", form).await.unwrap();
            let listed = body["checkReportList"].as_array().unwrap();
            let found: BTreeMap<&str, i64> = listed
                .iter()
                .map(|row| (row["posCheckID"].as_str().unwrap(), cents(&row["netSales"])))
                .collect();
            let wanted: BTreeMap<&str, i64> =
                checks.iter().map(|sums| (sums.check.as_str(), sums.net)).collect();
            assert_eq!(listed.len(), wanted.len(), "{pos_id}");
            assert!(found == wanted, "{pos_id} lists other checks than were acknowledged");
        }
    }

    /// Waits until every guest has a point for each cent of net sales. Never may they have more.
    pub async fn expect_points(&self, owner: &Owner) {
        let began = Instant::now();
        for (pos_id, checks) in &self.checks {
            let mut wanted: BTreeMap<String, i64> = BTreeMap::new();
            for sums in checks {
                *wanted.entry(sums.guest.clone()).or_default() += sums.net;
            }
            loop {
                let found = points(owner, pos_id).await.unwrap();
                if found == wanted {
                    break;
                }
                for (guest, points) in &wanted {
                    let found = found.get(guest).copied().unwrap_or_default();
                    assert!(found <= *points, "{pos_id}: {guest} has {found} points of {points}");
                }
                assert!(began.elapsed() < PATIENCE, "{pos_id}: guests have {found:?} of {wanted:?}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// The points of each guest of a location; what is wrong with the answer, if anything is.
async fn points(owner: &Owner, pos_id: &str) -> Result<BTreeMap<String, i64>, String> {
    let body = owner.call(&client(), "get-customers-list", json!({ "posID": pos_id })).await?;
    let points =
        |row: &Value| (row["posCustomerID"].as_str().unwrap().to_owned(), row["points"].as_i64().unwrap());
    Ok(body["customerList"].as_array().unwrap().iter().map(points).collect())
}

/// Waits until guests of a location have more points than now.
pub async fn points_moved_on(owner: &Owner, pos_id: &str) {
    let (began, mut before) = (Instant::now(), None);
    loop {
        // The service may be on its way back.
        if let Ok(points) = points(owner, pos_id).await {
            let sum: i64 = points.values().sum();
            if sum > *before.get_or_insert(sum) {
                return;
            }
        }
        assert!(began.elapsed() < BACK, "{pos_id}: guests have no more points than {before:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Checks, gross and net sales.
fn sums(all: &[Sums]) -> (usize, i64, i64) {
    let add = |(checks, gross, net), sums: &Sums| (checks + 1, gross + sums.gross, net + sums.net);
    all.iter().fold((0, 0, 0), add)
}

fn row(row: &Value) -> (String, (usize, i64, i64)) {
    let (gross, discounts) = (cents(&row["grossSales"]), cents(&row["grossDiscounts"]));
    let checks = row["checks"].as_u64().unwrap() as usize;
    (row["posID"].as_str().unwrap().to_owned(), (checks, gross, gross - discounts))
}

fn cents(dollars: &Value) -> i64 {
    (dollars.as_f64().unwrap() * 100.0).round() as i64
}
