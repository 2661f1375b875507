//! Shifts and items as a POS would send them again (docs/api.md, For tills).

use serde_json::{Value, json};

use super::{ItemUpsert, Shift};
use crate::{Moment, PosId, Quantity};

impl Shift {
    /// The data of a `shift.opened` or `shift.closed` that reads as this shift: moments in UTC.
    #[must_use]
    pub fn as_data(&self, pos_id: &PosId, revision: i64) -> Value {
        let utc = |moment: Moment| moment.at.to_string();
        // A thousandth of a minute is less than half a second: the seconds are read again as they were.
        let minutes = |seconds: i64| Quantity::from_milli((seconds * 1_000 + 30) / 60);
        let closed = self.clock_out.is_some();
        without_nulls(json!({
            "posID": pos_id,
            "revision": revision,
            "posShiftID": self.id,
            "employee": self.employee,
            "job": self.job,
            // A date that the POS did not send follows from the clock-in.
            "businessDate": (self.date_brought != Some(false)).then_some(self.business_date),
            "clockIn": utc(self.clock_in),
            "clockOut": self.clock_out.map(utc),
            "unpaidMinutes": minutes(self.unpaid_seconds),
            "rate": self.rate,
            "regularMinutes": closed.then(|| minutes(self.regular_seconds)),
            "overtimeMinutes": closed.then(|| minutes(self.overtime_seconds)),
            "overtimeRate": self.overtime_rate,
            "tips": self.tips,
        }))
    }
}

impl ItemUpsert {
    /// The data of an `item.upserted` that reads as this item.
    #[must_use]
    pub fn as_data(&self, pos_id: &PosId, revision: i64) -> Value {
        let until = self.sold_out.and_then(|mark| mark.until);
        without_nulls(json!({
            "posID": pos_id,
            "revision": revision,
            "posItemID": self.id,
            "name": self.name,
            "majorCategory": self.major_category,
            "minorCategory": self.minor_category,
            "price": self.price,
            "cost": self.cost,
            "imageUrl": self.image_url,
            "stock": self.stock,
            "lowStock": self.low_stock,
            "soldOut": self.sold_out.map(|_| true),
            "soldOutUntil": until.map(|until| until.at.to_string()),
        }))
    }
}

fn without_nulls(mut data: Value) -> Value {
    if let Some(fields) = data.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    data
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Zone;
    use crate::fact::{FactBody, Received, receive_events};

    fn read(kind: &str, data: &Value) -> FactBody {
        let event = json!({"specversion": "1.0", "id": "e1", "source": "till", "type": kind, "data": data});
        let calendar = "America/New_York".parse::<Zone>().unwrap().into();
        let now = "2026-07-19T12:00:00Z".parse().unwrap();
        let received = receive_events(event.to_string().as_bytes(), &"p1".parse().unwrap(), &calendar, now);
        let Received { mut facts, ignored } = received.unwrap();
        assert_eq!(ignored, [""; 0]);
        facts.remove(0).body
    }

    fn is_the_same_again(kind: &str, data: &Value) {
        let pos_id = "p1".parse().unwrap();
        let body = read(kind, data);
        let again = match &body {
            FactBody::Shift(shift) => shift.as_data(&pos_id, 7),
            FactBody::Item(item) => item.as_data(&pos_id, 7),
            other => panic!("{other:?}"),
        };
        assert_eq!((read(kind, &again), &again["revision"]), (body, &json!(7)), "{again}");
    }

    #[test]
    fn a_sent_item_reads_as_it_was() {
        let least = json!({"posID": "p1", "posItemID": "a", "revision": 0, "name": "Soup"});
        is_the_same_again("item.upserted", &least);
        let full = json!({"posID": "p1", "posItemID": "a b/ñ", "revision": 3, "name": "Soup", "majorCategory": "Food",
            "minorCategory": "Hot", "price": 7.25, "cost": 0, "imageUrl": "https://example.com/soup.png", "stock": 4.5,
            "lowStock": 2, "soldOut": true, "soldOutUntil": "2026-07-20T04:00:00"});
        is_the_same_again("item.upserted", &full);
    }

    #[test]
    fn a_sent_shift_reads_as_it_was() {
        let least =
            json!({"posID": "p1", "posShiftID": "s", "revision": 0, "clockIn": "2026-07-18T09:00:00"});
        is_the_same_again("shift.opened", &least);
        // The hour that comes twice, on a date of its own.
        let full = json!({"posID": "p1", "posShiftID": "no. 7", "revision": 3, "employee": {"id": "e", "name": "Ana"},
            "job": "Cook", "businessDate": "2025-11-01", "clockIn": "2025-11-02T01:30:00-04:00",
            "clockOut": "2025-11-02T01:30:00-05:00", "unpaidMinutes": 12.5, "rate": 0, "regularMinutes": 30,
            "overtimeMinutes": 7.25, "overtimeRate": 31.5, "tips": 12.34});
        is_the_same_again("shift.closed", &full);
    }

    proptest! {
        #[test]
        fn any_sent_shift_reads_as_it_was(
            worked in 0i64..600_000, unpaid in 0i64..9_000, overtime in 0i64..9_000,
            rate in prop::option::of(0i64..9_000), tips in 0i64..90_000,
        ) {
            let out = "2026-07-10T12:00:00Z".parse::<jiff::Timestamp>().unwrap() + jiff::SignedDuration::from_secs(worked);
            let mut data = json!({"posID": "p1", "posShiftID": "s", "revision": 1, "clockIn": "2026-07-10T12:00:00Z",
                "clockOut": out.to_string(), "unpaidMinutes": unpaid as f64 / 60.0, "overtimeMinutes": overtime as f64 / 60.0,
                "tips": tips as f64 / 100.0});
            if let Some(rate) = rate {
                data["rate"] = json!(rate as f64 / 100.0);
            }
            is_the_same_again("shift.closed", &data);
        }
    }
}
