//! Tills that post as fast as they are acknowledged: checks, their corrections in any order, repeats, refunds, checks of days
//! that are over, shifts, and stock of the menu.

use std::collections::VecDeque;

use anyhow::Result;
use jiff::Timestamp;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::Clock;
use saffron_instance::{Till, Workers, customer, dollars, event};
use serde_json::{Value, json};

use crate::check::{Check, GUESTS, ITEMS, SPECIAL, item_id, special};
use crate::record::{Counted, Record, Shift};

/// Checks that a till may still correct.
const REMEMBERED: usize = 300;
/// The items whose price and stock the till sends; the owner sets the prices of the others.
const TILL_PRICED: usize = ITEMS / 2;
/// Stock of the special, and of the others, which is never used up.
const FEW: i64 = 60;
const MANY: i64 = 900_000;

/// The first item whose price is the owner's.
pub const OWNER_PRICED: usize = TILL_PRICED;

/// A till under load.
#[derive(Clone)]
pub struct LoadTill {
    pub till: Till,
    /// The prefix of the event ids, unique to this till.
    pub name: String,
    /// Events of a request; one is sent by itself, not as a list.
    pub at_once: usize,
    /// Today, yesterday and the day before, as business dates.
    pub days: [String; 3],
    /// Whether it counts the stock: one till of each location does.
    pub counts: bool,
    pub seed: u64,
}

/// The contents of one request.
#[derive(Default)]
struct Post {
    events: Vec<Value>,
    checks: Vec<Check>,
    shifts: Vec<Shift>,
    counted: Option<(usize, Counted)>,
}

/// The state of a till between requests.
struct Memory {
    random: StdRng,
    number: u64,
    /// The newest version of checks that may be corrected.
    recent: VecDeque<Check>,
    /// Versions that are sent after a newer one.
    late: Vec<Check>,
    revision: i64,
}

impl LoadTill {
    /// The same till with connections of its own.
    pub fn with_own_connections(&self) -> Result<Self> {
        Ok(Self { till: self.till.with_own_connections()?, ..self.clone() })
    }

    /// Posts until it is stopped.
    pub fn begin(self, record: &Record, workers: &mut Workers) {
        let record = record.clone();
        workers.begin(|rounds| async move {
            let random = StdRng::seed_from_u64(self.seed);
            let (recent, late) = (VecDeque::new(), Vec::new());
            let mut memory = Memory { random, number: 0, recent, late, revision: 1 };
            while rounds.should_continue() {
                let mut post = Post::default();
                while post.events.len() < self.at_once {
                    self.add(&mut memory, &mut post);
                }
                self.post(&record, post).await?;
                rounds.end_round();
            }
            Ok(())
        });
    }

    /// Posts one check, until it is acknowledged.
    pub async fn post_check(&self, record: &Record, check: Check) -> Result<()> {
        let events = vec![check.event(&self.till.pos_id)];
        self.post(record, Post { events, checks: vec![check], ..Post::default() }).await
    }

    async fn post(&self, record: &Record, mut post: Post) -> Result<()> {
        let body = if self.at_once == 1 { post.events.remove(0) } else { json!(post.events) };
        record.sending(&self.till.pos_id, &post.checks);
        let repeats = self.till.send(&body).await?;
        record.at(&self.till.pos_id, |location| {
            location.shifts.extend(post.shifts);
            location.counted.extend(post.counted);
        });
        record.acknowledged(&self.till.pos_id, post.checks, repeats);
        Ok(())
    }

    /// Adds one event to a request.
    fn add(&self, memory: &mut Memory, post: &mut Post) {
        let random = &mut memory.random;
        let is_small = memory.recent.len() < 20;
        match random.random_range(0..100) {
            0 => return self.add_shift(memory, post),
            1 if self.counts && post.counted.is_none() => return self.count(memory, post),
            // A repeat, as by a till that was started again.
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
        post.events.push(check.event(&self.till.pos_id));
        post.checks.push(check);
    }

    /// Business date and time of a check: now, or for one in eight a day that is over.
    fn when(&self, random: &mut StdRng) -> (String, Timestamp) {
        let past = random.random_range(0..16);
        if past > 1 {
            return (self.days[0].clone(), moment());
        }
        let day = self.days[1 + past].clone();
        let minutes = random.random_range(11 * 60..22 * 60);
        (day.clone(), wall(&day, minutes))
    }

    /// A correction; now and then the last version comes before the one before it.
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
        let data = json!({
            "posID": self.till.pos_id, "posShiftID": id, "revision": 1, "businessDate": day,
            "employee": { "id": "e1", "name": "Ana" }, "job": "Server", "rate": dollars(rate),
            "clockIn": format!("{day}T10:00:00"), "clockOut": format!("{day}T{}:00:00", 10 + hours)
        });
        post.events.push(event(&id, "shift.closed", data));
        post.shifts.push(Shift { day, hours, rate });
    }

    /// Counts an item: sends another stock and price.
    fn count(&self, memory: &mut Memory, post: &mut Post) {
        memory.revision += 1;
        let item = memory.random.random_range(0..TILL_PRICED);
        let stock = MANY + memory.random.random_range(0..1_000);
        let price = memory.random.random_range(150..2_600);
        let counted = Counted { revision: memory.revision, at: moment(), stock, price };
        post.events.push(item_event(&self.till.pos_id, item, counted));
        post.counted = Some((item, counted));
    }

    /// Sends the guests, and the menu with its stock.
    pub async fn open(&self, record: &Record) -> Result<()> {
        let pos_id = &self.till.pos_id;
        let guests = (0..GUESTS).map(|number| {
            let mut guest = customer(pos_id, number);
            guest["data"]["email"] = json!(email(pos_id, number));
            guest["data"]["emailConsent"] = json!(true);
            guest
        });
        let mut events: Vec<Value> = guests.collect();
        for item in (0..ITEMS).chain([SPECIAL]) {
            let stock = if item == SPECIAL { FEW } else { MANY };
            let counted = Counted { revision: 1, at: moment(), stock, price: 1_000 };
            events.push(item_event(pos_id, item, counted));
            record.at(pos_id, |location| location.counted.insert(item, counted));
        }
        self.till.send(&json!(events)).await.map(drop)
    }
}

fn item_event(pos_id: &str, item: usize, counted: Counted) -> Value {
    let Counted { revision, at, stock, price } = counted;
    let id = item_id(item);
    let data = json!({
        "posID": pos_id, "posItemID": id, "revision": revision, "name": id, "majorCategory": "Food",
        "price": dollars(price), "stock": stock
    });
    let mut event = event(&format!("{id}-{revision}"), "item.upserted", data);
    event["time"] = json!(at.to_string());
    event
}

/// The email address of a guest.
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
