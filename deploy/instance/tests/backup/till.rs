//! A till that keeps the net sales of its checks.

use std::collections::BTreeMap;
use std::sync::Mutex;

use anyhow::Result;
use saffron_instance::{Answer, Till, client, customer, dollars, event, guest_id};
use serde_json::{Value, json};

/// Guests of each location; every request has a check of each.
const GUESTS: usize = 4;
/// The guest that is erased before the first backup, in both locations.
pub const ERASED_BEFORE: &str = "guest-0";
/// The guest that is erased after it.
pub const ERASED_SINCE: &str = "guest-1";

pub struct CheckedTill {
    pub till: Till,
    /// Business date of the checks.
    pub day: String,
    /// Net sales of each check, cents.
    pub checks: Mutex<BTreeMap<String, i64>>,
}

impl CheckedTill {
    /// Sends the guests and the menu.
    pub async fn describe(&self) -> Result<()> {
        let guest = |number: usize| {
            let mut guest = customer(&self.till.pos_id, number);
            guest["data"]["lastName"] = json!(format!("Last{number}"));
            guest["data"]["email"] = json!(format!("guest-{number}@mail.example"));
            guest["data"]["emailConsent"] = json!(true);
            guest
        };
        let pizza = json!({ "posID": self.till.pos_id, "posItemID": "pizza", "revision": 1, "name": "Pizza", "price": 12 });
        self.send((0..GUESTS).map(guest).chain([event("pizza", "item.upserted", pizza)]).collect()).await
    }

    /// Posts a check of each guest.
    pub async fn post(&self, round: u32) -> Result<()> {
        let checks: Vec<(String, i64, Value)> = (0..GUESTS)
            .map(|guest| self.check(round, guest, 1, i64::from(900 + 7 * round) + guest as i64))
            .collect();
        self.send(checks.iter().map(|(.., event)| event.clone()).collect()).await?;
        self.checks.lock().unwrap().extend(checks.into_iter().map(|(id, cents, _)| (id, cents)));
        Ok(())
    }

    /// Corrects the third check of a round.
    pub async fn correct(&self, round: u32) -> Result<()> {
        let (id, cents, event) = self.check(round, 2, 2, 5_000);
        self.send(json!([event])).await?;
        self.checks.lock().unwrap().insert(id, cents);
        Ok(())
    }

    /// The prices that the owner changed after this change, in dollars, and the number of the last change.
    pub async fn changes(&self, after: i64) -> Result<(Vec<f64>, i64)> {
        let url = format!("{}/ingest/v1/changes?after={after}", self.till.address);
        let changes =
            Answer::to(client()?.get(url).bearer_auth(&self.till.ingest_key)).await.body("changes")?;
        let list = changes["changeList"].as_array().unwrap();
        let prices = list.iter().filter_map(|change| change["price"].as_f64()).collect();
        Ok((prices, changes["after"].as_i64().unwrap()))
    }

    /// How many checks there are, and their net sales in cents.
    pub fn sums(&self) -> (usize, i64) {
        let checks = self.checks.lock().unwrap();
        (checks.len(), checks.values().sum())
    }

    fn check(&self, round: u32, guest: usize, revision: u32, cents: i64) -> (String, i64, Value) {
        let id = format!("check-{round}-{guest}");
        let data = json!({ "posID": self.till.pos_id, "posCheckID": id, "revision": revision,
            "businessDate": self.day, "closeTime": format!("{}T12:{:02}:00", self.day, round % 60),
            "posCustomerID": guest_id(guest), "covers": 1,
            "items": [{ "posItemID": "pizza", "name": "Pizza", "quantity": 1, "price": dollars(cents) }],
            "payments": [{ "type": "Cash", "amount": dollars(cents) }] });
        let event = event(&format!("{id}-{revision}"), "check.closed", data);
        (id, cents, event)
    }

    async fn send(&self, events: Value) -> Result<()> {
        self.till.post(&events).await.good("ingest").map(drop)
    }
}
