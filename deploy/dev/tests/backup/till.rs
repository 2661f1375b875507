//! A till, and what it knows of its checks.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::{Value, json};

use crate::owner::{client, read};

/// Guests of each location; every request has a check of each.
const GUESTS: u32 = 4;
/// Who is erased before the first backup, in both locations.
pub const ERASED_BEFORE: &str = "guest-0";
/// Who is erased after it.
pub const ERASED_SINCE: &str = "guest-1";

pub struct Till {
    pub address: String,
    pub pos_id: String,
    pub ingest_key: String,
    /// The business date of its checks.
    pub day: String,
    /// Net sales of each check, cents.
    pub book: Mutex<BTreeMap<String, i64>>,
}

impl Till {
    /// Tells who the guests are, and what is on the menu.
    pub async fn guests(&self) {
        let guest = |number: u32| {
            json!({ "specversion": "1.0", "id": format!("guest-{number}"), "source": "till", "type": "customer.upserted",
                "data": { "posID": self.pos_id, "posCustomerID": format!("guest-{number}"), "revision": 1,
                    "firstName": format!("First{number}"), "lastName": format!("Last{number}"),
                    "email": format!("guest-{number}@mail.example"), "emailConsent": true } })
        };
        let pizza = json!({ "specversion": "1.0", "id": "pizza", "source": "till", "type": "item.upserted",
            "data": { "posID": self.pos_id, "posItemID": "pizza", "revision": 1, "name": "Pizza", "price": 12 } });
        self.send((0..GUESTS).map(guest).chain([pizza]).collect()).await;
    }

    /// Posts a check of each guest.
    pub async fn post(&self, round: u32) {
        let checks: Vec<(String, i64, Value)> = (0..GUESTS)
            .map(|guest| self.check(round, guest, 1, i64::from(900 + 7 * round + guest)))
            .collect();
        self.send(checks.iter().map(|(.., event)| event.clone()).collect()).await;
        let mut book = self.book.lock().unwrap();
        book.extend(checks.into_iter().map(|(id, cents, _)| (id, cents)));
    }

    /// Corrects the first check of a round.
    pub async fn correct(&self, round: u32) {
        let (id, cents, event) = self.check(round, 2, 2, 5_000);
        self.send(vec![event]).await;
        self.book.lock().unwrap().insert(id, cents);
    }

    /// The prices that the owner changed after this one, in dollars, and the number of the last.
    pub async fn changes(&self, after: i64) -> (Vec<f64>, i64) {
        let url = format!("{}/ingest/v1/changes?after={after}", self.address);
        let answer = client().get(url).bearer_auth(&self.ingest_key).send().await.unwrap();
        let changes = read("changes", answer, 200).await.unwrap();
        let list = changes["changeList"].as_array().unwrap();
        let prices = list.iter().filter_map(|change| change["price"].as_f64()).collect();
        (prices, changes["after"].as_i64().unwrap())
    }

    /// How many checks there are, and their net sales in cents.
    pub fn sums(&self) -> (usize, i64) {
        let book = self.book.lock().unwrap();
        (book.len(), book.values().sum())
    }

    fn check(&self, round: u32, guest: u32, revision: u32, cents: i64) -> (String, i64, Value) {
        let id = format!("check-{round}-{guest}");
        let price = cents as f64 / 100.0;
        let event = json!({ "specversion": "1.0", "id": format!("{id}-{revision}"), "source": "till",
            "type": "check.closed", "data": { "posID": self.pos_id, "posCheckID": id, "revision": revision,
                "businessDate": self.day, "closeTime": format!("{}T12:{:02}:00", self.day, round % 60),
                "posCustomerID": format!("guest-{guest}"), "covers": 1,
                "items": [{ "posItemID": "pizza", "name": "Pizza", "quantity": 1, "price": price }],
                "payments": [{ "type": "Cash", "amount": price }] } });
        (id, cents, event)
    }

    async fn send(&self, events: Vec<Value>) {
        let request =
            client().post(format!("{}/ingest/v1/events", self.address)).bearer_auth(&self.ingest_key);
        read("ingest", request.json(&events).send().await.unwrap(), 202).await.unwrap();
    }
}
