//! A check as the data of the event that brings it again.

use serde_json::{Map, Value, json};

use super::Check;
use crate::{Moment, PosId};

impl Check {
    /// The data of a `check.opened` or `check.closed` that reads as this check: amounts are without tax, moments in UTC.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn as_data(&self, pos_id: &PosId, revision: i64) -> serde_json::Result<Value> {
        let Value::Object(mut data) = serde_json::to_value(self)? else { return Ok(Value::Null) };
        for stamped in ["sentCheckID", "dateBrought", "itemized", "opened", "closed", "lines", "customer"] {
            data.remove(stamped);
        }
        // A date that the POS did not send follows from the closing.
        if self.date_brought == Some(false) {
            data.remove("businessDate");
        }
        let id = self.sent_id.as_deref().unwrap_or(self.id.as_str());
        let utc = |moment: Moment| moment.at.to_string();
        let lines = self.lines.iter().map(serde_json::to_value).collect::<Result<Vec<Value>, _>>()?;
        let more = [
            ("posID", json!(pos_id)),
            ("revision", json!(revision)),
            ("posCheckID", json!(id)),
            ("openTime", json!(utc(self.opened))),
            ("closeTime", json!(utc(self.closed))),
            ("items", lines.into_iter().map(sent_line).collect()),
            ("posCustomerID", json!(self.customer)),
        ];
        data.extend(more.map(|(name, value)| (name.to_owned(), value)));
        data.retain(|_, value| !value.is_null());
        Ok(Value::Object(data))
    }
}

/// A line as it is sent: one that still holds its tax says so.
fn sent_line(line: Value) -> Value {
    let Value::Object(line) = line else { return line };
    let sent = line.into_iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| {
        let name = if name == "holdsTax" { "taxIncluded".to_owned() } else { name };
        (name, value)
    });
    Value::Object(sent.collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Zone;
    use crate::fact::{FactBody, Received, receive_events};

    /// The check that data of a kind reads as, with its revision.
    fn read(kind: &str, data: &Value) -> (Check, i64) {
        let event = json!({"specversion": "1.0", "id": "e1", "source": "till", "type": kind, "data": data});
        let calendar = "America/New_York".parse::<Zone>().unwrap().into();
        let now = "2026-07-19T12:00:00Z".parse().unwrap();
        let received = receive_events(event.to_string().as_bytes(), &"p1".parse().unwrap(), &calendar, now);
        let Received { mut facts, ignored } = received.unwrap();
        assert_eq!(ignored, [""; 0]);
        let fact = facts.remove(0);
        match fact.body {
            FactBody::Check(check) | FactBody::OpenCheck(check) => (*check, fact.precedence.revision),
            other => panic!("{other:?}"),
        }
    }

    fn is_the_same_again(kind: &str, data: &Value) {
        let (check, revision) = read(kind, data);
        let again = check.as_data(&"p1".parse().unwrap(), revision).unwrap();
        assert_eq!(read(kind, &again), (check, revision), "{again}");
    }

    fn full() -> Value {
        json!({"posID": "p1", "posCheckID": "no. 7 / é", "revision": 9, "openTime": "2026-07-18T22:30:00.25",
            "closeTime": "2026-07-19T01:00:00", "table": "T1", "covers": 4, "employee": {"id": "e", "name": "Ana"},
            "cashier": {"name": "Bo"}, "revenueCenter": "Bar", "orderType": "Dine In", "orderInputType": "online",
            "orderSource": "Web", "sourceFee": 1.25, "discount": 2, "taxIncluded": true,
            "discounts": [{"name": "Loyal", "kind": "promotion", "amount": 2, "reason": "VIP", "approvedBy": {"id": "m"}}],
            "items": [
                {"posItemID": "a b/ñ", "name": "Soup", "majorCategory": "Food", "minorCategory": "Hot", "quantity": 1.5,
                 "price": 7.2, "cost": 1.1, "tax": 0.8, "discounts": [{"amount": 1, "kind": "comp"}],
                 "modifiers": [{"name": "Cheese", "amount": 2, "cost": 0.3}], "reason": "cold"},
                {"posItemID": "b", "name": "Card", "amount": 50, "deferred": true},
                {"posItemID": "c", "name": "Stew", "amount": 9, "voided": true, "approvedBy": {"name": "Max"}}],
            "serviceCharges": [{"name": "Party", "kind": "gratuity", "amount": 3, "tax": 0.25}],
            "taxes": [{"name": "City", "amount": 0.8}, {"name": "State", "amount": 0.3, "collectedBy": "marketplace"}],
            "rounding": -0.02, "rewardUsed": 1, "posCustomerID": "guest 1", "promoCode": "MAY", "refundOf": "c 0",
            "payments": [{"type": "Visa", "amount": 40, "tip": 5, "paymentIntentId": "pi_1"},
                {"type": "Gift", "amount": 5, "giftCard": true},
                {"type": "Card", "amount": 3, "paymentID": "x", "processor": "Square", "fee": 0.1}]})
    }

    #[test]
    fn a_sent_check_reads_as_it_was() {
        is_the_same_again("check.closed", &full());
        is_the_same_again("check.opened", &full());
        let with = |name: &str, value: Value| {
            let mut data = full();
            data[name] = value;
            data
        };
        is_the_same_again("check.closed", &with("businessDate", json!("2026-07-17")));
        is_the_same_again("check.closed", &with("voided", json!(true)));
        // Nothing is paid for it: its rate is not known.
        let free = json!([{"posItemID": "a", "name": "Soup", "amount": 9, "discount": 9, "tax": 1}]);
        let mut data = with("items", free);
        data["discount"] = json!(0);
        data["discounts"] = json!([]);
        assert!(read("check.closed", &data).0.lines[0].holds_tax);
        is_the_same_again("check.closed", &data);
        let least = json!({"posID": "p1", "posCheckID": "c1", "revision": 0, "closeTime": "2026-07-18T12:00:00", "items": []});
        is_the_same_again("check.closed", &least);
    }

    proptest! {
        #[test]
        fn any_sent_check_reads_as_it_was(
            lines in prop::collection::vec((-9_000i64..9_000, 0i64..900, 0i64..900, any::<bool>(), 1i64..5_000), 0..6),
            discount in -900i64..900,
            tax_included: bool,
        ) {
            let dollars = |cents: i64| json!(cents as f64 / 100.0);
            let items: Vec<Value> = lines.iter().map(|(amount, off, tax, voided, quantity)| {
                json!({"posItemID": "i", "name": "Soup", "amount": dollars(*amount), "discount": dollars(*off),
                       "tax": dollars(*tax), "voided": voided, "quantity": *quantity as f64 / 1000.0})
            }).collect();
            let mut data = full();
            (data["items"], data["discount"], data["taxIncluded"]) = (json!(items), dollars(discount), json!(tax_included));
            // The share that a line with its tax inside has of the check's discount depends on the others' tax.
            let holds_tax = read("check.closed", &data).0.lines.iter().any(|line| line.holds_tax);
            prop_assume!(!holds_tax || discount == 0);
            is_the_same_again("check.closed", &data);
        }
    }
}
