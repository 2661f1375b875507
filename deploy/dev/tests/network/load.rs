//! Tills that post, people who ask, and probes. Whatever the network does, each is answered in time: well, or that it is to
//! come again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};

use crate::people::{DAY, POS_ID, PRICE, People, check};
use crate::workers::Workers;

/// Within this time the gateway answers whatever it is asked (docs/api.md).
const DEADLINE: Duration = Duration::from_secs(30);
/// What the way to the test and a busy machine may take beside it.
const MARGIN: Duration = Duration::from_secs(3);
/// A probe of Kubernetes waits no longer.
const PROBE: Duration = Duration::from_secs(5);
/// The pause between two requests of a person or a till: what is proven is not how many there may be.
const PACE: Duration = Duration::from_millis(100);
/// Tills that post at once.
const TILLS: u64 = 2;

/// A call of every service, as Home and the lists make them.
pub fn calls() -> [(&'static str, Value); 7] {
    [
        ("get-profile", json!({})),
        ("get-daily-sales-labor", json!({ "startDate": DAY, "endDate": DAY })),
        ("get-items-list", json!({ "limit": 50 })),
        ("get-customers-list", json!({ "limit": 50 })),
        ("get-onlineorder-currentweek-payout", json!({})),
        ("get-campaigns", json!({ "limit": 50 })),
        ("get-communications", json!({ "limit": 50 })),
    ]
}

/// Answers to one kind of request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answers {
    pub good: u64,
    /// 503 with Retry-After.
    pub later: u64,
    pub longest: Duration,
}

#[derive(Default)]
struct Book {
    /// By what was asked.
    answers: BTreeMap<&'static str, Answers>,
    /// Checks that a till has sent, whatever it was answered.
    sent: u64,
    /// Checks that were answered 202.
    acknowledged: u64,
    /// Checks of the newest report.
    shown: u64,
    wrong: Vec<String>,
}

pub struct Load {
    book: Arc<Mutex<Book>>,
    workers: Workers,
}

impl Load {
    pub fn begin(people: &People) -> Self {
        let (book, mut workers) = (Arc::new(Mutex::new(Book::default())), Workers::new());
        for _ in 0..TILLS {
            let (people, book, client) = (people.clone(), book.clone(), client());
            workers.begin(|rounds| async move {
                let mut number = next(&book);
                let mut is_acknowledged = false;
                // What was not acknowledged is sent again until it is.
                while rounds.go_on() || !is_acknowledged {
                    if std::mem::take(&mut is_acknowledged) {
                        number = next(&book);
                    }
                    let request = client.post(format!("{}/ingest/v1/events", people.owner.address));
                    let request = request.bearer_auth(&people.ingest_key).json(&check(number));
                    is_acknowledged = ask(&book, "ingest", 202, request).await.is_some();
                    book.lock().unwrap().acknowledged += u64::from(is_acknowledged);
                    rounds.done();
                    tokio::time::sleep(PACE).await;
                }
            });
        }
        for (call, form) in calls() {
            let (people, book, client) = (people.clone(), book.clone(), client());
            workers.begin(|rounds| async move {
                while rounds.go_on() {
                    let answer = ask(&book, call, 200, request(&client, &people, call, &form)).await;
                    if let Some(answer) = answer.filter(|_| call == "get-daily-sales-labor") {
                        book.lock().unwrap().look(&answer);
                    }
                    rounds.done();
                    tokio::time::sleep(PACE).await;
                }
            });
        }
        let (address, probed) = (people.owner.address.clone(), book.clone());
        workers.begin(|rounds| async move {
            let client = client();
            while rounds.go_on() {
                let began = Instant::now();
                let answer = client.get(format!("{address}/healthz")).timeout(PROBE).send().await;
                probed.lock().unwrap().note("healthz", answer.map(|answer| answer.status().as_u16()), began);
                rounds.done();
                tokio::time::sleep(PACE).await;
            }
        });
        Self { book, workers }
    }

    /// Waits until everybody was answered something to what they asked after now.
    pub async fn moved_on(&self) {
        self.workers.moved_on_within(3 * (DEADLINE + MARGIN)).await;
    }

    /// Checks that are acknowledged now.
    pub fn acknowledged(&self) -> u64 {
        self.book.lock().unwrap().acknowledged
    }

    /// The answers since it was last asked.
    pub fn answers(&self) -> BTreeMap<&'static str, Answers> {
        std::mem::take(&mut self.book.lock().unwrap().answers)
    }

    /// Fails if anything was answered that must not be.
    pub fn assert_right(&self, when: &str) {
        let wrong = &self.book.lock().unwrap().wrong;
        assert!(wrong.is_empty(), "{when}: {} answers are wrong: {:#?}", wrong.len(), wrong.iter().take(20));
    }

    /// Lets what is in hand be answered; how many checks were acknowledged.
    pub async fn end(self) -> u64 {
        self.workers.end().await;
        self.book.lock().unwrap().acknowledged
    }
}

impl Book {
    fn note(&mut self, what: &'static str, status: Result<u16, reqwest::Error>, began: Instant) {
        let took = began.elapsed();
        let answers = self.answers.entry(what).or_default();
        answers.longest = answers.longest.max(took);
        match status {
            Ok(503) => answers.later += 1,
            Ok(_) => answers.good += 1,
            Err(_) => {}
        }
        match status {
            Ok(200 | 202) => {}
            // Alive is alive, whatever becomes of the neighbours.
            Ok(503) if what != "healthz" => {}
            other => self.wrong.push(format!("{what} after {took:.1?}: {other:?}")),
        }
        if took > DEADLINE + MARGIN {
            self.wrong.push(format!("{what} took {took:.1?}"));
        }
    }

    /// A report is right for some moment, and never of an earlier moment than one that was shown before.
    fn look(&mut self, answer: &Value) {
        let row = &answer["body"][0];
        let (checks, sales) =
            (row["checks"].as_u64().unwrap_or_default(), row["grossSales"].as_f64().unwrap_or_default());
        if sales != (checks * PRICE) as f64 || checks > self.sent || checks < self.shown {
            self.wrong.push(format!("{row} after {} checks, of {} sent", self.shown, self.sent));
        }
        self.shown = self.shown.max(checks);
    }
}

fn next(book: &Mutex<Book>) -> u64 {
    let mut book = book.lock().unwrap();
    book.sent += 1;
    book.sent
}

/// A call of the app.
pub fn request(client: &reqwest::Client, people: &People, call: &str, form: &Value) -> RequestBuilder {
    let mut form = form.clone();
    form["posID"] = json!(POS_ID);
    form["sessionID"] = json!(people.owner.session);
    client.post(format!("{}/api-restaurant-pos/restaurantpro/{call}", people.owner.address)).json(&form)
}

/// The answer, if it is a good one; else when to come again has passed.
async fn ask(book: &Mutex<Book>, what: &'static str, good: u16, request: RequestBuilder) -> Option<Value> {
    let began = Instant::now();
    let answer: Result<Response, _> = request.send().await;
    let after = answer.as_ref().ok().and_then(|answer| answer.headers().get("retry-after").cloned());
    let (status, body) = match answer {
        Ok(answer) => {
            let status = answer.status().as_u16();
            match answer.text().await {
                Ok(body) => (Ok(status), body),
                Err(error) => (Err(error), String::new()),
            }
        }
        Err(error) => (Err(error), String::new()),
    };
    let is_good = matches!(&status, Ok(status) if *status == good);
    let is_later = matches!(&status, Ok(503));
    book.lock().unwrap().note(what, status, began);
    if is_good {
        return serde_json::from_str(&body).ok();
    }
    let seconds = after.and_then(|after| after.to_str().ok()?.parse().ok());
    if is_later && seconds.is_none() {
        book.lock().unwrap().wrong.push(format!("{what}: 503 without Retry-After: {body}"));
    }
    tokio::time::sleep(Duration::from_secs(seconds.unwrap_or(1))).await;
    None
}

/// One that waits longer than it should have to.
pub fn client() -> reqwest::Client {
    reqwest::Client::builder().timeout(2 * DEADLINE).no_proxy().build().unwrap()
}
