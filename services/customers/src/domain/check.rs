use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::fact::Check;
use saffron_core::time::in_micros;
use saffron_core::{BusinessDate, CheckId, CustomerId, ItemId, Money, PosId, Quantity};

use super::History;

/// A check of a location.
pub type CheckKey = (PosId, CheckId);

/// The effect of a check on its guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// None, if the check has no guest, or an erased one.
    pub guest: Option<CustomerId>,
    /// When it was closed, UTC, in whole microseconds, as the database stores it.
    pub closed_at: Timestamp,
    pub business_date: BusinessDate,
    /// Line amounts less discounts; 0 if voided.
    pub net_sales: Money,
    /// Paid with points; 0 if voided.
    pub reward_used: Money,
    pub voided: bool,
    /// Whether it refunds another check; then the amounts are negative.
    pub refund: bool,
    /// The check that it refunds; none of refunds that earlier releases recorded.
    pub refund_of: Option<CheckId>,
    /// Points earned by the check itself; 0 for a refund, which takes back points of the check that it refunds.
    pub earned: i64,
    /// Points spent by the check itself; 0 for a refund, which returns points of the check that it refunds.
    pub spent: i64,
    /// Points of `earned` that refunds of the check take back.
    pub taken: i64,
    /// Points of `spent` that refunds of the check return.
    pub returned: i64,
}

impl Effect {
    /// The effect of a check of this guest, at the percentage in effect when it was closed.
    pub fn of(check: &Check, guest: Option<CustomerId>, history: &History) -> Effect {
        let mut effect = Effect {
            guest,
            closed_at: in_micros(check.closed.at),
            business_date: check.business_date,
            net_sales: check.sales().net(),
            reward_used: if check.voided { Money::ZERO } else { check.reward_used },
            voided: check.voided,
            refund: check.refund_of.is_some(),
            refund_of: check.refund_of.clone(),
            earned: 0,
            spent: 0,
            taken: 0,
            returned: 0,
        };
        effect.compute_points(history);
        effect
    }

    /// Computes `earned` and `spent` again: earned are the eligible cents times the percentage,
    /// rounded half away from zero; spent are 100 a dollar of rewardUsed. Amounts count as they were sent, also negative
    /// ones of a check that names no check that it refunds.
    pub fn compute_points(&mut self, history: &History) {
        let is_known = self.guest.is_some() && self.refund_of.is_none();
        let percent = i64::from(history.at(self.closed_at).hundredths());
        self.earned = if is_known { self.eligible().ratio(percent, 10_000).cents() } else { 0 };
        self.spent = if is_known { self.reward_used.cents() } else { 0 };
    }

    /// The amount on which points are earned: net sales less the amount paid with points.
    pub fn eligible(&self) -> Money {
        self.net_sales - self.reward_used
    }

    /// Earned points, less those that refunds take back.
    pub const fn points_earned(&self) -> i64 {
        self.earned - self.taken
    }

    /// Spent points, less those that refunds return.
    pub const fn points_spent(&self) -> i64 {
        self.spent - self.returned
    }

    /// Whether the check counts as a visit; refunds and voids do not.
    pub fn is_visit(&self) -> bool {
        self.guest.is_some() && !self.voided && !self.refund
    }
}

/// The served items, by which reward items are redeemed: without voided lines; none of voids and refunds.
pub fn servings(check: &Check) -> BTreeMap<ItemId, Quantity> {
    let mut servings: BTreeMap<ItemId, Quantity> = BTreeMap::new();
    if !check.voided && check.refund_of.is_none() {
        for line in check.sold() {
            *servings.entry(line.item.clone()).or_default() += line.quantity;
        }
    }
    servings
}

#[cfg(test)]
mod tests {
    use saffron_core::fact::{FactBody, read_events};
    use serde_json::{Value, json};

    use super::*;
    use crate::domain::Percent;

    fn check(data: Value) -> Check {
        let mut whole = json!({"posID": "p", "posCheckID": "c", "revision": 1, "items": [],
            "closeTime": "2026-07-18T12:59:30.123456789-04:00"});
        whole.as_object_mut().unwrap().extend(data.as_object().unwrap().clone());
        let event =
            json!({"specversion": "1.0", "id": "e", "source": "t", "type": "check.closed", "data": whole});
        let (calendar, pos_id) =
            ("America/New_York".parse::<saffron_core::Zone>().unwrap().into(), "p".parse().unwrap());
        let facts = read_events(event.to_string().as_bytes(), &pos_id, &calendar).unwrap();
        let FactBody::Check(check) = facts.into_iter().next().unwrap().body else { panic!() };
        *check
    }

    fn points(data: Value, hundredths: i64) -> (i64, i64) {
        let history = History::of(vec![(Timestamp::UNIX_EPOCH, Percent::of(hundredths).unwrap())]);
        let effect = Effect::of(&check(data), Some("g".parse().unwrap()), &history);
        (effect.earned, effect.spent)
    }

    #[test]
    fn points_are_rounded_half_away_from_zero() {
        let soup = |amount: f64| json!([{"posItemID": "soup", "name": "Soup", "amount": amount}]);
        assert_eq!(points(json!({"items": soup(12.50)}), 100), (13, 0));
        assert_eq!(points(json!({"items": soup(12.49)}), 100), (12, 0));
        assert_eq!(points(json!({"items": soup(10.0), "rewardUsed": 2.5, "discount": 1}), 1000), (65, 250));
        assert_eq!(points(json!({"items": soup(-12.5), "rewardUsed": -1}), 100), (-12, -100));
        assert_eq!(points(json!({"items": soup(-12.5), "refundOf": "b", "rewardUsed": -1}), 100), (0, 0));
        assert_eq!(points(json!({"items": soup(10.0), "rewardUsed": 20}), 100), (-10, 2000), "as they stand");
        assert_eq!(points(json!({"items": soup(10.0), "rewardUsed": 2, "voided": true}), 100), (0, 0));
    }

    #[test]
    fn a_check_without_guest_earns_nothing() {
        let items = json!({"items": [{"posItemID": "a", "name": "A", "amount": 9}], "rewardUsed": 1});
        let history = History::of(vec![(Timestamp::UNIX_EPOCH, Percent::of(100).unwrap())]);
        let effect = Effect::of(&check(items), None, &history);
        assert_eq!((effect.earned, effect.spent, effect.is_visit()), (0, 0, false));
        assert_eq!(effect.closed_at.to_string(), "2026-07-18T16:59:30.123456Z");
    }

    #[test]
    fn lines_of_one_item_are_one_serving() {
        let lines = json!([{"posItemID": "a", "name": "A", "quantity": 0.5, "amount": 1},
            {"posItemID": "a", "name": "A", "quantity": 1.5, "amount": 3},
            {"posItemID": "b", "name": "B", "amount": 3, "voided": true}]);
        let served = servings(&check(json!({"items": lines.clone()})));
        assert_eq!(
            served.into_iter().collect::<Vec<_>>(),
            [("a".parse().unwrap(), Quantity::from_milli(2000))]
        );
        assert!(servings(&check(json!({"items": lines.clone(), "voided": true}))).is_empty());
        assert!(servings(&check(json!({"items": lines, "refundOf": "c0"}))).is_empty());
    }
}
