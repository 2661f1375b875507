//! Tills that post as fast as they are acknowledged: checks, their corrections in any order, the same once more, refunds,
//! checks of days that are over, shifts, and what they count of the menu.

use std::collections::VecDeque;

use jiff::Timestamp;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::Clock;
use serde_json::{Value, json};

use crate::book::{Book, Counted, Shift};
use crate::check::{Check, GUESTS, ITEMS, SPECIAL, dollars, guest_id, item_id, special};
use crate::door;
use crate::owner::client;
use crate::workers::Workers;

/// Checks that a till may still correct.
const REMEMBERED: usize = 300;
/// Items that the till prices and counts anew. The others' prices are the owner's.
const TILL_PRICED: usize = ITEMS / 2;
/// What there is of the special; of the others there is more than anybody eats.
const FEW: i64 = 60;
const MANY: i64 = 900_000;

/// The first item whose price is the owner's.
pub const OWNER_PRICED: usize = TILL_PRICED;

/// A till, and what it sends in one request.
#[derive(Clone)]
pub struct Till {
    pub name: String,
    pub address: String,
    pub pos_id: String,
    pub ingest_key: String,
    /// Events; one is sent by itself, not as a list.
    pub at_once: usize,
    /// Today, yesterday and the day before, as business dates.
    pub days: [String; 3],
    /// It counts the menu too: one till of each location does.
    pub counts: bool,
    pub seed: u64,
}

/// What is sent in one request.
#[derive(Default)]
struct Post {
    events: Vec<Value>,
    checks: Vec<Check>,
    shifts: Vec<Shift>,
    counted: Option<(usize, Counted)>,
}

/// What a till remembers.
struct Memory {
    random: StdRng,
    number: u64,
    /// The newest version of checks that may be corrected.
    recent: VecDeque<Check>,
    /// Versions that are sent after a newer one.
    late: Vec<Check>,
    revision: i64,
}

impl Till {
    /// Posts until it is stopped.
    pub fn begin(self, book: &Book, workers: &mut Workers) {
        let book = book.clone();
        workers.begin(|rounds| async move {
            let client = client();
            let random = StdRng::seed_from_u64(self.seed);
            let (recent, late) = (VecDeque::new(), Vec::new());
            let mut memory = Memory { random, number: 0, recent, late, revision: 1 };
            while rounds.go_on() {
                let mut post = Post::default();
                while post.events.len() < self.at_once {
                    self.add(&mut memory, &mut post);
                }
                self.post(&client, &book, post).await;
                rounds.done();
            }
        });
    }

    /// Posts one check, until it is acknowledged.
    pub async fn post_check(&self, client: &reqwest::Client, book: &Book, check: Check) {
        let events = vec![check.event(&self.pos_id, &self.name)];
        self.post(client, book, Post { events, checks: vec![check], ..Post::default() }).await;
    }

    async fn post(&self, client: &reqwest::Client, book: &Book, post: Post) {
        let body =
            if self.at_once == 1 { post.events[0].to_string() } else { json!(post.events).to_string() };
        book.sending(&self.pos_id, &post.checks);
        let again = self.send(client, &body).await;
        book.at(&self.pos_id, |place| {
            place.shifts.extend(post.shifts);
            place.counted.extend(post.counted);
        });
        book.acknowledged(&self.pos_id, post.checks, again);
    }

    /// One event more.
    fn add(&self, memory: &mut Memory, post: &mut Post) {
        let random = &mut memory.random;
        let is_small = memory.recent.len() < 20;
        match random.random_range(0..100) {
            0 => return self.add_shift(memory, post),
            1 if self.counts && post.counted.is_none() => return self.count(memory, post),
            // What was said is said once more, as by a till that was started again.
            2 | 3 if !is_small => {
                let place = random.random_range(0..memory.recent.len());
                let check = memory.recent[place].clone();
                return self.add_check(post, check);
            }
            4..=13 if !is_small => return self.correct(memory, post),
            14 if !is_small => {
                let place = random.random_range(0..memory.recent.len());
                let check = memory.recent[place].clone();
                if check.counts() {
                    memory.number += 1;
                    let id = format!("{}-{}", self.name, memory.number);
                    return self.add_check(post, check.refund(id, moment()));
                }
            }
            15..=18 if !memory.late.is_empty() => {
                let check = memory.late.remove(0);
                return self.add_check(post, check);
            }
            _ => {}
        }
        let random = &mut memory.random;
        memory.number += 1;
        let id = format!("{}-{}", self.name, memory.number);
        let (day, closed) = self.when(random);
        let mut check = Check::random(random, id, 1, day, closed);
        let is_of_today = check.day == self.days[0];
        if is_of_today && check.counts() && random.random_bool(0.01) {
            check.lines.push(special());
            return self.add_check(post, check);
        }
        memory.recent.push_back(check.clone());
        if memory.recent.len() > REMEMBERED {
            memory.recent.pop_front();
        }
        self.add_check(post, check);
    }

    fn add_check(&self, post: &mut Post, check: Check) {
        post.events.push(check.event(&self.pos_id, &self.name));
        post.checks.push(check);
    }

    /// Today's are closed now; one of eight comes late, for a day that is over.
    fn when(&self, random: &mut StdRng) -> (String, Timestamp) {
        let past = random.random_range(0..16);
        if past > 1 {
            return (self.days[0].clone(), moment());
        }
        let day = self.days[1 + past].clone();
        let minutes = random.random_range(11 * 60..22 * 60);
        (day.clone(), wall(&day, minutes))
    }

    /// The check was otherwise: it is sent anew, now and then the last but one version after the last.
    fn correct(&self, memory: &mut Memory, post: &mut Post) {
        let random = &mut memory.random;
        let place = random.random_range(0..memory.recent.len());
        let stands = memory.recent[place].clone();
        let (day, closed) =
            if random.random_bool(0.2) { self.when(random) } else { (stands.day.clone(), stands.closed) };
        let revision = stands.revision + 1;
        let mut newer = Check::random(random, stands.id, revision, day, closed);
        if random.random_bool(0.3) {
            memory.late.push(newer.clone());
            let (day, closed) = (newer.day.clone(), newer.closed);
            newer = Check::random(random, newer.id, revision + 1, day, closed);
        }
        memory.recent[place] = newer.clone();
        self.add_check(post, newer);
    }

    fn add_shift(&self, memory: &mut Memory, post: &mut Post) {
        memory.number += 1;
        let id = format!("{}-shift-{}", self.name, memory.number);
        let (hours, rate) = (memory.random.random_range(2..9), memory.random.random_range(900..3_000));
        let day = self.days[1].clone();
        post.events.push(json!({
            "specversion": "1.0", "id": id, "source": self.name, "type": "shift.closed",
            "data": {
                "posID": self.pos_id, "posShiftID": id, "revision": 1, "businessDate": day,
                "employee": { "id": "e1", "name": "Ana" }, "job": "Server", "rate": dollars(rate),
                "clockIn": format!("{day}T10:00:00"), "clockOut": format!("{day}T{}:00:00", 10 + hours)
            }
        }));
        post.shifts.push(Shift { day, hours, rate });
    }

    /// An item is counted, and costs something else.
    fn count(&self, memory: &mut Memory, post: &mut Post) {
        memory.revision += 1;
        let item = memory.random.random_range(0..TILL_PRICED);
        let stock = MANY + memory.random.random_range(0..1_000);
        let price = memory.random.random_range(150..2_600);
        let counted = Counted { revision: memory.revision, at: moment(), stock, price };
        post.events.push(item_event(&self.pos_id, item, counted));
        post.counted = Some((item, counted));
    }

    /// How often it had to be sent again.
    async fn send(&self, client: &reqwest::Client, body: &str) -> u64 {
        door::post(client, &self.address, &self.ingest_key, body).await
    }

    /// What tills send before anything else: the guests, and the menu as it is counted now.
    pub async fn open(&self, client: &reqwest::Client, book: &Book) {
        let guests = (0..GUESTS).map(|number| {
            let id = guest_id(number);
            json!({
                "specversion": "1.0", "id": format!("{id}-1"), "source": "till", "type": "customer.upserted",
                "data": {
                    "posID": self.pos_id, "posCustomerID": id, "revision": 1, "firstName": "Guest",
                    "lastName": format!("Number {number}"), "email": email(&self.pos_id, number),
                    "emailConsent": true
                }
            })
        });
        let mut events: Vec<Value> = guests.collect();
        for item in (0..ITEMS).chain([SPECIAL]) {
            let stock = if item == SPECIAL { FEW } else { MANY };
            let counted = Counted { revision: 1, at: moment(), stock, price: 1_000 };
            events.push(item_event(&self.pos_id, item, counted));
            book.at(&self.pos_id, |place| place.counted.insert(item, counted));
        }
        self.send(client, &json!(events).to_string()).await;
    }
}

fn item_event(pos_id: &str, item: usize, counted: Counted) -> Value {
    let Counted { revision, at, stock, price } = counted;
    let id = item_id(item);
    json!({
        "specversion": "1.0", "id": format!("{id}-{revision}"), "source": "till", "type": "item.upserted",
        "time": at.to_string(),
        "data": {
            "posID": pos_id, "posItemID": id, "revision": revision, "name": id, "majorCategory": "Food",
            "price": dollars(price), "stock": stock
        }
    })
}

/// Where a guest gets mail.
pub fn email(pos_id: &str, guest: usize) -> String {
    format!("guest-{guest}@{pos_id}.example")
}

/// Now, in whole microseconds.
pub fn moment() -> Timestamp {
    Timestamp::from_microsecond(Clock::system().now().as_microsecond()).unwrap()
}

/// A wall time at the locations.
fn wall(day: &str, minutes: i64) -> Timestamp {
    let date: jiff::civil::Date = day.parse().unwrap();
    let time = jiff::civil::time((minutes / 60) as i8, (minutes % 60) as i8, 0, 0);
    date.to_datetime(time).in_tz("America/New_York").unwrap().timestamp()
}
