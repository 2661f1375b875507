//! The plain recomputation: reads the facts as they were sent and adds them up the slow way, sharing no code
//! with the service but the rule of largest remainder and the clock's zones.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use saffron_core::spread::spread;
use serde_json::Value;

/// sales, discounts, tax, voids, tips, reward used, payment, cost, labor, minutes, sales without cost, checks,
/// covers: cents and counts.
pub type Row = [i64; 13];
/// quantity, sales, discounts, cost, sales without cost.
pub type ItemRow = [i64; 5];

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Plain {
    pub days: BTreeMap<String, Row>,
    pub quarters: BTreeMap<(String, i64), Row>,
    pub items: BTreeMap<(String, String, String, String), ItemRow>,
}

/// Adds up what stands after all of `facts`.
pub fn recompute(facts: &[Value]) -> Plain {
    let mut plain = Plain::default();
    let mut newest: BTreeMap<String, (i64, bool, String, &Value)> = BTreeMap::new();
    for fact in facts {
        let data = &fact["data"];
        let key = format!("{}{}", data["posCheckID"], data["posShiftID"]);
        let rank = (
            data["revision"].as_i64().unwrap(),
            fact["type"] == "shift.closed",
            fact["id"].as_str().unwrap().to_owned(),
        );
        let stands = newest.get(&key);
        if stands.is_none_or(|(revision, closed, id, _)| (*revision, *closed, id.clone()) < rank) {
            newest.insert(key, (rank.0, rank.1, rank.2, fact));
        }
    }
    for (_, closed, _, fact) in newest.values() {
        if fact["type"] == "check.closed" {
            plain.check(&fact["data"]);
        } else if *closed {
            plain.shift(&fact["data"]);
        }
    }
    plain
}

impl Plain {
    fn check(&mut self, data: &Value) {
        let close = wall(data["closeTime"].as_str().unwrap());
        let date = match data["businessDate"].as_str() {
            Some(date) => date.to_owned(),
            None => business_date(close),
        };
        let mut row = Row::default();
        let void = data["voided"] == true;
        let mut sold = Vec::new();
        for line in data["items"].as_array().unwrap() {
            let quantity = (line["quantity"].as_f64().unwrap() * 1000.0).round() as i64;
            let amount = product(cents(&line["price"]), quantity);
            if void || line["voided"] == true {
                row[3] += amount;
                continue;
            }
            let cost = line.get("cost").map(|cost| product(cents(cost), quantity));
            row[0] += amount;
            row[1] += cents(&line["discount"]);
            row[2] += cents(&line["tax"]);
            row[7] += cost.unwrap_or(0);
            row[10] += if cost.is_none() { amount } else { 0 };
            sold.push((line, quantity, amount, cost));
        }
        if !void {
            row[1] += cents(&data["discount"]);
            row[5] = cents(&data["rewardUsed"]);
            for payment in data["payments"].as_array().unwrap() {
                row[4] += cents(&payment["tip"]);
                row[6] += cents(&payment["tip"]) + cents(&payment["amount"]);
            }
            if data["refundOf"].is_null() {
                row[11] = 1;
                row[12] = data["covers"].as_i64().unwrap();
            }
            let weights: Vec<u64> = sold.iter().map(|(_, _, amount, _)| amount.unsigned_abs()).collect();
            for ((line, quantity, amount, cost), part) in
                sold.iter().zip(spread(cents(&data["discount"]), &weights))
            {
                let text = |field: &str| line[field].as_str().unwrap_or_default().to_owned();
                let key = (date.clone(), text("posItemID"), text("name"), text("majorCategory"));
                let without_cost = if cost.is_none() { *amount } else { 0 };
                let item =
                    [*quantity, *amount, cents(&line["discount"]) + part, cost.unwrap_or(0), without_cost];
                add(self.items.entry(key).or_default(), &item);
            }
        }
        add(self.days.entry(date.clone()).or_default(), &row);
        let quarter = (seconds_of(&date, close).div_euclid(900)).clamp(0, 127);
        add(self.quarters.entry((date, quarter)).or_default(), &row);
    }

    fn shift(&mut self, data: &Value) {
        let text = |field: &str| data[field].as_str().unwrap();
        let (start, end) = (wall(text("clockIn")), wall(text("clockOut")));
        let instant = |at: DateTime| new_york().to_ambiguous_timestamp(at).compatible().unwrap();
        let elapsed = instant(end).duration_since(instant(start)).as_secs() / 60;
        let minutes = |field: &str| data[field].as_i64().unwrap();
        let regular = (elapsed - minutes("unpaidMinutes") - minutes("overtimeMinutes")).max(0);
        let paid = regular + minutes("overtimeMinutes");
        // Overtime is paid one and a half times: all in 120ths of an hour.
        let parts = cents(&data["rate"]) * (regular * 2 + minutes("overtimeMinutes") * 3);
        let pay = (parts + 60) / 120;
        let date = business_date(start);
        let mut row = Row::default();
        (row[8], row[9]) = (pay, paid);
        add(self.days.entry(date.clone()).or_default(), &row);

        let (from, to) = (seconds_of(&date, start), seconds_of(&date, end));
        let mut weights = BTreeMap::from([(from.div_euclid(900).clamp(0, 127), 0_u64)]);
        for second in from..to {
            *weights.entry(second.div_euclid(900).clamp(0, 127)).or_default() += 1;
        }
        let seconds: Vec<u64> = weights.values().copied().collect();
        for ((quarter, pay), paid) in weights.keys().zip(spread(pay, &seconds)).zip(spread(paid, &seconds)) {
            let mut row = Row::default();
            (row[8], row[9]) = (pay, paid);
            add(self.quarters.entry((date.clone(), *quarter)).or_default(), &row);
        }
    }
}

fn add<const N: usize>(sum: &mut [i64; N], row: &[i64; N]) {
    sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
}

fn new_york() -> TimeZone {
    TimeZone::get("America/New_York").unwrap()
}

fn wall(text: &str) -> DateTime {
    match text.parse::<Timestamp>() {
        Ok(at) => new_york().to_datetime(at),
        // A skipped wall time moves forward.
        Err(_) => new_york().to_ambiguous_zoned(text.parse().unwrap()).compatible().unwrap().datetime(),
    }
}

fn business_date(wall: DateTime) -> String {
    (wall - 4.hours()).date().to_string()
}

fn seconds_of(date: &str, wall: DateTime) -> i64 {
    wall.duration_since(date.parse::<jiff::civil::Date>().unwrap().to_datetime(jiff::civil::Time::midnight()))
        .as_secs()
}

fn cents(value: &Value) -> i64 {
    (value.as_f64().unwrap_or(0.0) * 100.0).round() as i64
}

/// Cents times thousandths, rounded half away from zero.
fn product(cents: i64, milli: i64) -> i64 {
    let exact = cents * milli;
    (exact.abs() + 500) / 1000 * exact.signum()
}
