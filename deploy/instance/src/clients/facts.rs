//! Facts and figures as tills and the API write them.

use anyhow::Result;
use saffron_core::{BusinessDate, Calendar, Clock, Zone};
use serde_json::{Value, json};

/// The business date in New York, this number of days ago.
pub fn business_date(days_ago: i64) -> Result<BusinessDate> {
    let zone: Zone = "America/New_York".parse()?;
    Ok(Calendar::from(zone).today(Clock::system().now()).plus_days(-days_ago))
}

/// A CloudEvent with this id, type and data.
pub fn event(id: &str, kind: &str, data: Value) -> Value {
    json!({ "specversion": "1.0", "id": id, "source": "till", "type": kind, "data": data })
}

/// The event of a closed check of one tea, paid in cash. The event has the check's id.
pub fn check(pos_id: &str, id: &str, closed: &str, dollars: u64) -> Value {
    let data = json!({
        "posID": pos_id, "posCheckID": id, "revision": 1, "closeTime": closed,
        "items": [{ "posItemID": "tea", "name": "Tea", "quantity": 1, "price": dollars }],
        "payments": [{ "type": "Cash", "amount": dollars }]
    });
    event(id, "check.closed", data)
}

/// The event of a guest of a location; callers may add fields to its `data`.
pub fn customer(pos_id: &str, number: usize) -> Value {
    let id = guest_id(number);
    let data = json!({ "posID": pos_id, "posCustomerID": id, "revision": 1, "firstName": "Guest" });
    event(&format!("{id}-1"), "customer.upserted", data)
}

/// The id of the guest with this number.
pub fn guest_id(number: usize) -> String {
    format!("guest-{number}")
}

/// Cents as the dollars that tills write.
pub fn dollars(cents: i64) -> Value {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    let text = format!("{sign}{}.{:02}", cents / 100, cents % 100);
    serde_json::from_str(&text).unwrap_or_default()
}

/// The cents of a figure in dollars; 0 if it is missing.
pub fn cents(dollars: &Value) -> i64 {
    (dollars.as_f64().unwrap_or_default() * 100.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cents_survive_their_way_to_dollars_and_back() {
        for sum in [0, 1, 99, 100, 1_905, -7, -1_250] {
            assert_eq!(cents(&dollars(sum)), sum);
        }
        assert_eq!(dollars(-1_250).to_string(), "-12.5");
    }

    #[test]
    fn check_is_a_fact_of_the_contract() {
        let check = check("p1", "c-1", "2026-07-18T12:59:30", 2);
        let zone = "America/New_York".parse::<Zone>().unwrap().into();
        let facts =
            saffron_core::fact::read_events(check.to_string().as_bytes(), &"p1".parse().unwrap(), &zone);
        assert_eq!(facts.unwrap().len(), 1);
    }
}
