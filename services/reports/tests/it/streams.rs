//! Random streams of facts, by seed.

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

/// The facts of one location in the order of their revisions: checks and shifts, each with corrections.
pub struct Streams {
    rng: StdRng,
    events: u32,
}

impl Streams {
    pub fn of_seed(seed: u64) -> Streams {
        Streams { rng: StdRng::seed_from_u64(seed), events: 0 }
    }

    fn event(&mut self, kind: &str, data: Value) -> Value {
        self.events += 1;
        // Ids in no order, so that equal revisions are settled by them.
        let id = format!("{:08x}-{}", self.rng.random::<u32>(), self.events);
        json!({"specversion": "1.0", "id": id, "source": "till", "type": kind, "data": data})
    }

    /// All facts of a location, before they are shuffled and repeated.
    pub fn facts(&mut self, pos_id: &str) -> Vec<Value> {
        let mut facts = Vec::new();
        for check in 0..self.rng.random_range(1..12) {
            for revision in 1..=self.rng.random_range(1..4_u32) {
                let data = self.check(pos_id, check, revision);
                facts.push(self.event("check.closed", data));
            }
            if self.rng.random_bool(0.1) {
                // Two versions of one revision: the greater event id wins.
                let data = self.check(pos_id, check, 3);
                facts.push(self.event("check.closed", data));
            }
        }
        for shift in 0..self.rng.random_range(0..5) {
            for revision in 1..=self.rng.random_range(1..3_u32) {
                let (opened, closed) = self.shift(pos_id, shift, revision);
                facts.push(self.event("shift.opened", opened));
                if self.rng.random_bool(0.8) {
                    facts.push(self.event("shift.closed", closed));
                }
            }
        }
        facts
    }

    /// The facts in random order, some of them again, cut into messages.
    pub fn messages(&mut self, facts: &[Value]) -> Vec<Vec<Value>> {
        let mut sent: Vec<Value> = facts.to_vec();
        for _ in 0..facts.len() / 3 {
            sent.extend(facts.choose(&mut self.rng).cloned());
        }
        sent.shuffle(&mut self.rng);
        let mut messages = Vec::new();
        while !sent.is_empty() {
            let size = self.rng.random_range(1..=sent.len().min(7));
            messages.push(sent.split_off(sent.len() - size));
        }
        messages
    }

    /// Times around the change of day at 04:00 and around the clock changes of New York, on dates that a
    /// correction may move between.
    fn time(&mut self) -> String {
        let date = *["2026-03-07", "2026-03-08", "2026-03-09", "2026-10-31", "2026-11-01", "2026-11-02"]
            .choose(&mut self.rng)
            .unwrap();
        let (hour, minute) = (self.rng.random_range(0..24), self.rng.random_range(0..60));
        let second = self.rng.random_range(0..60);
        let offset = *["", "", "-05:00", "-04:00", "Z"].choose(&mut self.rng).unwrap();
        format!("{date}T{hour:02}:{minute:02}:{second:02}{offset}")
    }

    fn cents(&mut self, most: i64) -> Value {
        let cents = self.rng.random_range(0..=most);
        serde_json::from_str(&format!("{}.{:02}", cents / 100, cents % 100)).unwrap()
    }

    fn check(&mut self, pos_id: &str, check: u32, revision: u32) -> Value {
        let refund = self.rng.random_bool(0.15);
        let lines: Vec<Value> = (0..self.rng.random_range(0..5))
            .map(|_| {
                let item = self.rng.random_range(0..4);
                let category = *["Food", "Drink", ""].choose(&mut self.rng).unwrap();
                let mut line = json!({
                    "posItemID": format!("item{item}"), "name": format!("Item {}", self.rng.random_range(0..2) + item),
                    "majorCategory": category,
                    "quantity": f64::from(self.rng.random_range(1..4000_u32)) / 1000.0,
                    "price": self.cents(3000), "tax": self.cents(200), "voided": self.rng.random_bool(0.15),
                });
                if self.rng.random_bool(0.7) {
                    line["cost"] = self.cents(900);
                }
                if self.rng.random_bool(0.3) {
                    line["discount"] = self.cents(300);
                }
                if refund {
                    line["quantity"] = json!(-line["quantity"].as_f64().unwrap());
                }
                line
            })
            .collect();
        let mut data = json!({
            "posID": pos_id, "posCheckID": format!("c{check}"), "revision": revision, "closeTime": self.time(),
            "covers": self.rng.random_range(0..6), "items": lines, "discount": self.cents(500),
            "payments": [{"type": "Cash", "amount": self.cents(5000), "tip": self.cents(900)}],
            "rewardUsed": self.cents(100), "voided": self.rng.random_bool(0.15),
        });
        if refund {
            data["refundOf"] = json!("c0");
        }
        if self.rng.random_bool(0.1) {
            data["businessDate"] = json!("2026-03-08");
        }
        data
    }

    fn shift(&mut self, pos_id: &str, shift: u32, revision: u32) -> (Value, Value) {
        let (day, hour) = (self.rng.random_range(1..28), self.rng.random_range(0..24));
        let clock_in = jiff::civil::date(2026, 3, day).at(hour, self.rng.random_range(0..60), 0, 0);
        let clock_out = clock_in + jiff::Span::new().minutes(self.rng.random_range(90..800));
        let opened = json!({
            "posID": pos_id, "posShiftID": format!("s{shift}"), "revision": revision, "rate": self.cents(4000),
            "clockIn": clock_in.to_string(), "unpaidMinutes": self.rng.random_range(0..31),
            "overtimeMinutes": self.rng.random_range(0..60), "job": "Cook",
        });
        let mut closed = opened.clone();
        closed["clockOut"] = json!(clock_out.to_string());
        (opened, closed)
    }
}
