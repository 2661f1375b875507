//! Tills that post checks as fast as they are taken, and send what was not acknowledged again until it is.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::Clock;
use serde_json::{Value, json};

use crate::book::{Book, GUESTS, Sums};
use crate::door;
use crate::owner::client;
use crate::workers::Workers;

/// A till, and what it sends in one request.
pub struct Till {
    pub name: String,
    pub address: String,
    pub pos_id: String,
    pub ingest_key: String,
    /// Checks; one is sent by itself, not as a list.
    pub at_once: usize,
    /// The business date of all its checks.
    pub day: String,
    pub seed: u64,
}

pub struct Tills {
    book: Arc<Mutex<Book>>,
    workers: Workers,
}

impl Tills {
    pub fn begin(tills: Vec<Till>) -> Self {
        let (book, mut workers) = (Arc::new(Mutex::new(Book::default())), Workers::new());
        for till in tills {
            let book = book.clone();
            workers.begin(|rounds| async move {
                let client = client();
                let mut random = StdRng::seed_from_u64(till.seed);
                for number in 0.. {
                    if !rounds.go_on() {
                        return;
                    }
                    let checks = (0..till.at_once).map(|place| till.check(number, place, &mut random));
                    let (events, sums): (Vec<Value>, Vec<Sums>) = checks.unzip();
                    let body =
                        if till.at_once == 1 { events[0].to_string() } else { json!(events).to_string() };
                    let again = till.send(&client, &body).await;
                    book.lock().unwrap().note(&till.pos_id, sums, again);
                    rounds.done();
                }
            });
        }
        Self { book, workers }
    }

    /// Waits until every till has sent something from now on, and was acknowledged.
    pub async fn moved_on(&self) {
        self.workers.moved_on().await;
    }

    /// The longest time since then in which no till was acknowledged.
    pub fn stood_still(&self, since: Instant) -> Duration {
        self.book.lock().unwrap().stood_still(since)
    }

    /// Lets what is in hand be acknowledged; everything that was.
    pub async fn end(self) -> Book {
        self.workers.end().await;
        std::mem::take(&mut *self.book.lock().unwrap())
    }
}

impl Till {
    /// A check of two lines, one with a discount, of a guest of the house.
    fn check(&self, number: u64, place: usize, random: &mut StdRng) -> (Value, Sums) {
        let id = format!("{}-{number}-{place}", self.name);
        let guest = random.random_range(0..GUESTS);
        let (tea, pizza) = (random.random_range(150..450), random.random_range(900..2_600));
        let (count, discount) = (random.random_range(1..4), random.random_range(0..150));
        let (gross, net) = (count * tea + pizza, count * tea + pizza - discount);
        let event = json!({
            "specversion": "1.0", "id": format!("{id}-1"), "source": self.name, "type": "check.closed",
            "data": {
                "posID": self.pos_id, "posCheckID": id, "revision": 1,
                "businessDate": self.day, "closeTime": Clock::system().now().to_string(),
                "posCustomerID": guest_id(guest),
                "items": [
                    { "posItemID": "tea", "name": "Tea", "quantity": count, "price": dollars(tea) },
                    { "posItemID": "pizza", "name": "Pizza", "quantity": 1, "price": dollars(pizza),
                      "discount": dollars(discount) }
                ],
                "payments": [{ "type": "Cash", "amount": dollars(net) }]
            }
        });
        (event, Sums { check: id, guest: guest_id(guest), gross, net })
    }

    /// How often it had to be sent again.
    async fn send(&self, client: &reqwest::Client, body: &str) -> u64 {
        door::post(client, &self.address, &self.ingest_key, body).await
    }
}

/// What the tills of a location send of its guests before anything else.
pub fn guests(pos_id: &str) -> Value {
    let guest = |number: usize| {
        let id = guest_id(number);
        json!({
            "specversion": "1.0", "id": format!("{id}-1"), "source": "till", "type": "customer.upserted",
            "data": { "posID": pos_id, "posCustomerID": id, "revision": 1, "firstName": "Guest" }
        })
    };
    (0..GUESTS).map(guest).collect()
}

fn guest_id(number: usize) -> String {
    format!("guest-{number}")
}

/// Cents as tills write them.
fn dollars(cents: i64) -> Value {
    serde_json::from_str(&format!("{}.{:02}", cents / 100, cents % 100)).unwrap()
}
