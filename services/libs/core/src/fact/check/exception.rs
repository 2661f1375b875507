use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator as _;

use super::{Check, Discount};
use crate::{BusinessDate, Money};

/// What a person should look at in a check: it is taken as it was sent, and counts.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumIter,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
#[repr(i16)]
pub enum CheckException {
    /// More or less was paid than was due.
    OutOfBalance = 1,
    /// Its named discounts do not add up to its discount, or a line's to the line's.
    DiscountsDiffer = 2,
    /// A line was sent with its tax inside, and the rate cannot be known.
    TaxIncluded = 4,
    /// It counts in a business date more than two days from its closing.
    OtherDate = 8,
}

/// How many days a business date may differ from that of the closing.
const DAYS_APART: i64 = 2;

impl CheckException {
    /// Its bit in a set of exceptions.
    #[must_use]
    pub const fn bit(self) -> i16 {
        self as i16
    }

    /// The exceptions of a set of bits.
    pub fn of(bits: i16) -> impl Iterator<Item = CheckException> {
        CheckException::iter().filter(move |exception| bits & exception.bit() != 0)
    }
}

impl Check {
    /// Its exceptions, as a set of their bits. Of a voided check only its date counts, and of one that was stamped before they
    /// were looked for nothing.
    #[must_use]
    pub fn exceptions(&self) -> i16 {
        let differ = |discount: Money, named: &[Discount]| {
            !named.is_empty() && named.iter().map(|of| of.amount).sum::<Money>() != discount
        };
        let discounts_differ = differ(self.discount, &self.discounts)
            || self.lines.iter().any(|line| line.counts() && differ(line.discount, &line.discounts));
        // Whatever the start of the day: a time of the afternoon belongs to its calendar date, an earlier one may to the one before.
        let closing = self.closed.wall;
        let days = self.business_date.days_since(BusinessDate::from_date(closing.date()));
        let apart = if closing.hour() < 12 { days.abs().min((days + 1).abs()) } else { days.abs() };
        let found = [
            (CheckException::OutOfBalance, self.totals().out_of_balance != Money::ZERO),
            (CheckException::DiscountsDiffer, !self.voided && discounts_differ),
            (CheckException::TaxIncluded, !self.voided && self.lines.iter().any(|line| line.holds_tax)),
            (CheckException::OtherDate, apart > DAYS_APART),
        ];
        let found = found.into_iter().filter(|(_, is_so)| self.itemized && *is_so);
        found.map(|(exception, _)| exception.bit()).sum()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::fact::{FactBody, read_events};

    fn exceptions(more: &Value) -> i16 {
        let mut data = json!({"posID": "p1", "posCheckID": "c1", "revision": 1, "closeTime": "2026-07-18T12:00:00",
            "items": [{"posItemID": "i", "name": "Soup", "amount": 9}], "payments": [{"type": "Cash", "amount": 9}]});
        data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let event =
            json!({"specversion": "1.0", "id": "e1", "source": "till", "type": "check.closed", "data": data});
        let zone = crate::Zone::utc().into();
        let facts = read_events(event.to_string().as_bytes(), &"p1".parse().unwrap(), &zone).unwrap();
        let Some(FactBody::Check(check)) = facts.into_iter().next().map(|fact| fact.body) else { panic!() };
        check.exceptions()
    }

    #[test]
    fn what_a_person_should_look_at_is_found() {
        assert_eq!(exceptions(&json!({})), 0);
        assert_eq!(exceptions(&json!({"payments": [{"type": "Cash", "amount": 99}]})), 1);
        let differ = json!({"discount": 3, "discounts": [{"name": "Loyal", "amount": 2}],
            "payments": [{"type": "Cash", "amount": 6}]});
        assert_eq!(exceptions(&differ), 2);
        let line = |more: Value| {
            let mut line = json!({"posItemID": "i", "name": "Soup", "amount": 9});
            line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!({"items": [line], "payments": []})
        };
        assert_eq!(exceptions(&line(json!({"discount": 9, "discounts": [{"amount": 8}]}))), 2);
        assert_eq!(exceptions(&line(json!({"discount": 9, "taxIncluded": true}))), 4);
        assert_eq!(exceptions(&json!({"businessDate": "2026-07-16"})), 0);
        assert_eq!(exceptions(&json!({"businessDate": "2026-07-15"})), 8);
        // Named discounts alone are all of it.
        assert_eq!(exceptions(&line(json!({"discounts": [{"amount": 9}]}))), 0);
        let void = json!({"voided": true, "discount": 3, "discounts": [{"amount": 2}], "payments": []});
        assert_eq!(exceptions(&void), 0);
    }
}
