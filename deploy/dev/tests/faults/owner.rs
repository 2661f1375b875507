//! An owner with a client of their own, through the public API.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use saffron_sandbox::mail::Reader;
use serde_json::{Value, json};

use crate::year::Year;

/// How long the facts of five imports may take to be worked after the last kill.
const PATIENCE: Duration = Duration::from_secs(300);

/// From the gateway's port to the page of the mail catcher.
const MAIL_PAGE: u16 = 26;

pub struct Owner {
    client: reqwest::Client,
    base: String,
    session: String,
}

impl Owner {
    pub async fn sign_up(port: u16) -> Self {
        let client = reqwest::Client::builder().timeout(Duration::from_secs(60)).no_proxy().build().unwrap();
        let mut owner = Self {
            client,
            base: format!("http://127.0.0.1:{port}/api-restaurant-pos/restaurantpro"),
            session: String::new(),
        };
        let (email, password) = ("faults@saffron.example", "a long enough one");
        let form = json!({ "firstName": "Fay", "lastName": "Ults", "email": email, "phone": "212-555-0147", "password": password });
        owner.expect("signup", form).await;
        let mail = Reader::new(&format!("127.0.0.1:{}", port + MAIL_PAGE)).unwrap();
        let token = mail.confirm_token(email, 0, PATIENCE).await.unwrap().unwrap();
        owner.expect("confirm-sign-up", json!({ "token": token, "password": password })).await;
        let login = json!({ "username": email, "password": password, "firebaseNotificationToken": "" });
        owner.session = owner.expect("login", login).await["sessionGuid"].as_str().unwrap().to_owned();
        owner
    }

    /// Links a location. A service that was killed a moment ago may still be on its way back.
    pub async fn link(&self, pos_id: &str, code: &str) {
        let request = json!({ "sessionID": self.session, "posID": pos_id, "linkCode": code });
        self.expect("link-restaurant", request).await;
    }

    /// Waits until every day of the location equals the file, and fails with the days that do not.
    pub async fn expect_year(&self, pos_id: &str, year: &Year) {
        let began = Instant::now();
        let request = json!({
            "sessionID": self.session, "posID": pos_id, "startDate": "2015-01-01", "endDate": "2015-12-31"
        });
        loop {
            let rows = self.expect("get-daily-sales-labor", request.clone()).await;
            let rows: Vec<&Value> =
                rows.as_array().unwrap().iter().filter(|row| row["checks"] != 0).collect();
            let days: BTreeMap<String, i64> = rows
                .iter()
                .map(|row| {
                    let sales = row["grossSales"].as_f64().unwrap() * 100.0;
                    (row["businessDate"].as_str().unwrap()[..10].to_owned(), sales.round() as i64)
                })
                .collect();
            let checks: u64 = rows.iter().map(|row| row["checks"].as_u64().unwrap()).sum();
            if days == year.days && checks == year.checks {
                return;
            }
            if began.elapsed() > PATIENCE {
                let wrong: Vec<_> =
                    year.days.iter().filter(|(day, sales)| days.get(*day) != Some(sales)).collect();
                panic!("{pos_id}: {checks} checks, {} days differ: {wrong:?}", wrong.len());
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    }

    /// The body of an answer 200; 503 and lost connections are tried again.
    async fn expect(&self, call: &str, request: Value) -> Value {
        let began = Instant::now();
        loop {
            let answer = self.client.post(format!("{}/{call}", self.base)).json(&request).send().await;
            match answer {
                Ok(answer) if answer.status() == 200 => {
                    return answer.json::<Value>().await.unwrap()["body"].clone();
                }
                Ok(answer) if !matches!(answer.status().as_u16(), 429 | 503) => {
                    panic!("{call}: {} {}", answer.status(), answer.text().await.unwrap_or_default())
                }
                _ => {
                    assert!(began.elapsed() < PATIENCE, "{call} was not answered in five minutes")
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}
