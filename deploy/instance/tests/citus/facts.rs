//! Facts of the tills of many locations, the same at every run from the same seed: checks with discounts, voids, refunds and
//! split tenders, shifts, and later revisions of some that move to another date or take an amount back.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::BusinessDate;
use saffron_instance::{check as check_of_one_tea, dollars, event};
use serde_json::{Value, json};

/// Locations.
pub const LOCATIONS: usize = 50;
/// Checks of a location's day.
pub const CHECKS: u32 = 8;
/// Shifts of a location's day.
pub const SHIFTS: u32 = 2;
/// One in so many is sent again with a higher revision.
const CORRECTED: u32 = 12;

/// The zones of locations, one after the other.
const ZONES: [&str; 5] =
    ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Europe/Berlin"];
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

/// The locations with their zones.
pub fn locations() -> Vec<(String, &'static str)> {
    (0..LOCATIONS).map(|number| (format!("citus-{number:02}"), ZONES[number % ZONES.len()])).collect()
}

/// The facts of a location's day.
pub fn of_day(pos_id: &str, day: BusinessDate, seed: u64) -> Vec<Value> {
    let checks = (0..CHECKS).map(|number| check(pos_id, day, number, 1, seed));
    checks.chain((0..SHIFTS).map(|number| shift(pos_id, day, number, true, seed))).collect()
}

/// Later facts of a day: some corrected checks, each followed by its first version.
pub fn corrections(pos_id: &str, day: BusinessDate, seed: u64) -> Vec<Value> {
    let mut random = random(pos_id, day, 0, 9, seed);
    let mut sent = Vec::new();
    for number in 0..CHECKS {
        if random.random_range(0..CORRECTED) == 0 {
            sent.push(check(pos_id, day, number, 2, seed));
            sent.push(check(pos_id, day, number, 1, seed));
        }
    }
    sent
}

/// A shift that is open still.
pub fn open_shift(pos_id: &str, day: BusinessDate, seed: u64) -> Value {
    shift(pos_id, day, SHIFTS, false, seed)
}

/// One check of a dollar with a tea.
pub fn plain_check(pos_id: &str, id: &str, day: BusinessDate) -> Value {
    let mut check = check_of_one_tea(pos_id, id, &format!("{day}T00:01:00"), 1);
    check["data"]["businessDate"] = json!(day.to_string());
    check
}

fn check(pos_id: &str, day: BusinessDate, number: u32, revision: u32, seed: u64) -> Value {
    let mut random = random(pos_id, day, number, u64::from(revision), seed);
    let id = format!("c-{day}-{number}");
    let (hour, minute) = (random.random_range(10..23), random.random_range(0..59));
    let mut net = 0;
    let lines = (0..random.random_range(1..4)).map(|_| {
        let (item, name, major, minor) = *ITEMS.choose(&mut random).unwrap();
        let (quantity, price) = (random.random_range(1..4), random.random_range(200..2_400));
        let discount = if random.random_range(0..6) == 0 { random.random_range(0..price) } else { 0 };
        let voided = random.random_range(0..20) == 0;
        if !voided {
            net += quantity * price - discount;
        }
        json!({
            "posItemID": item, "name": name, "majorCategory": major, "minorCategory": minor,
            "quantity": quantity, "price": dollars(price), "discount": dollars(discount), "voided": voided,
            "tax": dollars(random.random_range(0..99)), "cost": dollars(price / 4)
        })
    });
    let lines: Vec<Value> = lines.collect();
    let first = random.random_range(0..=net.max(0));
    let mut payments = vec![payment(first, &mut random)];
    if net > first {
        payments.push(payment(net - first, &mut random));
    }
    let (employee, cashier) = (*PEOPLE.choose(&mut random).unwrap(), *PEOPLE.choose(&mut random).unwrap());
    // A later revision may belong to another day, or another month.
    let date = if revision > 1 { day.plus_days(-random.random_range(0..20)) } else { day };
    let mut data = json!({
        "posID": pos_id, "posCheckID": id, "revision": revision, "businessDate": date.to_string(),
        "openTime": format!("{day}T{hour:02}:{minute:02}:00"),
        "closeTime": format!("{day}T{hour:02}:{minute:02}:59"),
        "covers": random.random_range(1..6), "table": random.random_range(1..9).to_string(),
        "employee": { "id": employee.0, "name": employee.1 }, "cashier": { "id": cashier.0, "name": cashier.1 },
        "revenueCenter": CENTERS.choose(&mut random).unwrap(), "orderType": ORDER_TYPES.choose(&mut random).unwrap(),
        "orderInputType": "pos", "items": lines, "payments": payments
    });
    if random.random_range(0..5) == 0 {
        data["orderInputType"] = json!("online");
        data["orderSource"] = json!("Website");
        data["sourceFee"] = dollars(random.random_range(0..300));
    }
    if random.random_range(0..40) == 0 {
        data["voided"] = json!(true);
    }
    if random.random_range(0..40) == 0 && number > 0 {
        data["refundOf"] = json!(format!("c-{day}-0"));
    }
    event(&format!("{id}-{revision}"), "check.closed", data)
}

fn payment(cents: i64, random: &mut StdRng) -> Value {
    let tip = dollars(random.random_range(0..500));
    json!({ "type": TENDERS.choose(random).unwrap(), "amount": dollars(cents), "tip": tip })
}

fn shift(pos_id: &str, day: BusinessDate, number: u32, is_closed: bool, seed: u64) -> Value {
    let mut random = random(pos_id, day, number, 5, seed);
    let (id, employee) = (format!("s-{day}-{number}"), *PEOPLE.choose(&mut random).unwrap());
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

fn random(pos_id: &str, day: BusinessDate, number: u32, what: u64, seed: u64) -> StdRng {
    let text = format!("{pos_id} {day} {number} {what}");
    let mixed = text.bytes().fold(seed, |sum, byte| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
    StdRng::seed_from_u64(mixed)
}
