//! Owners meanwhile: what they read is right or not answered, and what they do is done once.

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::book::{Book, Grant};
use crate::check::{GUESTS, ITEMS, dollars, guest_id, item_id};
use crate::owner::{Owner, client};
use crate::tills::{OWNER_PRICED, email};
use crate::workers::Workers;

/// How long an owner tries until something is done: services that have much to catch up with say that they are busy.
const PATIENCE: Duration = Duration::from_secs(900);
/// The pause after an answer that was none.
const PAUSE: Duration = Duration::from_millis(250);
/// Versions of checks that are acknowledged between two things that an owner does.
const BETWEEN: u64 = 60;
/// Emails of a campaign.
const RECIPIENTS: usize = 20;

/// An answer, as far as it matters whether it may be given while services die.
pub enum Answer {
    Right(Value),
    /// No answer at all, or one that says when to come again.
    Later,
    /// Any other one.
    Other(u16, String),
}

/// Someone who asks.
#[derive(Clone)]
pub struct Person {
    pub owner: Owner,
    pub pos_id: String,
    client: reqwest::Client,
}

impl Person {
    pub fn new(owner: &Owner, pos_id: &str) -> Self {
        Self { owner: owner.clone(), pos_id: pos_id.to_owned(), client: client() }
    }

    /// A call of the main API.
    async fn call(&self, call: &str, mut form: Value) -> Answer {
        form["sessionID"] = json!(self.owner.session);
        form["posID"] = json!(self.pos_id);
        let url = format!("{}/api-restaurant-pos/restaurantpro/{call}", self.owner.address);
        judge(self.client.post(url).json(&form)).await
    }

    /// A call that takes the session as the live stream does.
    async fn notify(&self, path: &str, mut form: Value) -> Answer {
        form["posID"] = json!(self.pos_id);
        let url = format!("{}/notification/api/{path}", self.owner.address);
        judge(self.client.post(url).bearer_auth(&self.owner.session).json(&form)).await
    }

    /// The body of an answer that has to come at last.
    pub async fn insist(&self, call: &str, form: Value) -> Value {
        let began = Instant::now();
        loop {
            match self.call(call, form.clone()).await {
                Answer::Right(answer) => return answer["body"].clone(),
                Answer::Other(status, text) => panic!("{call}: {status} {text}"),
                Answer::Later => {}
            }
            assert!(began.elapsed() < PATIENCE, "{call} is not answered");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Reads one page after the other until it is stopped.
    pub fn begin_reading(self, book: &Book, day: &str, workers: &mut Workers) {
        let (book, day) = (book.clone(), day.to_owned());
        workers.begin(|rounds| async move {
            while rounds.go_on() {
                self.read_reports(&book, &day).await;
                for (call, form) in [
                    ("get-inside-sales", json!({ "startDate": day, "endDate": day, "limit": 50 })),
                    ("get-itemsales-report", json!({ "startDate": day, "endDate": day })),
                    ("get-items-list", json!({ "limit": 50 })),
                    ("get-customers-list", json!({ "limit": 50 })),
                    ("get-communications", json!({ "limit": 50 })),
                ] {
                    if let Answer::Other(status, text) = self.call(call, form).await {
                        panic!("{call}: {status} {text}");
                    }
                }
                let url = format!(
                    "{}/payments/v1/payment_intents?limit=50&posID={}",
                    self.owner.address, self.pos_id
                );
                let answer = judge(self.client.get(url).bearer_auth(&self.owner.session)).await;
                if let Answer::Other(status, text) = answer {
                    panic!("payment_intents: {status} {text}");
                }
                rounds.done();
            }
        });
    }

    /// A report may lag. It never says more than what was sent.
    async fn read_reports(&self, book: &Book, day: &str) {
        let form = json!({ "startDate": day, "endDate": day });
        match self.call("get-daily-sales-labor", form).await {
            Answer::Right(answer) => {
                let row = &answer["body"][0];
                let checks = row["checks"].as_i64().unwrap_or_default();
                let gross = (row["grossSales"].as_f64().unwrap_or_default() * 100.0).round() as i64;
                let most = book.most(&self.pos_id, day);
                assert!(
                    checks <= most.checks && gross <= most.gross,
                    "{}: a report says {checks} checks and {gross} cents of {most:?}",
                    self.pos_id
                );
            }
            Answer::Later => tokio::time::sleep(PAUSE).await,
            Answer::Other(status, text) => panic!("get-daily-sales-labor: {status} {text}"),
        }
    }

    /// Gives rewards, changes prices, writes to guests and looks through the inbox, until it is stopped.
    pub fn begin_doing(self, book: &Book, seed: u64, workers: &mut Workers) {
        let book = book.clone();
        workers.begin(|rounds| async move {
            let mut random = StdRng::seed_from_u64(seed);
            for number in 0.. {
                if !rounds.go_on() {
                    return;
                }
                match random.random_range(0..10) {
                    0..=3 => self.give(&book, number, &mut random).await,
                    4..=7 => self.price(&book, &mut random).await,
                    8 => self.write(&book, number, &mut random).await,
                    _ => drop(self.insist("update-all-communications-viewed", json!({})).await),
                }
                book.more(BETWEEN).await;
                rounds.done();
            }
        });
    }

    /// A reward, points or an item. Asked for twice at once, as by a double tap, until it is given.
    async fn give(&self, book: &Book, number: u64, random: &mut StdRng) {
        let guest = random.random_range(0..GUESTS);
        let points = random.random_bool(0.5).then(|| random.random_range(1..5_000));
        let mut form = json!({
            "posCustomerID": guest_id(guest), "rewardMessage": "Thank you",
            "idempotencyKey": format!("gift-{}-{number}", self.pos_id)
        });
        let call = match points {
            Some(points) => {
                form["rewardPoint"] = json!(points);
                "send-reward-point"
            }
            None => {
                form["posItemID"] = json!(item_id(random.random_range(0..ITEMS)));
                form["price"] = json!(8);
                "send-reward-item"
            }
        };
        let (one, other) = tokio::join!(self.insist(call, form.clone()), self.insist(call, form));
        let reward = |answer: &Value| answer["reward"]["rewardID"].as_str().unwrap().to_owned();
        assert_eq!(reward(&one), reward(&other), "a reward was given twice");
        let grant = Grant { guest, points, reward: reward(&one) };
        book.at(&self.pos_id, |place| place.grants.push(grant));
    }

    /// A price, over the version that was seen: who does not hear whether it was changed looks again.
    async fn price(&self, book: &Book, random: &mut StdRng) {
        let number = random.random_range(OWNER_PRICED..ITEMS);
        let said =
            book.at(&self.pos_id, |place| place.prices.get(&number).and_then(|all| all.last().copied()));
        let price = loop {
            let price = random.random_range(500..3_000);
            if Some(price) != said {
                break price;
            }
        };
        let item = item_id(number);
        let began = Instant::now();
        loop {
            let seen = self.insist("get-item", json!({ "posItemID": item })).await["item"].clone();
            if cents(&seen["price"]) == price {
                break;
            }
            let form = json!({ "posItemID": item, "price": dollars(price), "version": seen["version"] });
            match self.call("update-positem", form).await {
                Answer::Right(_) => break,
                // What was not answered was done after all.
                Answer::Later | Answer::Other(409, _) => tokio::time::sleep(PAUSE).await,
                Answer::Other(status, text) => panic!("update-positem: {status} {text}"),
            }
            assert!(began.elapsed() < PATIENCE, "{item} cannot be changed");
        }
        book.at(&self.pos_id, |place| place.prices.entry(number).or_default().push(price));
    }

    /// An email to some of the guests.
    async fn write(&self, book: &Book, number: u64, random: &mut StdRng) {
        let first = random.random_range(0..GUESTS - RECIPIENTS);
        let emails: Vec<String> =
            (first..first + RECIPIENTS).map(|guest| email(&self.pos_id, guest)).collect();
        let form = json!({
            "idempotencyKey": format!("news-{}-{number}", self.pos_id), "emails": emails,
            "subject": format!("News {number}"), "body": "Come and see us", "businessName": self.pos_id
        });
        let began = Instant::now();
        let campaign = loop {
            match self.notify("simple-email/online-kitchen-single-location", form.clone()).await {
                Answer::Right(answer) => break answer["campaignID"].as_str().unwrap().to_owned(),
                Answer::Other(status, text) => panic!("a campaign: {status} {text}"),
                Answer::Later => {}
            }
            assert!(began.elapsed() < PATIENCE, "a campaign is not answered");
            tokio::time::sleep(PAUSE).await;
        };
        book.at(&self.pos_id, |place| place.campaigns.insert(campaign));
    }
}

/// Sends it, and tells what the answer is worth.
async fn judge(request: reqwest::RequestBuilder) -> Answer {
    let Ok(answer) = request.send().await else { return Answer::Later };
    let (status, says_when) = (answer.status().as_u16(), answer.headers().contains_key("retry-after"));
    let Ok(text) = answer.text().await else { return Answer::Later };
    match status {
        200 | 202 => serde_json::from_str(&text).map_or(Answer::Other(status, text), Answer::Right),
        503 if says_when => Answer::Later,
        _ => Answer::Other(status, text),
    }
}

fn cents(dollars: &Value) -> i64 {
    (dollars.as_f64().unwrap_or_default() * 100.0).round() as i64
}
