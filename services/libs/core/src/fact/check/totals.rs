//! What a check adds up to, and whether it balances (figures.md, Real trade and Definitions).

use super::{ChargeKind, Check, Line, TaxCollector};
use crate::Money;
use crate::figure::{Column, Columns, NET_SALES};

/// The totals of the lines of a check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sales {
    /// Line amounts not voided, before discounts, without what was only prepaid.
    pub gross: Money,
    /// Discounts of those lines and of the check, positive (negative on a refund).
    pub discounts: Money,
    /// Value of voided lines, or of the whole voided check.
    pub voids: Money,
}

impl Sales {
    /// Net of discounts.
    #[must_use]
    pub fn net(self) -> Money {
        Money::from_cents(NET_SALES.value_or_zero(&self))
    }
}

impl Columns for Sales {
    fn column(&self, column: Column) -> i64 {
        match column {
            Column::GrossSales => self.gross.cents(),
            Column::GrossDiscounts => self.discounts.cents(),
            Column::GrossVoids => self.voids.cents(),
            _ => 0,
        }
    }
}

/// The money of a check, from what was sold to what was collected. Of a voided check only `sales.voids` is not 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CheckTotals {
    /// What was sold.
    pub sales: Sales,
    /// Paid with reward points.
    pub reward_used: Money,
    /// Tax that the restaurant owes: of lines and charges.
    pub tax: Money,
    /// Tax that a marketplace collected and owes.
    pub marketplace_tax: Money,
    /// Fees and delivery charges, without their tax.
    pub service_charges: Money,
    /// Service charges that belong to the staff.
    pub gratuity: Money,
    /// Gift cards and deposits sold, less their own discounts: a liability, no sale.
    pub deferred: Money,
    /// What the check was rounded by: positive if more was due.
    pub rounding: Money,
    /// Tips of payments.
    pub tips: Money,
    /// Payments with tips.
    pub paid: Money,
    /// Of `paid`, what gift cards and deposits paid.
    pub redeemed: Money,
    /// What was paid beyond what was due; negative if less was paid. 0 on a check that balances.
    pub out_of_balance: Money,
}

impl CheckTotals {
    /// What was to be paid, tips included.
    fn due(&self) -> Money {
        self.sales.net() - self.reward_used
            + self.tax
            + self.service_charges
            + self.gratuity
            + self.deferred
            + self.rounding
            + self.tips
    }
}

impl Check {
    /// The lines that count as sold: not voided, and not only prepaid.
    pub fn sold(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| !self.voided && line.counts())
    }

    /// What was sold. A voided check keeps its value as voided and counts nowhere else.
    #[must_use]
    pub fn sales(&self) -> Sales {
        let mut sales = Sales::default();
        for line in &self.lines {
            if self.voided || line.voided {
                sales.voids += line.amount;
                continue;
            }
            if !line.deferred {
                sales.gross += line.amount;
                sales.discounts += line.discount;
            }
        }
        if !self.voided {
            sales.discounts += self.discount;
        }
        sales
    }

    /// All that the check adds up to.
    #[must_use]
    pub fn totals(&self) -> CheckTotals {
        let sales = self.sales();
        if self.voided {
            return CheckTotals { sales, ..CheckTotals::default() };
        }
        let charges = |is_counted: fn(ChargeKind) -> bool| {
            let counted = self.service_charges.iter().filter(|charge| is_counted(charge.kind));
            counted.map(|charge| charge.amount).sum::<Money>()
        };
        let (tax, marketplace_tax) = self.taxes_owed();
        let tips = self.payments.iter().map(|payment| payment.tip).sum();
        let mut totals = CheckTotals {
            sales,
            reward_used: self.reward_used,
            tax,
            marketplace_tax,
            service_charges: charges(|kind| kind != ChargeKind::Gratuity),
            gratuity: charges(|kind| kind == ChargeKind::Gratuity),
            deferred: self
                .lines
                .iter()
                .filter(|line| line.deferred && !line.voided)
                .map(|line| line.amount - line.discount)
                .sum(),
            rounding: self.rounding,
            tips,
            paid: tips + self.payments.iter().map(|payment| payment.amount).sum(),
            redeemed: (self.payments.iter().filter(|payment| payment.redeems()))
                .map(|payment| payment.amount + payment.tip)
                .sum(),
            out_of_balance: Money::ZERO,
        };
        if self.itemized {
            totals.out_of_balance = totals.paid - totals.due();
        }
        totals
    }

    /// The tax that the restaurant owes, and the one that a marketplace owes. Taxes by name say what of the taxes of lines and
    /// charges is whose; where these do not hold a marketplace's tax, it stands apart already.
    fn taxes_owed(&self) -> (Money, Money) {
        let of_lines = self.lines.iter().filter(|line| !line.voided).map(|line| line.tax).sum::<Money>();
        let sent = of_lines + self.service_charges.iter().map(|charge| charge.tax).sum();
        let named = |collector: TaxCollector| {
            let of_collector = self.taxes.iter().filter(|tax| tax.collected_by == collector);
            of_collector.map(|tax| tax.amount).sum::<Money>()
        };
        let (ours, theirs) = (named(TaxCollector::Us), named(TaxCollector::Marketplace));
        let owed = if self.taxes.is_empty() {
            sent
        } else if sent == Money::ZERO || sent == ours {
            ours
        } else {
            sent - theirs
        };
        (owed, theirs)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::Zone;
    use crate::fact::{DiscountKind, FactBody, Refusal, read_events};

    fn try_read(more: &Value) -> Result<Check, Refusal> {
        let mut data =
            json!({"posID": "p1", "posCheckID": "c1", "revision": 1, "closeTime": "2026-07-18T12:00:00"});
        data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let event =
            json!({"specversion": "1.0", "id": "e1", "source": "till", "type": "check.closed", "data": data});
        let facts = read_events(event.to_string().as_bytes(), &"p1".parse().unwrap(), &Zone::utc().into())?;
        match facts.into_iter().next().map(|fact| fact.body) {
            Some(FactBody::Check(check)) => Ok(*check),
            other => panic!("{other:?}"),
        }
    }

    fn read(more: &Value) -> Check {
        try_read(more).unwrap()
    }

    fn dollars(money: Money) -> f64 {
        money.cents() as f64 / 100.0
    }

    #[test]
    fn gratuity_is_no_sale_and_no_tip() {
        let check = read(&json!({"covers": 8,
            "items": [{"posItemID": "i", "name": "Menu", "quantity": 8, "price": 25, "tax": 16}],
            "serviceCharges": [{"name": "Party of six or more", "kind": "gratuity", "amount": 36}],
            "payments": [{"type": "Visa", "amount": 252, "tip": 10}]}));
        let totals = check.totals();
        let of = [totals.sales.net(), totals.gratuity, totals.tips, totals.paid, totals.out_of_balance];
        assert_eq!(of.map(dollars), [200.0, 36.0, 10.0, 262.0, 0.0]);
        assert_eq!(totals.service_charges, Money::ZERO);
    }

    #[test]
    fn a_gift_card_is_sold_once_it_is_redeemed() {
        let sold = read(&json!({"items": [{"posItemID": "i", "name": "Soup", "amount": 18},
            {"posItemID": "g", "name": "Gift card", "amount": 50, "deferred": true}],
            "payments": [{"type": "Visa", "amount": 68}]}))
        .totals();
        assert_eq!([sold.sales.net(), sold.deferred, sold.out_of_balance].map(dollars), [18.0, 50.0, 0.0]);
        let redeemed = read(&json!({"items": [{"posItemID": "i", "name": "Steak", "amount": 40}],
            "payments": [{"type": "Gift card", "amount": 40, "giftCard": true}]}))
        .totals();
        let of = [redeemed.sales.net(), redeemed.redeemed, redeemed.out_of_balance];
        assert_eq!(of.map(dollars), [40.0, 40.0, 0.0]);
    }

    #[test]
    fn a_discount_of_a_gift_card_is_no_discount_of_sales() {
        let sold = read(&json!({
            "items": [{"posItemID": "g", "name": "Gift card", "amount": 50, "discount": 5, "deferred": true}],
            "payments": [{"type": "Visa", "amount": 45}]}))
        .totals();
        let of = [sold.sales.net(), sold.sales.discounts, sold.deferred, sold.out_of_balance];
        assert_eq!(of.map(dollars), [0.0, 0.0, 45.0, 0.0]);
    }

    #[test]
    fn named_discounts_are_the_discount_that_is_not_sent() {
        let check = read(&json!({"discounts": [{"name": "Loyal", "kind": "promotion", "amount": 2}],
            "items": [{"posItemID": "i", "name": "Soup", "amount": 18, "discounts": [
                {"name": "Late", "kind": "comp", "amount": 1.5, "approvedBy": {"name": "Ana"}},
                {"amount": 0.5}]}]}));
        assert_eq!(dollars(check.sales().discounts), 4.0);
        let named = &check.lines.first().unwrap().discounts;
        assert_eq!(named.first().unwrap().approved_by.as_ref().unwrap().id.as_str(), "Ana");
        assert_eq!(named.last().unwrap().kind, DiscountKind::Other);
        // Where both are sent, the discount counts.
        let both = read(&json!({"discount": 3, "discounts": [{"name": "Loyal", "amount": 2}], "items": []}));
        assert_eq!(dollars(both.sales().discounts), 3.0);
    }

    #[test]
    fn amounts_that_hold_a_tax_lose_it_with_their_parts() {
        let check =
            read(&json!({"taxIncluded": true, "items": [{"posItemID": "i", "name": "Menu", "quantity": 2,
            "amount": 10.8, "cost": 1, "tax": 0.72,
            "discounts": [{"name": "Happy hour", "kind": "promotion", "amount": 1.08}],
            "modifiers": [{"name": "Cheese", "amount": 2.16, "cost": 0.25}, {"name": "No onions"}]}]}));
        let line = check.lines.first().unwrap();
        let amounts = [line.amount, line.discount, line.discounts.first().unwrap().amount];
        assert_eq!(amounts.map(dollars), [10.0, 1.0, 1.0]);
        assert_eq!(line.modifiers.iter().map(|of| dollars(of.amount)).collect::<Vec<_>>(), [2.0, 0.0]);
        // Each of the two has cheese.
        assert_eq!(dollars(line.total_cost()), 2.5);
    }

    #[test]
    fn costs_beyond_every_amount_are_refused() {
        let sent = json!({"items": [{"posItemID": "i", "name": "Soup", "amount": 1, "cost": 100_000_000,
            "modifiers": [{"name": "Gold", "cost": 1}]}]});
        assert!(matches!(try_read(&sent), Err(Refusal::Bad(bad)) if bad.field == "data.items[0].modifiers"));
        let sent = json!({"items": [], "discounts": [{"amount": 100_000_000}, {"amount": 1}]});
        assert!(matches!(try_read(&sent), Err(Refusal::Bad(bad)) if bad.field == "data.discounts"));
    }

    #[test]
    fn the_number_of_a_card_is_not_repeated() {
        let sent =
            json!({"items": [], "payments": [{"type": "Gift", "amount": 1, "giftCard": "6006491234567890"}]});
        match try_read(&sent) {
            Err(Refusal::Bad(bad)) => {
                assert_eq!(bad.field, "data.payments[0].giftCard");
                assert!(!bad.why.contains("6006"), "{}", bad.why);
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_marketplace_owes_the_tax_that_it_collects() {
        let owed = |lines: f64, ours: f64, theirs: f64| {
            let check =
                read(&json!({"items": [{"posItemID": "i", "name": "Soup", "amount": 100, "tax": lines}],
                "taxes": [{"name": "City", "amount": ours}, {"name": "State", "amount": theirs,
                           "collectedBy": "marketplace"}]}));
            [check.totals().tax, check.totals().marketplace_tax].map(dollars)
        };
        // In the taxes of lines, beside them, and instead of them.
        assert_eq!(owed(8.0, 3.0, 5.0), [3.0, 5.0]);
        assert_eq!(owed(3.0, 3.0, 5.0), [3.0, 5.0]);
        assert_eq!(owed(0.0, 3.0, 5.0), [3.0, 5.0]);
        // Part of the taxes has no name.
        assert_eq!(owed(10.0, 3.0, 5.0), [5.0, 5.0]);
    }

    #[test]
    fn a_voided_check_has_its_value_alone() {
        let check = read(&json!({"voided": true, "rounding": 0.02,
            "items": [{"posItemID": "i", "name": "Soup", "amount": 9, "tax": 1}],
            "serviceCharges": [{"name": "Fee", "kind": "fee", "amount": 3}],
            "payments": [{"type": "Cash", "amount": 9}]}));
        let voids = Sales { voids: Money::from_cents(900), ..Sales::default() };
        assert_eq!(check.totals(), CheckTotals { sales: voids, ..CheckTotals::default() });
    }

    prop_compose! {
        fn some_cents()(cents in -50_000i64..50_000) -> Value { json!(cents as f64 / 100.0) }
    }

    fn line() -> impl Strategy<Value = Value> {
        (some_cents(), some_cents(), some_cents(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
            |(amount, discount, tax, voided, deferred, tax_included)| {
                json!({"posItemID": "i", "name": "Soup", "amount": amount, "discount": discount, "tax": tax,
                       "voided": voided, "deferred": deferred, "taxIncluded": tax_included})
            },
        )
    }

    fn charge() -> impl Strategy<Value = Value> {
        (prop::sample::select(vec!["gratuity", "fee", "delivery"]), some_cents(), some_cents()).prop_map(
            |(kind, amount, tax)| json!({"name": "Charge", "kind": kind, "amount": amount, "tax": tax}),
        )
    }

    proptest! {
        #[test]
        fn a_check_is_out_of_balance_by_what_is_wrong_in_it(
            lines in prop::collection::vec(line(), 0..5),
            charges in prop::collection::vec(charge(), 0..3),
            [discount, reward, rounding, tip, wrong] in prop::array::uniform5(-5_000i64..5_000),
        ) {
            let dollars = |cents: i64| json!(cents as f64 / 100.0);
            let mut sent = json!({"items": lines, "serviceCharges": charges, "discount": dollars(discount),
                "rewardUsed": dollars(reward), "rounding": dollars(rounding),
                "payments": [{"type": "Visa", "amount": 0, "tip": dollars(tip)}]});
            let due = -read(&sent).totals().out_of_balance.cents();
            sent["payments"][0]["amount"] = dollars(due + wrong);
            prop_assert_eq!(read(&sent).totals().out_of_balance.cents(), wrong);
        }
    }
}
