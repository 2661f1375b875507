//! Random streams of facts, by seed.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

/// The moment at which the streams are read: it is Friday 2026-11-20 in the morning in Honolulu, in the afternoon
/// in New York, and the 21st in Auckland.
pub const NOW: &str = "2026-11-20T20:20:00Z";

/// Zones of locations: half an hour off, without clock changes, changing in the other half of the year.
pub const ZONES: [&str; 6] = [
    "America/New_York",
    "America/Los_Angeles",
    "Pacific/Honolulu",
    "America/St_Johns",
    "Europe/Berlin",
    "Pacific/Auckland",
];

/// Starts of days, and others by which they are stamped again: of all dates or from one on, once or twice.
const STARTS: [(&str, &str); 8] = [
    ("", ""),
    ("", ""),
    ("", "06:00;1"),
    ("", "11:45;1"),
    ("06:00;0", "00:00;1"),
    ("", "04:00,2026-03-09=06:00;1"),
    ("04:00,2026-11-13=07:30;1", "04:00,2026-11-20=02:15;2"),
    ("05:00;0", "05:00,2025-12-31=02:30,2026-11-19=05:15;2"),
];

/// A wage that a person enters, or takes back.
#[derive(Debug, Clone)]
pub struct Wage {
    /// `employee` or `job`.
    pub subject: &'static str,
    pub key: &'static str,
    pub from: jiff::civil::Date,
    pub cents: i64,
    pub taken_back: bool,
}

/// The wages that hold in the end.
pub fn kept(wages: &[Wage]) -> Vec<Wage> {
    let mut newest: BTreeMap<(&str, &str, jiff::civil::Date), &Wage> = BTreeMap::new();
    wages.iter().for_each(|wage| {
        newest.insert((wage.subject, wage.key, wage.from), wage);
    });
    newest.into_values().filter(|wage| !wage.taken_back).cloned().collect()
}

/// Days that facts lie on: clock changes, ends of months and of a year, and today with the days that it is
/// compared with.
const DAYS: [&str; 20] = [
    "2025-09-20",
    "2025-10-25",
    "2025-11-20",
    "2025-11-21",
    "2025-12-31",
    "2026-01-01",
    "2026-03-08",
    "2026-03-09",
    "2026-03-29",
    "2026-09-27",
    "2026-10-05",
    "2026-10-20",
    "2026-10-31",
    "2026-11-01",
    "2026-11-12",
    "2026-11-13",
    "2026-11-14",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
];

/// The facts of one location in the order of their revisions: checks and shifts, each with corrections.
pub struct Streams {
    rng: StdRng,
    events: u32,
}

impl Streams {
    pub fn of_seed(seed: u64) -> Streams {
        Streams { rng: StdRng::seed_from_u64(seed), events: 0 }
    }

    /// The starts of a location's days, before and after they are set.
    pub fn starts(&mut self) -> (&'static str, &'static str) {
        *STARTS.choose(&mut self.rng).unwrap()
    }

    /// Wages that people enter, in order; some are entered again, and some taken back.
    pub fn wages(&mut self) -> Vec<Wage> {
        let count = self.rng.random_range(0..6);
        let wage = |rng: &mut StdRng| {
            let (subject, key) =
                *[("employee", "e1"), ("employee", "e2"), ("job", "Cook"), ("job", "Server")]
                    .choose(rng)
                    .unwrap();
            let from = ["2025-01-01", "2026-03-08", "2026-11-10"].choose(rng).unwrap().parse().unwrap();
            let (cents, taken_back) = (rng.random_range(1..4_000), rng.random_bool(0.2));
            Wage { subject, key, from, cents, taken_back }
        };
        (0..count).map(|_| wage(&mut self.rng)).collect()
    }

    /// One of two, by chance.
    pub fn one_of<'a>(&mut self, one: &'a str, other: &'a str) -> &'a str {
        if self.rng.random() { one } else { other }
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
        for check in 0..self.rng.random_range(1..10) {
            for revision in 1..=self.rng.random_range(1..4_u32) {
                let data = self.check(pos_id, check, revision);
                facts.push(self.event("check.closed", data));
            }
            if self.rng.random_bool(0.3) {
                // Opened before it closes, or again after that.
                let revision = self.rng.random_range(1..5);
                let mut data = self.check(pos_id, check, revision);
                data["openTime"] = data["closeTime"].take();
                data.as_object_mut().unwrap().remove("closeTime");
                facts.push(self.event("check.opened", data));
            }
            if self.rng.random_bool(0.1) {
                let revision = self.rng.random_range(1..5);
                let data = json!({"posID": pos_id, "posCheckID": format!("c{check}"), "revision": revision});
                facts.push(self.event("check.removed", data));
            }
            if self.rng.random_bool(0.1) {
                // Two versions of one revision: the greater event id wins.
                let data = self.check(pos_id, check, 3);
                facts.push(self.event("check.closed", data));
            }
        }
        for shift in 0..self.rng.random_range(0..5) {
            let stays_open = self.rng.random_bool(0.25);
            for revision in 1..=self.rng.random_range(1..3_u32) {
                let (opened, closed) = self.shift(pos_id, shift, revision);
                facts.push(self.event("shift.opened", opened));
                if !stays_open && self.rng.random_bool(0.8) {
                    facts.push(self.event("shift.closed", closed));
                }
            }
            if self.rng.random_bool(0.15) {
                let revision = self.rng.random_range(1..4);
                let data = json!({"posID": pos_id, "posShiftID": format!("s{shift}"), "revision": revision});
                facts.push(self.event("shift.removed", data));
            }
        }
        for _ in 0..self.rng.random_range(0..3) {
            let opened = format!(
                "{}T{:02}:00:00Z",
                DAYS.choose(&mut self.rng).unwrap(),
                self.rng.random_range(10..12)
            );
            for revision in 1..=self.rng.random_range(1..3_u32) {
                let data = self.cash_count(pos_id, &opened, revision);
                facts.push(self.event("cash.counted", data));
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
            let size = self.rng.random_range(1..=sent.len().min(9));
            messages.push(sent.split_off(sent.len() - size));
        }
        messages
    }

    /// Times around the change of day at 04:00 and around clock changes, on dates that a correction may move
    /// between.
    fn time(&mut self) -> String {
        let date = *DAYS.choose(&mut self.rng).unwrap();
        let (hour, minute) = (self.rng.random_range(0..24), self.rng.random_range(0..60));
        let second = self.rng.random_range(0..60);
        let offset = *["", "", "-05:00", "+01:00", "Z"].choose(&mut self.rng).unwrap();
        format!("{date}T{hour:02}:{minute:02}:{second:02}{offset}")
    }

    fn cents(&mut self, most: i64) -> Value {
        let cents = self.rng.random_range(0..=most);
        serde_json::from_str(&format!("{}.{:02}", cents / 100, cents % 100)).unwrap()
    }

    /// One of a few, or nothing.
    fn label(&mut self, labels: &[&str]) -> Value {
        match labels.choose(&mut self.rng) {
            Some(label) if !label.is_empty() => json!(label),
            _ => Value::Null,
        }
    }

    /// People change their names.
    fn person(&mut self) -> Value {
        if self.rng.random_bool(0.2) {
            return Value::Null;
        }
        let (id, name) = (self.rng.random_range(1..4), *["Ana", "Ann", "Bo"].choose(&mut self.rng).unwrap());
        json!({"id": format!("e{id}"), "name": name})
    }

    /// Discounts by name, instead of the one without names or beside it.
    fn add_discounts(&mut self, of: &mut Value) {
        if self.rng.random_bool(0.6) {
            return;
        }
        let named = (0..self.rng.random_range(1..3)).map(|_| {
            let name = self.label(&["Happy hour", "Late", ""]).as_str().unwrap_or_default().to_owned();
            let mut named = json!({"name": name, "amount": self.cents(300)});
            if let Some(kind) = ["comp", "promotion", "employee", "other", ""].choose(&mut self.rng)
                && !kind.is_empty()
            {
                named["kind"] = json!(kind);
            }
            self.add_approval(&mut named);
            named
        });
        of["discounts"] = named.collect();
        if self.rng.random_bool(0.5) {
            of.as_object_mut().unwrap().remove("discount");
        }
    }

    /// Why something was given or voided, and who allowed it.
    fn add_approval(&mut self, of: &mut Value) {
        if self.rng.random_bool(0.3) {
            of["reason"] = self.label(&["Wrong dish", "Too late", ""]);
        }
        if self.rng.random_bool(0.3) {
            of["approvedBy"] = self.person();
        }
    }

    fn check(&mut self, pos_id: &str, check: u32, revision: u32) -> Value {
        let refund = self.rng.random_bool(0.15);
        let lines: Vec<Value> = (0..self.rng.random_range(0..5))
            .map(|_| {
                let item = self.rng.random_range(0..4);
                let mut line = json!({
                    "posItemID": format!("item{item}"), "name": format!("Item {}", self.rng.random_range(0..2) + item),
                    "majorCategory": self.label(&["Food", "Drink", ""]),
                    "minorCategory": self.label(&["Hot", "Cold", ""]),
                    "quantity": f64::from(self.rng.random_range(1..4000_u32)) / 1000.0,
                    "price": self.cents(3000), "tax": self.cents(200), "voided": self.rng.random_bool(0.15),
                });
                if self.rng.random_bool(0.7) {
                    line["cost"] = self.cents(900);
                }
                if self.rng.random_bool(0.3) {
                    line["discount"] = self.cents(300);
                }
                if self.rng.random_bool(0.1) {
                    line["deferred"] = json!(true);
                }
                if self.rng.random_bool(0.3) {
                    let (other, of_line) = (self.rng.random_range(0..2), self.rng.random_range(0..3));
                    line["modifiers"] = json!([{"name": "Cheese", "amount": self.cents(200), "cost": self.cents(50)},
                        {"name": format!("Sauce {other}"), "quantity": of_line, "cost": self.cents(20)}]);
                }
                self.add_discounts(&mut line);
                self.add_approval(&mut line);
                if refund {
                    line["quantity"] = json!(-line["quantity"].as_f64().unwrap());
                }
                line
            })
            .collect();
        let payments: Vec<Value> = (0..self.rng.random_range(0..3))
            .map(|_| {
                let tender = *["Cash", "Visa", "Gift"].choose(&mut self.rng).unwrap();
                let is_gift = self.rng.random_bool(0.2);
                json!({"type": tender, "amount": self.cents(5000), "tip": self.cents(900), "giftCard": is_gift})
            })
            .collect();
        let mut data = json!({
            "posID": pos_id, "posCheckID": format!("c{check}"), "revision": revision, "closeTime": self.time(),
            "covers": self.rng.random_range(0..6), "items": lines, "discount": self.cents(500),
            "payments": payments, "rewardUsed": self.cents(100), "voided": self.rng.random_bool(0.15),
            "employee": self.person(), "cashier": self.person(),
            "table": self.label(&["1", "2", ""]), "revenueCenter": self.label(&["Bar", "Patio", ""]),
            "orderType": self.label(&["Dine In", "Togo", ""]), "orderInputType": self.label(&["pos", "online", ""]),
            "orderSource": self.label(&["Web", "App", ""]), "sourceFee": self.cents(300),
            "promoCode": self.label(&["SPRING", "SUMMER", ""]),
        });
        self.add_discounts(&mut data);
        self.add_approval(&mut data);
        if self.rng.random_bool(0.3) {
            let kind = *["gratuity", "fee", "delivery"].choose(&mut self.rng).unwrap();
            data["serviceCharges"] =
                json!([{"name": kind, "kind": kind, "amount": self.cents(900), "tax": self.cents(90)}]);
        }
        if self.rng.random_bool(0.2) {
            data["rounding"] = self.cents(4);
            data["taxes"] = json!([{"name": "City", "amount": self.cents(200)},
                {"name": "State", "amount": self.cents(200), "collectedBy": "marketplace"}]);
        }
        if self.rng.random_bool(0.5) {
            data["openTime"] = json!(self.time());
        }
        if refund {
            data["refundOf"] = json!("c0");
        }
        if self.rng.random_bool(0.2) {
            // Another day, as far from the time as a till may name one.
            let closed: jiff::civil::Date = data["closeTime"].as_str().unwrap()[..10].parse().unwrap();
            let near = |day: &&str| {
                let date: jiff::civil::Date = day.parse().unwrap();
                (date - closed).get_days().abs() <= 33
            };
            let near: Vec<&str> = DAYS.iter().filter(|day| near(day)).copied().collect();
            data["businessDate"] = json!(near.choose(&mut self.rng));
        }
        data
    }

    fn cash_count(&mut self, pos_id: &str, opened: &str, revision: u32) -> Value {
        // On the day of its opening or the next one.
        let closed = format!(
            "{}T{:02}:{:02}:00Z",
            &opened[..10],
            self.rng.random_range(12..24),
            self.rng.random_range(0..60)
        );
        let mut data = json!({
            "posID": pos_id, "posDrawerID": format!("d{}", self.rng.random_range(0..2)), "revision": revision,
            "openedAt": opened, "closedAt": closed, "employee": self.person(), "opening": self.cents(20_000),
            "sales": self.cents(90_000), "counted": self.cents(99_000),
        });
        for field in ["paidIn", "paidOut", "drops", "expected"] {
            if self.rng.random_bool(0.5) {
                data[field] = self.cents(5_000);
            }
        }
        data
    }

    fn shift(&mut self, pos_id: &str, shift: u32, revision: u32) -> (Value, Value) {
        let date: jiff::civil::Date = DAYS.choose(&mut self.rng).unwrap().parse().unwrap();
        let second = |rng: &mut StdRng| *[0, 0, 29, 30, 59].choose(rng).unwrap();
        let (hour, minute) = (self.rng.random_range(0..24), self.rng.random_range(0..60));
        let clock_in = date.at(hour, minute, second(&mut self.rng), 0);
        let worked = jiff::Span::new().minutes(self.rng.random_range(90..800)).seconds(second(&mut self.rng));
        let clock_out = clock_in + worked;
        let mut opened = json!({
            "posID": pos_id, "posShiftID": format!("s{shift}"), "revision": revision, "rate": self.cents(4000),
            "clockIn": clock_in.to_string(), "unpaidMinutes": f64::from(self.rng.random_range(0..62)) / 2.0,
            "overtimeMinutes": f64::from(self.rng.random_range(0..600)) / 10.0, "job": self.label(&["Cook", "Server", ""]),
            "employee": self.person(), "tips": self.cents(2000),
        });
        if self.rng.random_bool(0.3) {
            opened.as_object_mut().unwrap().remove("rate");
        }
        if self.rng.random_bool(0.3) {
            opened["overtimeRate"] = self.cents(6000);
        }
        let mut closed = opened.clone();
        closed["clockOut"] = json!(clock_out.to_string());
        (opened, closed)
    }
}
