//! Random sales and refunds, written as Clover writes them: the checks hold the same cents, and balance.

use proptest::prelude::*;
use saffron_core::spread;
use serde_json::{Value, json};

use crate::door::{again, cents, list, mapped, ms, order, rate, visa, with};

/// So many pieces of one thing.
#[derive(Debug, Clone)]
struct Dish {
    pieces: usize,
    price: i64,
    modifiers: Vec<i64>,
    discount: i64,
    rate: i64,
    is_gift_card: bool,
}

impl Dish {
    fn gross(&self) -> i64 {
        self.price + self.modifiers.iter().sum::<i64>()
    }

    fn lines(&self, number: usize) -> Vec<Value> {
        let modifications = self.modifiers.iter().map(|of| json!({"name": "Extra", "amount": of})).collect();
        let line = json!({"id": format!("L{number}"), "item": {"id": format!("I{number}")}, "name": "Dish", "price": self.price,
            "modifications": list(modifications), "isRevenue": !self.is_gift_card,
            "discounts": list(vec![json!({"name": "Late", "amount": -self.discount})]), "taxRates": list(vec![rate("City", self.rate)])});
        (0..self.pieces).map(|piece| again(&line, piece)).collect()
    }
}

fn dish() -> impl Strategy<Value = Dish> {
    let money = (1..20_000_i64, prop::collection::vec(0..500_i64, 0..3), 0..=100_i64);
    (1..4_usize, money, 0..1_200_000_i64, prop::bool::weighted(0.1)).prop_map(
        |(pieces, (price, modifiers, percent), rate, is_gift_card)| {
            let gross = price + modifiers.iter().sum::<i64>();
            Dish { pieces, price, modifiers, discount: gross * percent / 100, rate, is_gift_card }
        },
    )
}

#[derive(Debug, Clone)]
struct Trade {
    dishes: Vec<Dish>,
    /// Of what is due for the lines, in percent.
    discount: i64,
    tax: i64,
    fees: Vec<(bool, i64)>,
    charge: i64,
    tips: Vec<i64>,
    /// Which pieces come back, and the cents by which Clover rounds their price otherwise.
    back: Vec<prop::sample::Index>,
    odd: i64,
}

fn trade() -> impl Strategy<Value = Trade> {
    let more = (prop::collection::vec((any::<bool>(), 1..3_000_i64), 0..3), 0..2_000_i64);
    let money = (0..=60_i64, 0..3_000_i64, prop::collection::vec(0..2_000_i64, 1..4));
    let back = (prop::collection::vec(any::<prop::sample::Index>(), 0..4), -1..=1_i64);
    (prop::collection::vec(dish(), 1..5), money, more, back).prop_map(
        |(dishes, (discount, tax, tips), (fees, charge), (back, odd))| Trade {
            dishes,
            discount,
            tax,
            fees,
            charge,
            tips,
            back,
            odd,
        },
    )
}

impl Trade {
    fn subtotal(&self) -> i64 {
        self.dishes.iter().map(|dish| dish.pieces as i64 * (dish.gross() - dish.discount)).sum()
    }

    fn discount(&self) -> i64 {
        self.subtotal() * self.discount / 100
    }

    fn due(&self) -> i64 {
        let fees: i64 = self.fees.iter().map(|fee| fee.1).sum();
        self.subtotal() - self.discount() + self.tax + fees + self.charge
    }

    /// Amount and tax of each payment.
    fn payments(&self) -> Vec<(i64, i64, i64)> {
        let count = self.tips.len() as i64;
        let part = |whole: i64, number: usize| whole / count + if number == 0 { whole % count } else { 0 };
        self.tips
            .iter()
            .enumerate()
            .map(|(number, tip)| (part(self.due(), number), part(self.tax, number), *tip))
            .collect()
    }

    fn order(&self) -> Value {
        let mut lines: Vec<Value> =
            self.dishes.iter().enumerate().flat_map(|(number, dish)| dish.lines(number)).collect();
        for (number, (is_gratuity, amount)) in self.fees.iter().enumerate() {
            let kind = is_gratuity.then_some("AUTO_GRATUITY");
            lines.push(json!({"id": format!("F{number}"), "name": "Charge", "price": amount, "isOrderFee": true, "orderFeeType": kind}));
        }
        let payments = self.payments().into_iter().enumerate().map(|(number, (amount, tax, tip))| {
            let charge = if number == 0 { json!({ "amount": self.charge }) } else { Value::Null };
            with(visa(amount), json!({"id": format!("P{number}"), "tipAmount": tip, "taxAmount": tax, "serviceCharge": charge}))
        });
        with(
            order(lines, payments.collect()),
            json!({"discounts": list(vec![json!({"name": "Coupon", "amount": -self.discount()})]),
                   "serviceCharge": {"name": "Service", "percentageDecimal": 100_000}}),
        )
    }

    /// The pieces that come back: the id of each, its gross and its net.
    fn returned(&self) -> Vec<(String, i64, i64)> {
        let all: Vec<(String, i64, i64)> = self
            .dishes
            .iter()
            .enumerate()
            .flat_map(|(number, dish)| {
                (0..dish.pieces).map(move |piece| {
                    (format!("L{number}-{piece}"), dish.gross(), dish.gross() - dish.discount)
                })
            })
            .collect();
        let shares =
            spread::spread(self.discount(), &all.iter().map(|piece| piece.2 as u64).collect::<Vec<_>>());
        let mut back = std::collections::BTreeMap::new();
        for index in &self.back {
            let at = index.index(all.len());
            back.insert(all[at].0.clone(), (all[at].1, all[at].2 - shares[at]));
        }
        back.into_iter().map(|(id, (gross, net))| (id, gross, net)).collect()
    }
}

proptest! {
    #[test]
    fn checks_hold_the_cents_of_the_trade(trade in trade()) {
        let back = trade.returned();
        let net: i64 = back.iter().map(|piece| piece.2).sum::<i64>() + trade.odd;
        let tax = trade.tax / 2;
        let mut sent = trade.order();
        if !back.is_empty() {
            let lines = back.iter().map(|piece| json!({"id": piece.0})).collect();
            let refund = json!({"id": "R1", "payment": {"id": "P0"}, "orderRef": {"id": "O1"}, "amount": net + tax + 7, "taxAmount": tax,
                "tipAmount": 7, "createdTime": ms("2026-07-20T16:00:00Z"), "lineItems": list(lines)});
            sent = with(sent, json!({"refunds": list(vec![refund]), "paymentState": "PARTIALLY_REFUNDED"}));
        }
        let seen = mapped(&sent);
        prop_assert_eq!(seen.len(), 1 + usize::from(!back.is_empty()));
        let sum = |of: fn(&Dish) -> i64, gift_cards: bool| {
            trade.dishes.iter().filter(|dish| dish.is_gift_card == gift_cards).map(|dish| dish.pieces as i64 * of(dish)).sum::<i64>()
        };
        let sale = seen[0].check().totals();
        prop_assert_eq!(cents(sale.sales.gross), sum(Dish::gross, false));
        prop_assert_eq!(cents(sale.tax), trade.tax);
        let charged = |is_gratuity: bool| trade.fees.iter().filter(|of| of.0 == is_gratuity).map(|of| of.1).sum::<i64>();
        prop_assert_eq!((cents(sale.gratuity), cents(sale.service_charges)), (charged(true), charged(false) + trade.charge));
        prop_assert_eq!((cents(sale.tips), cents(sale.paid)), (trade.tips.iter().sum(), trade.due() + trade.tips.iter().sum::<i64>()));
        let discounts = sum(|dish| dish.discount, false) + sum(|dish| dish.discount, true) + trade.discount();
        let given: i64 = seen[0].check().lines.iter().map(|line| cents(line.discount)).sum::<i64>() + cents(seen[0].check().discount);
        prop_assert_eq!(given, discounts);
        let Some(refund) = seen.get(1).map(|seen| seen.check().totals()) else { return Ok(()) };
        prop_assert_eq!((cents(refund.paid), cents(refund.tips), cents(refund.tax)), (-net - tax - 7, -7, -tax));
        prop_assert_eq!(cents(refund.sales.net()) + cents(refund.deferred), -net);
    }
}
