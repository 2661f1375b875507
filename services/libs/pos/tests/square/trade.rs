//! Random sales and returns, written as Square writes them: the checks hold the same cents, and balance.

use proptest::prelude::*;
use saffron_pos::square::{Menu, Team, checks};
use serde_json::{Value, json};

use crate::door::{cents, order, place, soup, through, usd, with};

#[derive(Debug, Clone)]
struct Line {
    base: i64,
    modifiers: Vec<i64>,
    discount: i64,
    tax: i64,
    is_gift_card: bool,
}

impl Line {
    fn gross(&self) -> i64 {
        self.base + self.modifiers.iter().sum::<i64>()
    }

    fn due(&self) -> i64 {
        self.gross() - self.discount + self.tax
    }

    /// As an order has it, or a return.
    fn json(&self, gross: &str, modifiers: &str) -> Value {
        let parts: Vec<_> = self
            .modifiers
            .iter()
            .map(|of| json!({"name": "Extra", "quantity": "1", "total_price_money": usd(*of)}))
            .collect();
        let kind = if self.is_gift_card { "GIFT_CARD" } else { "ITEM" };
        json!({"name": "Dish", "quantity": "1", "item_type": kind, "base_price_money": usd(self.base), gross: usd(self.gross()),
               modifiers: parts, "total_discount_money": usd(self.discount), "total_tax_money": usd(self.tax),
               "total_money": usd(self.due()),
               "applied_discounts": [{"discount_uid": "D", "applied_money": usd(self.discount)}]})
    }
}

fn line() -> impl Strategy<Value = Line> {
    let parts = (0..20_000_i64, prop::collection::vec(0..500_i64, 0..3), 0..=100_i64, 0..=12_i64);
    (parts, prop::bool::weighted(0.1)).prop_map(|((base, modifiers, percent, rate), is_gift_card)| {
        let gross = base + modifiers.iter().sum::<i64>();
        let discount = gross * percent / 100;
        let tax = if is_gift_card { 0 } else { (gross - discount) * rate / 100 };
        Line { base, modifiers, discount, tax, is_gift_card }
    })
}

/// A charge: of the staff or not, its amount, and its tax.
type Charge = (bool, i64, i64);

fn charge() -> impl Strategy<Value = Charge> {
    (any::<bool>(), 1..3_000_i64, 0..200_i64)
}

#[derive(Debug, Clone)]
struct Trade {
    sold: Vec<Line>,
    back: Vec<Line>,
    charges: Vec<Charge>,
    rounding: i64,
    tips: Vec<i64>,
    /// Of the tips, what comes back.
    tip_back: i64,
    /// Payments are seen, or their tenders alone.
    seen: bool,
    /// Money moves for the difference alone.
    nets: bool,
}

fn trade() -> impl Strategy<Value = Trade> {
    let lines = |range| prop::collection::vec(line(), range);
    let money = (-2..=2_i64, prop::collection::vec(0..2_000_i64, 1..4), 0..300_i64);
    (lines(1..5), lines(0..4), prop::collection::vec(charge(), 0..3), money, any::<bool>(), any::<bool>())
        .prop_map(|(sold, back, charges, (rounding, tips, tip_back), seen, nets)| Trade {
            sold,
            back,
            charges,
            rounding,
            tips,
            tip_back,
            seen,
            nets,
        })
}

impl Trade {
    fn due(&self) -> i64 {
        let charges: i64 = self.charges.iter().map(|(_, amount, tax)| amount + tax).sum();
        self.sold.iter().map(Line::due).sum::<i64>() + charges + self.rounding
    }

    fn given_back(&self) -> i64 {
        self.back.iter().map(Line::due).sum::<i64>() + if self.back.is_empty() { 0 } else { self.tip_back }
    }

    /// What of both sides needs no money.
    fn exchanged(&self) -> i64 {
        if self.nets { self.due().min(self.given_back()).max(0) } else { 0 }
    }

    fn order(&self) -> Value {
        let charges = self.charges.iter().map(|(is_gratuity, amount, tax)| {
            json!({"name": "Charge", "type": if *is_gratuity { "AUTO_GRATUITY" } else { "CUSTOM" }, "applied_money": usd(*amount),
                   "total_tax_money": usd(*tax), "total_money": usd(amount + tax)})
        });
        let tax: i64 = self.sold.iter().map(|line| line.tax).sum::<i64>()
            + self.charges.iter().map(|(_, _, tax)| tax).sum::<i64>();
        let sold: Vec<_> = self.sold.iter().map(|line| line.json("gross_sales_money", "modifiers")).collect();
        let back: Vec<_> =
            self.back.iter().map(|line| line.json("gross_return_money", "return_modifiers")).collect();
        let returned = json!({"uid": "r", "source_order_id": "O0", "return_line_items": back,
            "return_discounts": [{"uid": "D", "name": "Half"}], "return_tips": [{"applied_money": usd(self.tip_back)}]});
        let tenders: Vec<_> = self.payments().map(|(number, amount, tip)| {
            json!({"id": format!("P{number}"), "type": "CARD", "amount_money": usd(amount + tip), "tip_money": usd(tip),
                   "created_at": "2026-07-18T15:59:00Z"})
        }).collect();
        with(
            soup(),
            json!({"line_items": sold, "service_charges": charges.collect::<Vec<_>>(), "total_tax_money": usd(tax),
            "discounts": [{"uid": "D", "name": "Half"}], "rounding_adjustment": {"amount_money": usd(self.rounding)},
            "taxes": [{"uid": "t", "name": "Tax", "applied_money": usd(tax)}], "tenders": tenders,
            "returns": if back.is_empty() { json!([]) } else { json!([returned]) }}),
        )
    }

    /// Number, amount and tip of each payment.
    fn payments(&self) -> impl Iterator<Item = (usize, i64, i64)> {
        let (left, count) = (self.due() - self.exchanged(), self.tips.len() as i64);
        self.tips.iter().enumerate().map(move |(number, tip)| {
            let part = left / count + if number == 0 { left % count } else { 0 };
            (number, part, *tip)
        })
    }

    fn sent_payments(&self) -> Vec<Value> {
        let payments = self.payments().filter(|_| self.seen);
        let payment = |(number, amount, tip): (usize, i64, i64)| {
            json!({"id": format!("P{number}"), "order_id": "O1", "status": "COMPLETED", "source_type": "CARD",
                   "amount_money": usd(amount), "tip_money": usd(tip), "total_money": usd(amount + tip),
                   "created_at": "2026-07-18T15:59:00Z", "updated_at": "2026-07-18T15:59:00Z"})
        };
        payments.map(payment).collect()
    }

    fn sent_refunds(&self) -> Vec<Value> {
        let given = self.given_back() - self.exchanged();
        let refund = json!({"id": "R1", "status": "COMPLETED", "order_id": "O1", "payment_id": "P9", "amount_money": usd(given),
            "created_at": "2026-07-18T15:58:00Z", "updated_at": "2026-07-18T15:58:00Z"});
        if self.back.is_empty() || given == 0 { Vec::new() } else { vec![refund] }
    }
}

proptest! {
    #[test]
    fn checks_hold_the_cents_of_the_trade(trade in trade()) {
        // A sale that is given away gives nothing in exchange.
        prop_assume!(trade.due() >= 0);
        let place = place();
        let sent = order(&trade.order(), &trade.sent_payments(), &trade.sent_refunds());
        let seen: Vec<_> = checks(&place, &Menu::default(), &Team::default(), &sent).unwrap().iter().map(|event| through(&place, event)).collect();
        prop_assert_eq!(seen.len(), 1 + usize::from(!trade.back.is_empty()));
        let sum = |lines: &[Line], of: fn(&Line) -> i64, gift_cards: bool| {
            lines.iter().filter(|line| line.is_gift_card == gift_cards).map(of).sum::<i64>()
        };
        let sale = seen[0].check().totals();
        prop_assert_eq!(cents(sale.out_of_balance), 0);
        prop_assert_eq!(cents(sale.sales.gross), sum(&trade.sold, Line::gross, false));
        prop_assert_eq!(cents(sale.sales.discounts), sum(&trade.sold, |line| line.discount, false));
        prop_assert_eq!(cents(sale.deferred), sum(&trade.sold, |line| line.gross() - line.discount, true));
        let charged = |is_gratuity: bool| trade.charges.iter().filter(|of| of.0 == is_gratuity).map(|of| of.1).sum::<i64>();
        prop_assert_eq!((cents(sale.gratuity), cents(sale.service_charges)), (charged(true), charged(false)));
        let tax = trade.sold.iter().map(|line| line.tax).sum::<i64>() + trade.charges.iter().map(|of| of.2).sum::<i64>();
        prop_assert_eq!(cents(sale.tax), tax);
        prop_assert_eq!((cents(sale.tips), cents(sale.rounding)), (trade.tips.iter().sum(), trade.rounding));
        let Some(refund) = seen.get(1).map(|seen| seen.check().totals()) else { return Ok(()) };
        prop_assert_eq!(cents(refund.out_of_balance), 0);
        prop_assert_eq!(cents(refund.sales.net()), -sum(&trade.back, |line| line.gross() - line.discount, false));
        prop_assert_eq!(cents(refund.tax), -trade.back.iter().map(|line| line.tax).sum::<i64>());
        let moved: i64 = trade.payments().map(|(_, amount, tip)| amount + tip).sum::<i64>() - trade.given_back() + trade.exchanged();
        prop_assert_eq!(cents(sale.paid) + cents(refund.paid), moved);
    }
}
