//! An owner, a till of their location, and what they ask.

use std::time::{Duration, Instant};

use saffron_sandbox::mail::Reader;
use serde_json::{Value, json};

use crate::platform::{Platform, mail_page};

/// The location.
pub const POS_ID: &str = "rolling";
/// What one check is worth, in dollars.
const PRICE: u64 = 2;
/// How long facts may take to be worked at the end.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Clone)]
pub struct People {
    pub address: String,
    pub session: String,
    ingest_key: String,
}

impl People {
    /// Signs up, confirms, signs in, and links a new location.
    pub async fn arrive(platform: &Platform) -> Self {
        let client = client();
        let mut people =
            Self { address: platform.address(), session: String::new(), ingest_key: String::new() };
        let (email, password) = ("rolling@saffron.example", "a long enough one");
        let form = json!({ "firstName": "Ro", "lastName": "Ling", "email": email, "phone": "212-555-0148", "password": password });
        people.expect(&client, "signup", form).await;
        let mail = Reader::new(&mail_page(platform)).unwrap();
        let token = mail.confirm_token(email, 0, Duration::from_secs(30)).await.unwrap().unwrap();
        people.expect(&client, "confirm-address", json!({ "token": token })).await;
        let login = json!({ "username": email, "password": password, "firebaseNotificationToken": "" });
        let body = people.expect(&client, "login", login).await;
        body["sessionGuid"].as_str().unwrap().clone_into(&mut people.session);

        let form = json!({ "posID": POS_ID, "name": "Rolling", "timeZone": "America/New_York" });
        let answer = client
            .post(format!("{}/provision/v1/locations", people.address))
            .bearer_auth(platform.told("SAFFRON_PROVISIONING_KEY"))
            .json(&form)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200);
        let answer: Value = answer.json().await.unwrap();
        answer["body"]["ingestKey"].as_str().unwrap().clone_into(&mut people.ingest_key);
        let code = answer["body"]["linkCode"].clone();
        let link = json!({ "sessionID": people.session, "posID": POS_ID, "linkCode": code });
        people.expect(&client, "link-restaurant", link).await;
        people
    }

    /// A call of the app; what is wrong with its answer, if anything is.
    pub async fn call(&self, client: &reqwest::Client, call: &str, mut form: Value) -> Result<Value, String> {
        form["sessionID"] = json!(self.session);
        form["posID"] = json!(POS_ID);
        let url = format!("{}/api-restaurant-pos/restaurantpro/{call}", self.address);
        let answer = client.post(url).json(&form).send().await.map_err(|e| format!("{call}: {e:?}"))?;
        read(call, answer, 200).await
    }

    /// One check more, by its number; what is wrong with the answer, if anything is.
    pub async fn post_check(&self, client: &reqwest::Client, number: u64) -> Result<Value, String> {
        let event = json!({
            "specversion": "1.0", "id": format!("c-{number}"), "source": "till-1", "type": "check.closed",
            "data": {
                "posID": POS_ID, "posCheckID": format!("c-{number}"), "revision": 1,
                "closeTime": "2026-07-18T12:59:30",
                "items": [{ "posItemID": "tea", "name": "Tea", "quantity": 1, "price": PRICE, "amount": PRICE }],
                "payments": [{ "type": "Cash", "amount": PRICE }]
            }
        });
        let answer = client
            .post(format!("{}/ingest/v1/events", self.address))
            .bearer_auth(&self.ingest_key)
            .json(&event)
            .send()
            .await
            .map_err(|e| format!("ingest: {e:?}"))?;
        read("ingest", answer, 202).await
    }

    /// Waits until the report of the day has as many checks, and no more.
    pub async fn expect_checks(&self, checks: u64) {
        let client = client();
        let began = Instant::now();
        let form = json!({ "startDate": "2026-07-18", "endDate": "2026-07-18" });
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

    async fn expect(&self, client: &reqwest::Client, call: &str, form: Value) -> Value {
        let url = format!("{}/api-restaurant-pos/restaurantpro/{call}", self.address);
        read(call, client.post(url).json(&form).send().await.unwrap(), 200).await.unwrap()
    }
}

async fn read(call: &str, answer: reqwest::Response, wanted: u16) -> Result<Value, String> {
    let status = answer.status().as_u16();
    let text = answer.text().await.map_err(|e| format!("{call}: {status}, {e:?}"))?;
    if status != wanted {
        return Err(format!("{call}: {status} {text}"));
    }
    let answer: Value = serde_json::from_str(&text).map_err(|e| format!("{call}: {e}"))?;
    Ok(answer["body"].clone())
}

/// One that keeps its connections, as browsers and tills do.
pub fn client() -> reqwest::Client {
    reqwest::Client::builder().timeout(Duration::from_secs(30)).no_proxy().build().unwrap()
}
