//! An owner with one location and its till.

use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::{Answer, Base, Load, Owner, Till, check, eventually};

/// How long the report may take to have the last checks.
const PATIENCE: Duration = Duration::from_secs(300);

/// An owner, and the till of their only location.
#[derive(Clone)]
pub struct Restaurant {
    /// The owner.
    pub owner: Owner,
    /// The till.
    pub till: Till,
}

impl Restaurant {
    /// The posID of the location.
    pub const POS_ID: &'static str = "people";
    /// The business date of the checks.
    pub const DAY: &'static str = "2026-07-18";
    /// Price of a check, dollars.
    pub const PRICE: u64 = 2;

    /// A new owner with a new location, at this address of the gateway.
    pub async fn open(base: &Base, address: &str) -> Result<Restaurant> {
        let owner = base.owner_at(address).await?;
        let till = owner.open_location(&base.secrets.provisioning_key, Self::POS_ID).await?;
        Ok(Restaurant { owner, till })
    }

    /// The same owner and till with connections of their own.
    pub fn with_own_connections(&self) -> Result<Restaurant> {
        Ok(Restaurant { owner: self.owner.with_own_connections()?, till: self.till.with_own_connections()? })
    }

    /// Makes a call of the main API about the location.
    pub async fn ask(&self, call: &str, mut body: Value) -> Answer {
        body["posID"] = json!(Self::POS_ID);
        self.owner.ask(call, body).await
    }

    /// The event of the check with this number.
    pub fn check(number: u64) -> Value {
        check(Self::POS_ID, &format!("c-{number}"), &format!("{}T12:59:30", Self::DAY), Self::PRICE)
    }

    /// Calls that reach every service, as Home and the lists make them.
    pub fn calls() -> [(&'static str, Value); 7] {
        [
            ("get-profile", json!({})),
            ("get-daily-sales-labor", json!({ "startDate": Self::DAY, "endDate": Self::DAY })),
            ("get-items-list", json!({ "limit": 50 })),
            ("get-customers-list", json!({ "limit": 50 })),
            ("get-onlineorder-currentweek-payout", json!({})),
            ("get-campaigns", json!({ "limit": 50 })),
            ("get-communications", json!({ "limit": 50 })),
        ]
    }

    /// Tills that post checks of the day and people who make [`Restaurant::calls`], all the while.
    pub fn load(&self) -> Result<Load> {
        let calls = Self::calls().map(|(call, mut form)| {
            form["posID"] = json!(Self::POS_ID);
            (call.to_owned(), form)
        });
        Load::begin(&self.till, Self::check, &self.owner, calls)
    }

    /// Waits until the report of the day has exactly this number of checks.
    pub async fn expect_checks(&self, checks: u64) -> Result<()> {
        let (report, days) = &Self::calls()[1];
        let (found, sales) = eventually(&format!("{checks} checks"), PATIENCE, || async {
            let rows = self.ask(report, days.clone()).await.body(report)?;
            let found = rows[0]["checks"].as_u64().unwrap_or(0);
            Ok(if found >= checks { Ok((found, rows[0]["grossSales"].as_f64())) } else { Err(found) })
        })
        .await?;
        ensure!(found == checks, "{found} checks of {checks}");
        ensure!(sales.unwrap_or(0.0) == (checks * Self::PRICE) as f64, "{checks} checks came to {sales:?}");
        Ok(())
    }
}
