//! The points that refunds of a check take back.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::Money;

use super::{CheckKey, Effect, LedgerChanges};

/// The sums of all refunds of a check as they were sent, below 0. Voided refunds do not count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Refunds {
    /// The amount on which points are earned.
    pub eligible: Money,
    /// Paid with points.
    pub reward_used: Money,
}

impl Effect {
    /// Sets the points that these refunds of the check take back: of the earned points the refunded share of the eligible
    /// amount, rounded half away from zero once for all refunds; of the spent points as many as the refunds have. At most the
    /// points of the check, in any order of refunds.
    pub fn apply_refunds(&mut self, refunds: &Refunds) {
        let eligible = self.eligible().cents();
        let refunded = clamped(-refunds.eligible.cents(), eligible);
        self.taken = Money::from_cents(self.earned).ratio(refunded, eligible).cents();
        self.returned = clamped(-refunds.reward_used.cents(), self.spent);
    }
}

/// The value, limited to the range between 0 and `limit`.
fn clamped(value: i64, limit: i64) -> i64 {
    value.clamp(limit.min(0), limit.max(0))
}

/// The effects of checks while some are replaced, with the sums of each check's refunds.
#[derive(Debug, Default)]
pub struct CheckEffects {
    effects: BTreeMap<CheckKey, Effect>,
    refunds: BTreeMap<CheckKey, Refunds>,
    refunded: BTreeSet<CheckKey>,
}

impl CheckEffects {
    /// Begins with the stored effects, and the refunds of checks whose effects will be replaced or that will be refunded.
    pub fn begin(effects: BTreeMap<CheckKey, Effect>, refunds: BTreeMap<CheckKey, Refunds>) -> CheckEffects {
        CheckEffects { effects, refunds, refunded: BTreeSet::new() }
    }

    /// Replaces the effect of a check, and computes the check that it refunds, or no longer refunds, again.
    pub fn replace(&mut self, changes: &mut LedgerChanges, key: &CheckKey, mut new: Effect) {
        new.apply_refunds(self.refunds.get(key).unwrap_or(&Refunds::default()));
        let old = self.effects.insert(key.clone(), new.clone());
        changes.replace_check(key, old.as_ref(), &new);
        let mut sales = BTreeSet::new();
        for (refund, sign) in [(old.as_ref(), -1), (Some(&new), 1)] {
            let Some((refund, sale)) = refund.and_then(|refund| Some((refund, refund.refund_of.clone()?)))
            else {
                continue;
            };
            let sale = (key.0.clone(), sale);
            let refunds = self.refunds.entry(sale.clone()).or_default();
            refunds.eligible += refund.eligible().ratio(sign, 1);
            refunds.reward_used += refund.reward_used.ratio(sign, 1);
            sales.insert(sale);
        }
        for sale in sales {
            let (Some(before), Some(refunds)) = (self.effects.get(&sale), self.refunds.get(&sale)) else {
                continue;
            };
            let mut after = before.clone();
            after.apply_refunds(refunds);
            if after != *before {
                changes.change_refund(key, old.as_ref(), &new, before, &after);
                self.effects.insert(sale.clone(), after);
                self.refunded.insert(sale);
            }
        }
    }

    /// All checks with their effects.
    pub const fn effects(&self) -> &BTreeMap<CheckKey, Effect> {
        &self.effects
    }

    /// Checks whose points changed by refunds, with the effects.
    pub fn refunded(&self) -> impl Iterator<Item = (&CheckKey, &Effect)> {
        self.refunded.iter().filter_map(|key| Some((key, self.effects.get(key)?)))
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    fn sale(net_sales: i64, reward_used: i64, earned: i64) -> Effect {
        Effect {
            guest: Some("g".parse().unwrap()),
            closed_at: Timestamp::from_second(50).unwrap(),
            business_date: "2026-07-18".parse().unwrap(),
            net_sales: Money::from_cents(net_sales),
            reward_used: Money::from_cents(reward_used),
            voided: false,
            refund: false,
            refund_of: None,
            earned,
            spent: reward_used,
            taken: 0,
            returned: 0,
        }
    }

    fn back(mut sale: Effect, eligible: i64, reward_used: i64) -> (i64, i64) {
        let (eligible, reward_used) = (Money::from_cents(eligible), Money::from_cents(reward_used));
        sale.apply_refunds(&Refunds { eligible, reward_used });
        (sale.taken, sale.returned)
    }

    #[test]
    fn refunds_take_their_part_rounded_once() {
        // 5 % of 50.00 are 250 points; 16.67, 16.67 and 16.66 are refunded.
        let sale = || sale(5000, 0, 250);
        assert_eq!(back(sale(), -1667, 0), (83, 0));
        assert_eq!(back(sale(), -3334, 0), (167, 0));
        assert_eq!(back(sale(), -5000, 0), (250, 0));
        assert_eq!(back(sale(), -9999, 0), (250, 0), "never more than the sale gave");
        assert_eq!(back(sale(), 700, 0), (0, 0), "never less than nothing");
    }

    #[test]
    fn spent_points_come_back_as_far_as_they_were_spent() {
        let sale = || sale(5000, 1000, 400);
        assert_eq!(back(sale(), -2000, -500), (200, 500));
        assert_eq!(back(sale(), -4000, -3000), (400, 1000));
        assert_eq!(back(sale(), 0, 400), (0, 0));
    }

    #[test]
    fn a_sale_without_eligible_spend_gives_nothing_to_take() {
        assert_eq!(back(sale(1000, 1000, 0), -1000, -1000), (0, 1000));
        // More was paid with points than the check came to: it took points, and a whole refund gives them back.
        let sale = || sale(1000, 2000, -100);
        assert_eq!(back(sale(), 0, 0), (0, 0));
        assert_eq!(back(sale(), 500, -1000), (-50, 1000));
        assert_eq!(back(sale(), 1000, -2000), (-100, 2000));
        assert_eq!(back(sale(), 5000, -9000), (-100, 2000));
    }
}
