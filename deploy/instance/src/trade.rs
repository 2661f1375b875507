//! The trade of a location, the same at every run from the same seed: checks with discounts, voids, refunds and split tenders,
//! shifts, and later revisions of some that move to another date or take an amount back. Every field is one that each version
//! of the contract has.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::BusinessDate;
use serde_json::{Value, json};

use crate::{check as check_of_one_tea, customer, dollars, event, guest_id};

/// Shifts of a location's day.
const SHIFTS: u32 = 2;
/// Guests of a location.
const GUESTS: usize = 5;
/// One in so many is sent again with a higher revision.
const CORRECTED: u32 = 12;

const ITEMS: [(&str, &str, &str, &str); 6] = [
    ("marg", "Margherita", "Food", "Pizza"),
    ("hawaii", "Hawaii", "Food", "Pizza"),
    ("salad", "Green Salad", "Food", "Salad"),
    ("tea", "Tea", "Drinks", "Hot"),
    ("cola", "Cola", "Drinks", "Cold"),
    ("cap", "Cap", "Merchandise", "Clothes"),
];
const CENTERS: [&str; 3] = ["Dining Room", "Bar", "Patio"];
const ORDER_TYPES: [&str; 3] = ["Dine In", "Take Out", "Delivery"];
const TENDERS: [&str; 4] = ["Visa", "Cash", "Amex", "Gift Card"];
const PEOPLE: [(&str, &str); 4] = [("e1", "Ana"), ("e2", "Ben"), ("e3", "Cleo"), ("e4", "Dan")];

/// How much is sold, and the seed of everything random.
#[derive(Clone, Copy, Debug)]
pub struct Trade {
    /// Checks of a location's day.
    pub checks: u32,
    /// The seed.
    pub seed: u64,
}

impl Trade {
    /// Items and guests of a location.
    pub fn files(pos_id: &str) -> Vec<Value> {
        let item = |(id, name, major, minor): &(&str, &str, &str, &str)| {
            let data = json!({
                "posID": pos_id, "posItemID": id, "revision": 1, "name": name, "majorCategory": major,
                "minorCategory": minor, "price": 12, "cost": 3
            });
            event(&format!("{id}-1"), "item.upserted", data)
        };
        let guests = (0..GUESTS).map(|number| customer(pos_id, number));
        ITEMS.iter().map(item).chain(guests).collect()
    }

    /// The facts of a location's day.
    pub fn of_day(&self, pos_id: &str, day: BusinessDate) -> Vec<Value> {
        let checks = (0..self.checks).map(|number| self.check(pos_id, day, number, 1));
        checks.chain((0..SHIFTS).map(|number| self.shift(pos_id, day, number, true))).collect()
    }

    /// Later facts of a day: some corrected checks, each followed by its first version.
    pub fn corrections(&self, pos_id: &str, day: BusinessDate) -> Vec<Value> {
        let mut random = self.random(pos_id, day, 0, 9);
        let mut sent = Vec::new();
        for number in 0..self.checks {
            if random.random_range(0..CORRECTED) == 0 {
                sent.push(self.check(pos_id, day, number, 2));
                sent.push(self.check(pos_id, day, number, 1));
            }
        }
        sent
    }

    /// A shift that is open still.
    pub fn open_shift(&self, pos_id: &str, day: BusinessDate) -> Value {
        self.shift(pos_id, day, SHIFTS, false)
    }

    /// One check of a dollar with a tea.
    pub fn plain_check(pos_id: &str, id: &str, day: BusinessDate) -> Value {
        let mut check = check_of_one_tea(pos_id, id, &format!("{day}T00:01:00"), 1);
        check["data"]["businessDate"] = json!(day.to_string());
        check
    }

    fn check(&self, pos_id: &str, day: BusinessDate, number: u32, revision: u32) -> Value {
        let mut random = self.random(pos_id, day, number, u64::from(revision));
        let id = format!("c-{day}-{number}");
        let (hour, minute) = (random.random_range(10..23), random.random_range(0..59));
        // A refund is a check of its own with negative amounts.
        let refunds = number > 0 && random.random_range(0..40) == 0;
        let sign = if refunds { -1 } else { 1 };
        let mut net = 0;
        let lines = (0..random.random_range(1..4)).map(|_| {
            let (item, name, major, minor) = pick(&ITEMS, &mut random);
            let (quantity, price) = (random.random_range(1..4), random.random_range(200..2_400));
            let discount = if random.random_range(0..6) == 0 { random.random_range(0..price) } else { 0 };
            let voided = random.random_range(0..20) == 0;
            if !voided {
                net += quantity * price - discount;
            }
            json!({
                "posItemID": item, "name": name, "majorCategory": major, "minorCategory": minor,
                "quantity": sign * quantity, "price": dollars(price), "cost": dollars(price / 4),
                "discount": dollars(sign * discount), "tax": dollars(sign * random.random_range(0..99)),
                "voided": voided
            })
        });
        let lines: Vec<Value> = lines.collect();
        // Of the whole check.
        let discount = if random.random_range(0..8) == 0 { random.random_range(0..=net) } else { 0 };
        net -= discount;
        let first = random.random_range(0..=net);
        let mut payments = vec![payment(sign * first, &mut random)];
        if net > first {
            payments.push(payment(sign * (net - first), &mut random));
        }
        let (employee, cashier) = (pick(&PEOPLE, &mut random), pick(&PEOPLE, &mut random));
        // A later revision may belong to another day, or another month.
        let date = if revision > 1 { day.plus_days(-random.random_range(0..20)) } else { day };
        let mut data = json!({
            "posID": pos_id, "posCheckID": id, "revision": revision, "businessDate": date.to_string(),
            "openTime": format!("{day}T{hour:02}:{minute:02}:00"),
            "closeTime": format!("{day}T{hour:02}:{minute:02}:59"),
            "covers": random.random_range(1..6), "table": random.random_range(1..9).to_string(),
            "employee": { "id": employee.0, "name": employee.1 }, "cashier": { "id": cashier.0, "name": cashier.1 },
            "revenueCenter": pick(&CENTERS, &mut random), "orderType": pick(&ORDER_TYPES, &mut random),
            "orderInputType": "pos", "items": lines, "payments": payments, "discount": dollars(sign * discount)
        });
        if random.random_range(0..5) == 0 {
            data["orderInputType"] = json!("online");
            data["orderSource"] = json!("Website");
            data["sourceFee"] = dollars(random.random_range(0..300));
        }
        if random.random_range(0..40) == 0 {
            data["voided"] = json!(true);
        }
        if refunds {
            data["refundOf"] = json!(format!("c-{day}-0"));
        }
        if random.random_range(0..3) == 0 {
            data["posCustomerID"] = json!(guest_id(random.random_range(0..GUESTS)));
        }
        event(&format!("{id}-{revision}"), "check.closed", data)
    }

    fn shift(&self, pos_id: &str, day: BusinessDate, number: u32, is_closed: bool) -> Value {
        let mut random = self.random(pos_id, day, number, 5);
        let (id, employee) = (format!("s-{day}-{number}"), pick(&PEOPLE, &mut random));
        let mut data = json!({
            "posID": pos_id, "posShiftID": id, "revision": 1, "businessDate": day.to_string(),
            "employee": { "id": employee.0, "name": employee.1 }, "job": "Server", "rate": 15.5,
            "clockIn": format!("{day}T00:30:00")
        });
        let kind = if is_closed { "shift.closed" } else { "shift.opened" };
        if is_closed {
            data["clockOut"] = json!(format!("{day}T{:02}:45:00", random.random_range(12..22)));
            data["tips"] = dollars(random.random_range(0..9_000));
        }
        event(&id, kind, data)
    }

    fn random(&self, pos_id: &str, day: BusinessDate, number: u32, what: u64) -> StdRng {
        let text = format!("{pos_id} {day} {number} {what}");
        let mixed =
            text.bytes().fold(self.seed, |sum, byte| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
        StdRng::seed_from_u64(mixed)
    }
}

fn payment(cents: i64, random: &mut StdRng) -> Value {
    let tip = dollars(random.random_range(0..500));
    json!({ "type": pick(&TENDERS, random), "amount": dollars(cents), "tip": tip })
}

/// One of these.
fn pick<T: Copy + Default>(from: &[T], random: &mut StdRng) -> T {
    from.choose(random).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use saffron_core::fact::read_events;
    use saffron_core::{Calendar, Zone};

    use super::*;

    #[test]
    fn trade_is_the_same_at_every_run_and_of_the_contract() {
        let (trade, day) = (Trade { checks: 40, seed: 7 }, "2026-03-08".parse().unwrap());
        let mut facts = Trade::files("p1");
        facts.extend(trade.of_day("p1", day));
        facts.extend(trade.corrections("p1", day));
        facts.push(trade.open_shift("p1", day));
        facts.push(Trade::plain_check("p1", "c", day));
        let calendar = Calendar::from("America/New_York".parse::<Zone>().unwrap());
        let read = read_events(json!(facts).to_string().as_bytes(), &"p1".parse().unwrap(), &calendar);
        assert_eq!(read.unwrap().len(), facts.len());
        assert_eq!(trade.of_day("p1", day), trade.of_day("p1", day));
        assert_ne!(trade.of_day("p1", day), Trade { seed: 8, ..trade }.of_day("p1", day));
        let has = |name: &str| facts.iter().any(|fact| !fact["data"][name].is_null());
        assert!(has("refundOf") && has("voided") && has("posCustomerID"));
    }
}
