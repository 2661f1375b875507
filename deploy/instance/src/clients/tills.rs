//! Tills that post random checks as fast as they are acknowledged.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::Clock;
use serde_json::{Value, json};

use crate::{Owner, Record, Sums, Till, Workers, customer, dollars, event, guest_id};

/// Guests of each location.
const GUESTS: usize = 5;

/// How one till posts checks.
#[derive(Clone)]
pub struct Checks {
    /// The till.
    pub till: Till,
    /// The prefix of the checks' ids, unique to this till.
    pub name: String,
    /// The number of checks in a request; a single one is not sent as a list.
    pub at_once: usize,
    /// Business date.
    pub day: String,
    /// Seed of everything random.
    pub seed: u64,
}

/// Tills that are posting.
pub struct Tills {
    record: Arc<Mutex<Record>>,
    workers: Workers,
}

impl Tills {
    /// Starts the tills.
    pub fn begin(tills: impl IntoIterator<Item = Checks>) -> Result<Self> {
        let (record, mut workers) = (Arc::new(Mutex::new(Record::default())), Workers::default());
        for checks in tills {
            let (record, till) = (record.clone(), checks.till.with_own_connections()?);
            workers.begin(|rounds| async move {
                let mut random = StdRng::seed_from_u64(checks.seed);
                for number in 0_u64.. {
                    if !rounds.should_continue() {
                        break;
                    }
                    let made = (0..checks.at_once).map(|index| checks.check(number, index, &mut random));
                    let (mut events, sums): (Vec<Value>, Vec<Sums>) = made.unzip();
                    let body = if checks.at_once == 1 { events.remove(0) } else { json!(events) };
                    let repeats = till.send(&body).await?;
                    let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
                    record.add(&till.pos_id, sums, repeats);
                    drop(record);
                    rounds.end_round();
                }
                Ok(())
            });
        }
        Ok(Self { record, workers })
    }

    /// Waits until each till has had one more request acknowledged.
    pub async fn wait_for_progress(&self) -> Result<()> {
        self.workers.wait_for_progress().await
    }

    /// The longest time after `since` in which no till had an acknowledgement.
    pub fn longest_gap(&self, since: Instant) -> Duration {
        self.record.lock().unwrap_or_else(PoisonError::into_inner).longest_gap(since)
    }

    /// Stops the tills after their current requests; gives everything that was acknowledged.
    pub async fn end(self) -> Result<Record> {
        self.workers.end().await?;
        Ok(std::mem::take(&mut *self.record.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl Checks {
    /// A till at a new location whose guests earn a point a cent.
    pub async fn open(owner: &Owner, provisioning_key: &str, pos_id: &str) -> Result<Till> {
        let till = owner.open_location(provisioning_key, pos_id).await?;
        owner.call("update-reward-percent", json!({ "posID": pos_id, "rewardPercent": 100 })).await?;
        let guests = (0..GUESTS).map(|number| customer(pos_id, number));
        till.post(&guests.collect()).await.good("guests")?;
        Ok(till)
    }

    /// A check of two lines, one with a discount, of a guest of the location.
    fn check(&self, number: u64, index: usize, random: &mut StdRng) -> (Value, Sums) {
        let id = format!("{}-{number}-{index}", self.name);
        let guest = guest_id(random.random_range(0..GUESTS));
        let (tea, pizza) = (random.random_range(150..450), random.random_range(900..2_600));
        let (count, discount) = (random.random_range(1..4), random.random_range(0..150));
        let (gross, net) = (count * tea + pizza, count * tea + pizza - discount);
        let data = json!({
            "posID": self.till.pos_id, "posCheckID": id, "revision": 1,
            "businessDate": self.day, "closeTime": Clock::system().now().to_string(), "posCustomerID": guest,
            "items": [
                { "posItemID": "tea", "name": "Tea", "quantity": count, "price": dollars(tea) },
                { "posItemID": "pizza", "name": "Pizza", "quantity": 1, "price": dollars(pizza),
                  "discount": dollars(discount) }
            ],
            "payments": [{ "type": "Cash", "amount": dollars(net) }]
        });
        (event(&format!("{id}-1"), "check.closed", data), Sums { check: id, guest, gross, net })
    }
}
