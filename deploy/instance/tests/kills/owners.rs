//! Owners who use the app during the kills: every answer is right or missing, and every change is made once.

use std::time::{Duration, Instant};

use anyhow::Result;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_instance::{Answer, Owner, Workers, cents, client, dollars, guest_id};
use serde_json::{Value, json};

use crate::check::{GUESTS, ITEMS, item_id};
use crate::record::{Grant, Record};
use crate::tills::{OWNER_PRICED, email};

/// How long an owner tries until a change is made: services that have much to catch up with answer 503.
const PATIENCE: Duration = Duration::from_secs(900);
/// The pause after a lost answer.
const PAUSE: Duration = Duration::from_millis(250);
/// Versions of checks that are acknowledged between two changes of an owner.
const BETWEEN: u64 = 60;
/// Emails of a campaign.
const RECIPIENTS: usize = 20;

/// An owner at one of their locations.
#[derive(Clone)]
pub struct ActiveOwner {
    owner: Owner,
    pub pos_id: String,
    client: reqwest::Client,
}

impl ActiveOwner {
    pub fn new(owner: &Owner, pos_id: &str) -> Result<Self> {
        let client = client()?;
        Ok(Self { owner: owner.with_client(client.clone()), pos_id: pos_id.to_owned(), client })
    }

    /// A call of the main API.
    async fn ask(&self, call: &str, mut form: Value) -> Answer {
        form["posID"] = json!(self.pos_id);
        self.owner.ask(call, form).await
    }

    /// Makes a call of the main API; none if there is no answer for now, an error if it is wrong.
    async fn try_ask(&self, call: &str, form: Value) -> Result<Option<Value>> {
        good_or_none(self.ask(call, form).await, call)
    }

    /// Makes a call with retries until there is a good answer; gives its body.
    pub async fn call_with_retries(&self, call: &str, mut form: Value) -> Value {
        form["posID"] = json!(self.pos_id);
        self.owner.call_with_retries(call, form, PATIENCE).await.unwrap()
    }

    /// Reads one page after the other until it is stopped.
    pub fn begin_reading(self, record: &Record, day: &str, workers: &mut Workers) {
        let (record, day) = (record.clone(), day.to_owned());
        workers.begin(|rounds| async move {
            while rounds.should_continue() {
                self.read_report(&record, &day).await?;
                for (call, form) in [
                    ("get-inside-sales", json!({ "startDate": day, "endDate": day, "limit": 50 })),
                    ("get-itemsales-report", json!({ "startDate": day, "endDate": day })),
                    ("get-items-list", json!({ "limit": 50 })),
                    ("get-customers-list", json!({ "limit": 50 })),
                    ("get-communications", json!({ "limit": 50 })),
                ] {
                    self.try_ask(call, form).await?;
                }
                let url = format!("/payments/v1/payment_intents?limit=50&posID={}", self.pos_id);
                let payments = self.client.get(format!("{}{url}", self.owner.address));
                good_or_none(Answer::to(payments.bearer_auth(&self.owner.session)).await, "payment_intents")?;
                rounds.end_round();
            }
            Ok(())
        });
    }

    /// A report may lag. It never has more than what was sent.
    async fn read_report(&self, record: &Record, day: &str) -> Result<()> {
        let form = json!({ "startDate": day, "endDate": day });
        let Some(answer) = self.try_ask("get-daily-sales-labor", form).await? else {
            tokio::time::sleep(PAUSE).await;
            return Ok(());
        };
        let row = &answer["body"][0];
        let (checks, gross) = (row["checks"].as_i64().unwrap_or_default(), cents(&row["grossSales"]));
        let most = record.most(&self.pos_id, day);
        assert!(
            checks <= most.checks && gross <= most.gross,
            "{}: a report has {checks} checks and {gross} cents of {most:?}",
            self.pos_id
        );
        Ok(())
    }

    /// Gives rewards, changes prices, writes to guests and looks through the inbox, until it is stopped.
    pub fn begin_changing(self, record: &Record, seed: u64, workers: &mut Workers) {
        let record = record.clone();
        workers.begin(|rounds| async move {
            let mut random = StdRng::seed_from_u64(seed);
            for number in 0.. {
                if !rounds.should_continue() {
                    break;
                }
                match random.random_range(0..10) {
                    0..=3 => self.give(&record, number, &mut random).await,
                    4..=7 => self.price(&record, &mut random).await?,
                    8 => self.write(&record, number, &mut random).await?,
                    _ => drop(self.call_with_retries("update-all-communications-viewed", json!({})).await),
                }
                record.more(BETWEEN).await;
                rounds.end_round();
            }
            Ok(())
        });
    }

    /// Gives a reward, points or an item, by two equal calls at once, as by a double tap.
    async fn give(&self, record: &Record, number: u64, random: &mut StdRng) {
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
        let (one, other) =
            tokio::join!(self.call_with_retries(call, form.clone()), self.call_with_retries(call, form));
        let reward = |answer: &Value| answer["reward"]["rewardID"].as_str().unwrap().to_owned();
        assert_eq!(reward(&one), reward(&other), "a reward was given twice");
        let grant = Grant { guest, points, reward: reward(&one) };
        record.at(&self.pos_id, |location| location.grants.push(grant));
    }

    /// Changes a price by its version; without an answer the item is read again.
    async fn price(&self, record: &Record, random: &mut StdRng) -> Result<()> {
        let number = random.random_range(OWNER_PRICED..ITEMS);
        let last = |prices: &Vec<i64>| prices.last().copied();
        let before = record.at(&self.pos_id, |location| location.prices.get(&number).and_then(last));
        let price = loop {
            let price = random.random_range(500..3_000);
            if Some(price) != before {
                break price;
            }
        };
        let item = item_id(number);
        let began = Instant::now();
        loop {
            let seen = self.call_with_retries("get-item", json!({ "posItemID": item })).await["item"].clone();
            if cents(&seen["price"]) == price {
                break;
            }
            let form = json!({ "posItemID": item, "price": dollars(price), "version": seen["version"] });
            match self.ask("update-positem", form).await {
                // Without an answer the change may have been made.
                Answer::Bad { status: 409, .. } => {}
                answer => {
                    if good_or_none(answer, "update-positem")?.is_some() {
                        break;
                    }
                }
            }
            assert!(began.elapsed() < PATIENCE, "{item} cannot be changed");
            tokio::time::sleep(PAUSE).await;
        }
        record.at(&self.pos_id, |location| location.prices.entry(number).or_default().push(price));
        Ok(())
    }

    /// Sends an email to some of the guests.
    async fn write(&self, record: &Record, number: u64, random: &mut StdRng) -> Result<()> {
        let first = random.random_range(0..GUESTS - RECIPIENTS);
        let emails: Vec<String> =
            (first..first + RECIPIENTS).map(|guest| email(&self.pos_id, guest)).collect();
        let form = json!({
            "idempotencyKey": format!("news-{}-{number}", self.pos_id), "emails": emails,
            "subject": format!("News {number}"), "body": "Come and see us", "businessName": self.pos_id,
            "posID": self.pos_id
        });
        let call = "/notification/api/simple-email/online-kitchen-single-location";
        let request = self.client.post(format!("{}{call}", self.owner.address));
        let request = request.bearer_auth(&self.owner.session).json(&form);
        let began = Instant::now();
        let campaign = loop {
            let answer = Answer::to(request.try_clone().unwrap()).await;
            if let Some(answer) = good_or_none(answer, "a campaign")? {
                break answer["campaignID"].as_str().unwrap().to_owned();
            }
            assert!(began.elapsed() < PATIENCE, "a campaign is not answered");
            tokio::time::sleep(PAUSE).await;
        };
        record.at(&self.pos_id, |location| location.campaigns.insert(campaign));
        Ok(())
    }
}

/// A good answer, or none for now; any other one is an error.
fn good_or_none(answer: Answer, call: &str) -> Result<Option<Value>> {
    match answer {
        Answer::Later(_) | Answer::Lost(_) => Ok(None),
        answer => answer.good(call).map(Some),
    }
}
