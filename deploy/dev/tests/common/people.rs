//! An owner, a till of their location, and what they ask.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::owner::{Owner, client, read};

/// The location.
pub const POS_ID: &str = "people";
/// The business date of its checks.
pub const DAY: &str = "2026-07-18";
/// What one check is worth, in dollars.
pub const PRICE: u64 = 2;
/// How long facts may take to be worked at the end.
const PATIENCE: Duration = Duration::from_secs(300);

/// A check, by its number.
pub fn check(number: u64) -> Value {
    json!({
        "specversion": "1.0", "id": format!("c-{number}"), "source": "till-1", "type": "check.closed",
        "data": {
            "posID": POS_ID, "posCheckID": format!("c-{number}"), "revision": 1,
            "closeTime": format!("{DAY}T12:59:30"),
            "items": [{ "posItemID": "tea", "name": "Tea", "quantity": 1, "price": PRICE, "amount": PRICE }],
            "payments": [{ "type": "Cash", "amount": PRICE }]
        }
    })
}

#[derive(Clone)]
pub struct People {
    pub owner: Owner,
    pub ingest_key: String,
}

impl People {
    /// An owner with a new location.
    pub async fn arrive(address: &str, mail_page: &str, provisioning_key: &str) -> Self {
        let owner = Owner::arrive(address, mail_page).await;
        let ingest_key = owner.open_location(provisioning_key, POS_ID).await;
        Self { owner, ingest_key }
    }

    /// A call of the app; what is wrong with its answer, if anything is.
    pub async fn call(&self, client: &reqwest::Client, call: &str, mut form: Value) -> Result<Value, String> {
        form["posID"] = json!(POS_ID);
        self.owner.call(client, call, form).await
    }

    /// One check more, by its number; what is wrong with the answer, if anything is.
    #[allow(dead_code, reason = "not every test binary takes every other answer for a loss")]
    pub async fn post_check(&self, client: &reqwest::Client, number: u64) -> Result<Value, String> {
        let answer = client
            .post(format!("{}/ingest/v1/events", self.owner.address))
            .bearer_auth(&self.ingest_key)
            .json(&check(number))
            .send()
            .await
            .map_err(|e| format!("ingest: {e:?}"))?;
        read("ingest", answer, 202).await
    }

    /// Waits until the report of the day has as many checks, and no more.
    pub async fn expect_checks(&self, checks: u64) {
        let client = client();
        let began = Instant::now();
        let form = json!({ "startDate": DAY, "endDate": DAY });
        loop {
            let rows = self.call(&client, "get-daily-sales-labor", form.clone()).await.unwrap();
            let found = rows[0]["checks"].as_u64().unwrap_or(0);
            let sales = rows[0]["grossSales"].as_f64().unwrap_or(0.0);
            assert!(found <= checks, "{found} checks of {checks}");
            if found == checks {
                assert_eq!(sales, (checks * PRICE) as f64);
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{found} checks of {checks}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}
