//! Random sales and refunds, written as Toast writes them: the checks hold the same cents, and balance.

use proptest::prelude::*;
use saffron_core::spread;
use serde_json::{Value, json};

use crate::door::{cents, check, mapped, order, selection, usd, visa, with};

/// A line.
#[derive(Debug, Clone)]
struct Dish {
    /// Of the whole line, with what was ordered to it.
    gross: i64,
    pieces: i64,
    /// Of the line alone.
    discount: i64,
    tax: i64,
    is_gift_card: bool,
}

fn dish() -> impl Strategy<Value = Dish> {
    (1..20_000_i64, 1..4_i64, 0..=100_i64, 0..900_i64, prop::bool::weighted(0.1)).prop_map(
        |(price, pieces, percent, tax, is_gift_card)| {
            let gross = price * pieces;
            Dish { gross, pieces, discount: gross * percent / 100, tax, is_gift_card }
        },
    )
}

#[derive(Debug, Clone)]
struct Trade {
    dishes: Vec<Dish>,
    /// Of what is left of the lines, in percent.
    discount: i64,
    /// By how many cents the check's tax differs from that of its lines.
    odd: i64,
    /// Whether it is a gratuity, amount and tax.
    charges: Vec<(bool, i64, i64)>,
    rounding: i64,
    tips: Vec<i64>,
    back: Vec<bool>,
}

fn trade() -> impl Strategy<Value = Trade> {
    let charges = prop::collection::vec((any::<bool>(), 1..3_000_i64, 0..200_i64), 0..3);
    let money = (0..=60_i64, 0..3_i64, -4..=4_i64, prop::collection::vec(0..2_000_i64, 1..4));
    let dishes = prop::collection::vec(dish(), 1..5);
    (dishes, money, charges, prop::collection::vec(any::<bool>(), 5)).prop_map(
        |(dishes, (discount, odd, rounding, tips), charges, back)| Trade {
            dishes,
            discount,
            odd,
            charges,
            rounding,
            tips,
            back,
        },
    )
}

impl Trade {
    /// Each line's part of the check's discount.
    fn shares(&self) -> Vec<i64> {
        let left: Vec<u64> = self.dishes.iter().map(|dish| (dish.gross - dish.discount) as u64).collect();
        let whole = left.iter().sum::<u64>() as i64 * self.discount / 100;
        spread::spread(whole, &left)
    }

    fn nets(&self) -> Vec<i64> {
        let shares = self.shares();
        self.dishes.iter().zip(shares).map(|(dish, share)| dish.gross - dish.discount - share).collect()
    }

    fn tax(&self) -> i64 {
        let charges: i64 = self.charges.iter().map(|charge| charge.2).sum();
        self.dishes.iter().map(|dish| dish.tax).sum::<i64>() + charges + self.odd
    }

    fn due(&self) -> i64 {
        let charges: i64 = self.charges.iter().map(|charge| charge.1).sum();
        self.nets().iter().sum::<i64>() + charges + self.tax() + self.rounding
    }

    /// The lines that come back, of which the first payment has enough money.
    fn returned(&self) -> Vec<usize> {
        let mut left = self.due() / self.tips.len() as i64;
        let nets = self.nets();
        let mut returned = Vec::new();
        for (at, dish) in self.dishes.iter().enumerate() {
            if self.back[at] && nets[at] > 0 && nets[at] + dish.tax <= left {
                left -= nets[at] + dish.tax;
                returned.push(at);
            }
        }
        returned
    }

    fn order(&self) -> Value {
        let (nets, returned) = (self.nets(), self.returned());
        let lines = self.dishes.iter().zip(&nets).enumerate().map(|(at, (dish, net))| {
            let details = returned.contains(&at).then(|| json!({"refundAmount": usd(*net), "taxRefundAmount": usd(dish.tax),
                "refundTransaction": {"guid": "t1"}}));
            with(selection(&format!("Dish {at}"), dish.gross), json!({"price": usd(*net), "quantity": dish.pieces, "tax": usd(dish.tax),
                "deferred": dish.is_gift_card, "appliedDiscounts": [{"name": "Late", "discountAmount": usd(dish.discount)}],
                "refundDetails": details}))
        });
        let charges = self.charges.iter().map(|(gratuity, amount, tax)| {
            json!({"name": "Charge", "chargeAmount": usd(*amount), "gratuity": gratuity, "appliedTaxes": [{"taxAmount": usd(*tax)}]})
        });
        let rounding = json!({"name": "Rounding", "chargeAmount": usd(self.rounding), "serviceChargeCategory": "CASH_ROUNDING"});
        let count = self.tips.len() as i64;
        let back: i64 = returned.iter().map(|at| nets[*at] + self.dishes[*at].tax).sum();
        let payments = self.tips.iter().enumerate().map(|(number, tip)| {
            let first = number == 0;
            let amount = self.due() / count + if first { self.due() % count } else { 0 };
            let refund = json!({"refundAmount": usd(back), "tipRefundAmount": 0.0, "refundDate": "2026-07-20T15:00:00.000+0000",
                "refundBusinessDate": 20_260_720, "refundTransaction": {"guid": "t1"}});
            let refund = if first && !returned.is_empty() { refund } else { Value::Null };
            with(visa(amount), json!({"guid": format!("p{number}"), "tipAmount": usd(*tip), "refund": refund,
                "refundStatus": if refund.is_null() { "NONE" } else { "PARTIAL" }}))
        });
        let sent = check(lines.collect(), payments.collect());
        order(with(
            sent,
            json!({"appliedServiceCharges": charges.chain([rounding]).collect::<Vec<_>>(), "taxAmount": usd(self.tax()),
            "appliedDiscounts": [{"name": "Tenth", "discountAmount": usd(self.shares().iter().sum())}]}),
        ))
    }
}

proptest! {
    #[test]
    fn checks_hold_the_cents_of_the_trade(trade in trade()) {
        prop_assume!(trade.due() > 0);
        let returned = trade.returned();
        let seen = mapped(&trade.order());
        prop_assert_eq!(seen.len(), 1 + usize::from(!returned.is_empty()));
        let of = |is_gift_card: bool| {
            let dishes = trade.dishes.iter().filter(move |dish| dish.is_gift_card == is_gift_card);
            dishes.map(|dish| dish.gross).sum::<i64>()
        };
        let sale = seen[0].check().totals();
        prop_assert_eq!(cents(sale.sales.gross), of(false));
        prop_assert_eq!(cents(sale.tax), trade.tax());
        let charged = |is_gratuity: bool| trade.charges.iter().filter(|of| of.0 == is_gratuity).map(|of| of.1).sum::<i64>();
        prop_assert_eq!((cents(sale.gratuity), cents(sale.service_charges)), (charged(true), charged(false)));
        let tips = trade.tips.iter().sum::<i64>();
        prop_assert_eq!((cents(sale.tips), cents(sale.paid)), (tips, trade.due() + tips));
        prop_assert_eq!(cents(seen[0].check().rounding), trade.rounding);
        for (line, net) in seen[0].check().lines.iter().zip(trade.nets()) {
            prop_assert_eq!(cents(line.amount) - cents(line.discount), net);
            let named: i64 = line.discounts.iter().map(|of| cents(of.amount)).sum();
            prop_assert_eq!(named, cents(line.discount));
        }
        let Some(refund) = seen.get(1).map(|seen| seen.check().totals()) else { return Ok(()) };
        let nets = trade.nets();
        let net: i64 = returned.iter().map(|at| nets[*at]).sum();
        let tax: i64 = returned.iter().map(|at| trade.dishes[*at].tax).sum();
        prop_assert_eq!(cents(refund.sales.net()) + cents(refund.deferred), -net);
        prop_assert_eq!((cents(refund.tax), cents(refund.paid)), (-tax, -net - tax));
    }
}
