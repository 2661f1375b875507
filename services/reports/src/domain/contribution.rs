//! What one fact contributes to every roll-up. A correction changes each roll-up by the new contribution minus the old one,
//! also across dates.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::fact::{CashCount, Check, Line, Person, Shift};
use saffron_core::spread::spread;
use saffron_core::{BusinessDate, PosId, QuarterHour};

use super::labor::quarters;
use super::rollup::Day;
use super::{Dimension, Entries, EntryKey, Figures};

/// Rows of a roll-up, or the amounts to add to them. Keys are sorted, so that every transaction locks rows in the same order.
pub type Deltas<K> = BTreeMap<(Day, K), Figures>;

/// The amounts to add to every roll-up.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct RollupDeltas {
    pub days: Deltas<()>,
    pub quarters: Deltas<QuarterHour>,
    pub items: Deltas<[String; 4]>,
    pub dimensions: Deltas<(Dimension, [String; 2])>,
    /// By cashier and payment type.
    pub tenders: Deltas<[String; 3]>,
    /// By job and employee.
    pub labor: Deltas<[String; 3]>,
    /// By kind and names.
    pub entries: Deltas<EntryKey>,
    /// By drawer and employee.
    pub cash: Deltas<[String; 3]>,
}

impl Figures {
    /// The totals of one check.
    #[must_use]
    pub fn of_check(check: &Check) -> Figures {
        let totals = check.totals();
        let mut figures = Figures {
            facts: 1,
            gross_sales: totals.sales.gross.cents(),
            gross_discounts: totals.sales.discounts.cents(),
            gross_tax: totals.tax.cents(),
            gross_voids: totals.sales.voids.cents(),
            gross_tips: totals.tips.cents(),
            gross_reward_used: totals.reward_used.cents(),
            gross_payment: totals.paid.cents(),
            gross_service_charges: totals.service_charges.cents(),
            gross_gratuity: totals.gratuity.cents(),
            gross_deferred: totals.deferred.cents(),
            gross_redeemed: totals.redeemed.cents(),
            gross_rounding: totals.rounding.cents(),
            marketplace_tax: totals.marketplace_tax.cents(),
            out_of_balance: totals.out_of_balance.cents(),
            ..Figures::default()
        };
        if check.voided {
            return figures;
        }
        for line in check.sold() {
            figures.gross_cost += line.total_cost().cents();
            if line.cost.is_none() {
                figures.sales_without_cost += line.amount.cents();
            }
        }
        // A refund moves money, not the counts of checks and covers.
        if check.refund_of.is_none() {
            figures.checks = 1;
            figures.covers = i64::from(check.covers);
        }
        figures
    }
}

impl RollupDeltas {
    /// Adds what a check contributes (`sign` 1), or subtracts it (`sign` -1).
    pub fn add_check(&mut self, pos_id: &PosId, check: &Check, sign: i64) {
        let day = (pos_id.clone(), check.business_date);
        let figures = Figures::of_check(check);
        *self.days.entry((day.clone(), ())).or_default() += figures.signed(sign);
        *self.quarters.entry((day.clone(), check.quarter())).or_default() += figures.signed(sign);
        self.add_dimensions(&day, check, &figures, sign);
        for (key, figures) in Entries::of(check) {
            *self.entries.entry((day.clone(), key)).or_default() += figures.signed(sign);
        }
        if !check.voided {
            self.add_items(&day, check, sign);
            self.add_tenders(&day, check, sign);
        }
    }

    /// Adds a check that is open (`sign` 1), or takes it away (`sign` -1): it is in no figure of sales.
    pub fn add_open_check(&mut self, pos_id: &PosId, check: &Check, sign: i64) {
        let day = (pos_id.clone(), check.business_date);
        let open_sales = check.sales().net().cents();
        let figures = Figures { facts: 1, open_checks: 1, open_sales, ..Figures::default() }.signed(sign);
        *self.days.entry((day.clone(), ())).or_default() += figures;
        *self.quarters.entry((day, check.quarter())).or_default() += figures;
    }

    fn add_items(&mut self, day: &Day, check: &Check, sign: i64) {
        let sold: Vec<&Line> = check.sold().collect();
        let weights: Vec<u64> = sold.iter().map(|line| line.amount.cents().unsigned_abs()).collect();
        let parts = spread(check.discount.cents(), &weights);
        for (line, part) in sold.into_iter().zip(parts) {
            let category = |label: &Option<_>| label.as_ref().map(ToString::to_string).unwrap_or_default();
            let key = [
                line.item.as_str().to_owned(),
                line.name.as_str().to_owned(),
                category(&line.major_category),
                category(&line.minor_category),
            ];
            let figures = Figures {
                facts: 1,
                quantity: line.quantity.milli(),
                gross_sales: line.amount.cents(),
                gross_discounts: line.discount.cents() + part,
                gross_cost: line.total_cost().cents(),
                sales_without_cost: if line.cost.is_none() { line.amount.cents() } else { 0 },
                ..Figures::default()
            };
            *self.items.entry((day.clone(), key)).or_default() += figures.signed(sign);
        }
    }

    fn add_dimensions(&mut self, day: &Day, check: &Check, figures: &Figures, sign: i64) {
        let minutes_open = check.closed.at.duration_since(check.opened.at).as_secs().div_euclid(60).max(0);
        let counts = figures.checks > 0;
        let amounts = Figures {
            facts: 1,
            gross_sales: figures.gross_sales,
            gross_discounts: figures.gross_discounts,
            gross_voids: figures.gross_voids,
            gross_tips: figures.gross_tips,
            gross_payment: figures.gross_payment,
            source_fee: if check.voided { 0 } else { check.source_fee.cents() },
            table_minutes: if counts { minutes_open } else { 0 },
            checks: figures.checks,
            covers: figures.covers,
            ..Figures::default()
        };
        for (dimension, member, label) in Dimension::members(check) {
            let key = (day.clone(), (dimension, [member.to_owned(), label.to_owned()]));
            *self.dimensions.entry(key).or_default() += amounts.signed(sign);
        }
    }

    fn add_tenders(&mut self, day: &Day, check: &Check, sign: i64) {
        let (cashier, name) = names(check.cashier.as_ref());
        for payment in &check.payments {
            let key = [cashier.clone(), name.clone(), payment.tender.as_str().to_owned()];
            let figures = Figures {
                facts: 1,
                payments: i64::from(check.refund_of.is_none()),
                amount: payment.amount.cents(),
                gross_tips: payment.tip.cents(),
                ..Figures::default()
            };
            *self.tenders.entry((day.clone(), key)).or_default() += figures.signed(sign);
        }
    }

    /// Adds what the count of a cash drawer contributes (`sign` 1), or subtracts it (`sign` -1).
    pub fn add_cash_count(&mut self, pos_id: &PosId, count: &CashCount, sign: i64) {
        self.mark_day(pos_id, count.business_date);
        let (employee, name) = names(count.employee.as_ref());
        let key = [count.drawer.to_string(), employee, name];
        let figures = Figures {
            facts: 1,
            cash_counts: 1,
            cash_opening: count.opening.cents(),
            cash_sales: count.sales.cents(),
            cash_paid_in: count.paid_in.cents(),
            cash_paid_out: count.paid_out.cents(),
            cash_drops: count.drops.cents(),
            cash_expected: count.expected.cents(),
            cash_counted: count.counted.cents(),
            ..Figures::default()
        };
        let day = (pos_id.clone(), count.business_date);
        *self.cash.entry((day, key)).or_default() += figures.signed(sign);
    }

    /// Marks a day as changed to which nothing is added.
    pub fn mark_day(&mut self, pos_id: &PosId, date: BusinessDate) {
        self.days.entry(((pos_id.clone(), date), ())).or_default();
    }

    /// Adds what a closed shift contributes (`sign` 1), or subtracts it (`sign` -1). An open shift is added when a report is read,
    /// up to that moment; here only its day is marked as changed.
    pub fn add_shift(&mut self, pos_id: &PosId, shift: &Shift, sign: i64) {
        let day = (pos_id.clone(), shift.business_date);
        if shift.clock_out.is_none() {
            self.mark_day(pos_id, shift.business_date);
            return;
        }
        let (pay, declared_tips) = (shift.pay().cents(), shift.tips.cents());
        let has_wage = shift.rate.is_some();
        let figures = Figures { facts: 1, gross_labor: pay, declared_tips, ..Figures::default() }
            .with_time(shift.regular_seconds, shift.overtime_seconds)
            .with_wage(has_wage);
        *self.labor.entry((day.clone(), labor_key(shift))).or_default() += figures.signed(sign);
        let of_day = Figures::of_labor(pay, shift.paid_seconds()).with_wage(has_wage);
        *self.days.entry((day.clone(), ())).or_default() += of_day.signed(sign);
        for share in quarters::shares(shift) {
            let figures = Figures::of_labor(share.pay, share.seconds).with_wage(has_wage);
            *self.quarters.entry((day.clone(), share.quarter)).or_default() += figures.signed(sign);
        }
    }

    /// Adds a check that was closed before this quarter hour.
    pub fn add_check_until(&mut self, pos_id: &PosId, check: &Check, until: QuarterHour) {
        if check.quarter() < until {
            self.add_check(pos_id, check, 1);
        }
    }

    /// Adds what a closed shift contributes to the labor roll-up before this quarter hour: pay and time in proportion, declared
    /// tips with its last quarter.
    pub fn add_labor_until(&mut self, pos_id: &PosId, shift: &Shift, until: QuarterHour) {
        let quarters = quarters::quarters(shift);
        let weights: Vec<u64> = quarters.iter().map(|(_, seconds)| *seconds).collect();
        let before = quarters.iter().take_while(|(quarter, _)| *quarter < until).count();
        if before == 0 {
            return;
        }
        let part = |whole: i64| spread(whole, &weights).into_iter().take(before).sum();
        let is_over = before == quarters.len();
        let declared_tips = if is_over { shift.tips.cents() } else { 0 };
        let gross_labor = part(shift.pay().cents());
        let figures = Figures { facts: 1, gross_labor, declared_tips, ..Figures::default() }
            .with_time(part(shift.regular_seconds), part(shift.overtime_seconds))
            .with_wage(shift.rate.is_some());
        let day = (pos_id.clone(), shift.business_date);
        *self.labor.entry((day, labor_key(shift))).or_default() += figures;
    }

    /// The rows of items, and a row for each day's discounts that belong to no item.
    #[must_use]
    pub fn items_and_unassigned(mut self) -> Deltas<[String; 4]> {
        let mut on_items: BTreeMap<&Day, i64> = BTreeMap::new();
        for ((day, _), sums) in &self.items {
            *on_items.entry(day).or_default() += sums.gross_discounts;
        }
        let rest: Vec<_> = (self.days.iter())
            .filter_map(|((day, ()), sums)| {
                let on_items = on_items.get(day).copied().unwrap_or(0);
                let sums = Figures::unassigned(sums.gross_discounts - on_items)?;
                Some(((day.clone(), Default::default()), sums))
            })
            .collect();
        self.items.extend(rest);
        self.items
    }

    /// The first and last business date that changes, by location.
    #[must_use]
    pub fn changed_dates(&self) -> BTreeMap<PosId, (BusinessDate, BusinessDate)> {
        let mut dates: BTreeMap<PosId, (BusinessDate, BusinessDate)> = BTreeMap::new();
        for ((pos_id, date), ()) in self.days.keys() {
            let (from, to) = dates.entry(pos_id.clone()).or_insert((*date, *date));
            *from = (*from).min(*date);
            *to = (*to).max(*date);
        }
        dates
    }

    /// The months that change, by their first dates. To be called before [`RollupDeltas::drop_zeros`]: a correction may leave the
    /// day's sums and change those of an item.
    #[must_use]
    pub fn months(&self) -> BTreeSet<Day> {
        self.days.keys().map(|((pos_id, date), ())| (pos_id.clone(), date.first_of_month())).collect()
    }

    /// Drops rows to which nothing is added.
    pub fn drop_zeros(&mut self) {
        self.days.retain(|_, figures| !figures.is_zero());
        self.quarters.retain(|_, figures| !figures.is_zero());
        self.items.retain(|_, figures| !figures.is_zero());
        self.dimensions.retain(|_, figures| !figures.is_zero());
        self.tenders.retain(|_, figures| !figures.is_zero());
        self.labor.retain(|_, figures| !figures.is_zero());
        self.entries.retain(|_, figures| !figures.is_zero());
        self.cash.retain(|_, figures| !figures.is_zero());
    }
}

fn labor_key(shift: &Shift) -> [String; 3] {
    let (employee, name) = names(shift.employee.as_ref());
    [shift.job.as_ref().map(ToString::to_string).unwrap_or_default(), employee, name]
}

fn names(person: Option<&Person>) -> (String, String) {
    person.map_or_else(Default::default, |p| (p.id.as_str().to_owned(), p.name.as_str().to_owned()))
}

#[cfg(test)]
mod tests {
    use saffron_core::fact::{FactBody, read_events};
    use serde_json::{Value, json};

    use super::*;

    fn fact(kind: &str, data: Value) -> FactBody {
        let event = json!({"specversion": "1.0", "id": "e", "source": "t", "type": kind, "data": data});
        let calendar = "America/New_York".parse::<saffron_core::Zone>().unwrap().into();
        let pos_id = "p".parse().unwrap();
        read_events(event.to_string().as_bytes(), &pos_id, &calendar).unwrap().remove(0).body
    }

    fn check(data: Value) -> Check {
        let mut whole = json!({"posID": "p", "posCheckID": "c", "revision": 1, "closeTime": "2026-07-18T12:59:30",
            "covers": 2, "items": []});
        whole.as_object_mut().unwrap().extend(data.as_object().unwrap().clone());
        let FactBody::Check(check) = fact("check.closed", whole) else { panic!() };
        *check
    }

    fn shift(data: Value) -> Shift {
        let FactBody::Shift(shift) = fact("shift.closed", data) else { panic!() };
        *shift
    }

    fn moved(check: &Check) -> RollupDeltas {
        let mut changes = RollupDeltas::default();
        changes.add_check(&"p".parse().unwrap(), check, 1);
        changes
    }

    #[test]
    fn check_counts_once_and_its_discount_is_spread() {
        let check = check(json!({"discount": 1.00, "rewardUsed": 2.00, "items": [
            {"posItemID": "a", "name": "A", "quantity": 2, "price": 10, "cost": 3.33, "tax": 1.60},
            {"posItemID": "b", "name": "B", "quantity": 1, "price": 10, "discount": 0.50},
            {"posItemID": "c", "name": "C", "quantity": 1, "price": 99, "voided": true}],
            "payments": [{"type": "Visa", "amount": 28.10, "tip": 5}]}));
        let changes = moved(&check);
        let day = changes.days.values().next().unwrap();
        let expected = Figures {
            facts: 1,
            gross_sales: 3000,
            gross_discounts: 150,
            gross_tax: 160,
            gross_voids: 9900,
            gross_tips: 500,
            gross_reward_used: 200,
            gross_payment: 3310,
            gross_cost: 666,
            sales_without_cost: 1000,
            checks: 1,
            covers: 2,
            ..Figures::default()
        };
        assert_eq!(*day, expected);
        let discounts: Vec<i64> = changes.items.values().map(|item| item.gross_discounts).collect();
        assert_eq!(discounts, [67, 83]);
        assert_eq!(changes.items.len(), 2, "a voided line is no sale");
        let ((_, quarter), _) = changes.quarters.iter().next().unwrap();
        assert_eq!(quarter.number(), 51);
        let split: Vec<Dimension> = changes.dimensions.keys().map(|(_, (dimension, _))| *dimension).collect();
        let has =
            [Dimension::Employee, Dimension::Table, Dimension::OrderSource].map(|one| split.contains(&one));
        assert_eq!(has, [true, true, false], "no source: it is not online");
    }

    #[test]
    fn void_keeps_its_value_and_counts_nowhere_else() {
        let void = check(
            json!({"voided": true, "discount": 1, "items": [{"posItemID": "a", "name": "A", "amount": 10}],
            "payments": [{"type": "Cash", "amount": 9}]}),
        );
        let changes = moved(&void);
        let figures = Figures { facts: 1, gross_voids: 1000, ..Figures::default() };
        assert_eq!(*changes.days.values().next().unwrap(), figures);
        assert!(changes.items.is_empty() && changes.tenders.is_empty());
    }

    #[test]
    fn refund_moves_money_and_no_counts() {
        let refund = check(json!({"refundOf": "c0", "covers": 2, "discount": -1,
            "items": [{"posItemID": "a", "name": "A", "quantity": -1, "amount": -10, "cost": 3}],
            "payments": [{"type": "Cash", "amount": -9}]}));
        let changes = moved(&refund);
        let day = changes.days.values().next().unwrap();
        assert_eq!((day.gross_sales, day.gross_discounts, day.gross_cost), (-1000, -100, -300));
        assert_eq!((day.checks, day.covers, day.gross_payment), (0, 0, -900));
        assert_eq!(changes.tenders.values().next().unwrap().payments, 0);
    }

    #[test]
    fn check_added_and_taken_away_moves_nothing() {
        let check = check(json!({"orderInputType": "online", "orderSource": "Web", "sourceFee": 2,
            "items": [{"posItemID": "a", "name": "A", "amount": 10.01}], "payments": [{"type": "Cash", "amount": 9}]}));
        let mut changes = moved(&check);
        assert!(changes.dimensions.keys().any(|(_, (dimension, _))| *dimension == Dimension::OrderSource));
        changes.add_check(&"p".parse().unwrap(), &check, -1);
        changes.drop_zeros();
        assert_eq!(changes, RollupDeltas::default());
    }

    #[test]
    fn shift_is_spread_over_its_quarters_and_adds_up() {
        let shift = shift(json!({"posID": "p", "posShiftID": "s", "revision": 1, "rate": 17, "job": "Cook",
            "employee": {"id": "e", "name": "Ana"}, "clockIn": "2026-07-18T22:50:00",
            "clockOut": "2026-07-19T02:05:00", "unpaidMinutes": 20, "tips": 12}));
        let mut changes = RollupDeltas::default();
        changes.add_shift(&"p".parse().unwrap(), &shift, 1);
        let day = changes.days.values().next().unwrap();
        assert_eq!((day.gross_labor, day.labor_minutes, day.gross_tips), (4958, 175, 0));
        let quarters: Vec<u8> = changes.quarters.keys().map(|(_, quarter)| quarter.number()).collect();
        assert_eq!(quarters, (91..=104).collect::<Vec<u8>>());
        let sum = |of: fn(&Figures) -> i64| changes.quarters.values().map(of).sum::<i64>();
        assert_eq!(sum(|figures| figures.gross_labor), 4958);
        assert_eq!(sum(|figures| figures.labor_minutes * 60 + figures.labor_seconds), 175 * 60);
    }

    #[test]
    fn shift_across_the_clock_change_stays_whole() {
        let shift = shift(json!({"posID": "p", "posShiftID": "s", "revision": 1, "rate": 12,
            "clockIn": "2026-11-01T01:50:00-04:00", "clockOut": "2026-11-01T01:10:00-05:00"}));
        let mut changes = RollupDeltas::default();
        changes.add_shift(&"p".parse().unwrap(), &shift, 1);
        let sum: i64 = changes.quarters.values().map(|figures| figures.gross_labor).sum();
        assert_eq!((sum, shift.regular_seconds), (400, 20 * 60));
    }
}
