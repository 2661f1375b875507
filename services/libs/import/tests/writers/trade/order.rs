//! One random order.

use jiff::ToSpan;
use jiff::civil::Date;

use super::dice::Dice;
use super::menu::MODIFIERS;
use super::money::{ratio, spread, tax};
use super::traits::Traits;
use super::{Charge, Dish, House, Line, Means, Order, OrderType, Payment, State};

const SERVERS: &[&str] = &["Sam Lee", "Ana", "Díaz, Rio", "Zoë"];
const DISCOUNTS: &[&str] = &["10% off", "Happy Hour", "Employee", "Loyalty, gold"];
const CARDS: &[&str] = &["Visa", "Mastercard", "Amex"];
const OTHERS: &[&str] = &["Voucher", "House Account"];

/// What an order is made of.
pub struct Kitchen<'a> {
    /// The house.
    pub house: &'a House,
    /// Its menu.
    pub menu: &'a [Dish],
    /// What may happen.
    pub traits: &'a Traits,
    /// How many guests are known.
    pub guests: usize,
}

impl Kitchen<'_> {
    /// An order of a business date, without its number.
    pub fn order(&self, dice: &mut Dice, at: usize, date: Date) -> Order {
        let begin = date.to_datetime(self.house.start_of_day);
        // From seven hours after the start of the day to four minutes before the next.
        let closed = begin + dice.range(7 * 3600, 24 * 3600 - 240).seconds();
        let traits = self.traits;
        let (closed, begin) = if traits.crossing && dice.chance(5) {
            (begin + dice.range(60, 3000).seconds(), begin - 12.hours())
        } else {
            (closed, begin)
        };
        let closed = if self.house.has(closed) { closed } else { closed - 1.hour() };
        let opened = (closed - dice.range(60, 7200).seconds()).max(begin);
        let opened = if self.house.has(opened) { opened } else { closed };
        let state = match dice.range(1, 100) {
            1..=6 if traits.voids => State::Voided,
            7..=10 if traits.open => State::Open,
            _ => State::Closed,
        };
        let mut order = Order {
            id: id(dice, at),
            number: 0,
            party: None,
            register: dice.range(1, 3),
            opened,
            closed,
            state,
            reason: (state == State::Voided).then_some("Guest left"),
            lines: Vec::new(),
            discount_name: None,
            charges: Vec::new(),
            rounding: 0,
            payments: Vec::new(),
            failed: Vec::new(),
            covers: dice.range(1, 8),
            table: dice.chance(70).then(|| format!("{}{}", dice.pick(&["", "T", "Bar "]), dice.range(1, 30))),
            server: dice.pick(SERVERS),
            cashier: dice.pick(SERVERS),
            order_type: dice.pick(&[
                OrderType::DineIn,
                OrderType::DineIn,
                OrderType::ToGo,
                OrderType::Delivery,
            ]),
            online: dice.chance(15),
            guest: (self.guests > 0 && dice.chance(20)).then(|| dice.below(self.guests.max(1))),
            refund_of: None,
            refund: false,
        };
        self.fill(dice, &mut order);
        self.pay(dice, &mut order);
        order
    }

    fn fill(&self, dice: &mut Dice, order: &mut Order) {
        let traits = self.traits;
        for _ in 0..dice.range(1, 6) {
            let line = self.line(dice);
            order.lines.push(line);
        }
        let counts = order.state == State::Closed;
        if counts && traits.line_voids && order.lines.len() > 1 && dice.chance(10) {
            let last = order.lines.len() - 1;
            order.lines[last].voided = true;
        }
        if order.state != State::Voided {
            self.discount(dice, order);
        }
        for line in &mut order.lines {
            line.tax = tax(line.charged(), line.rate, self.house.tax_inside);
        }
        if counts && traits.gift_sold && dice.chance(6) {
            order.lines.push(gift_card(dice.range(2, 20) * 500));
        }
        let sum = order.sum();
        let net = sum.amount - sum.discount;
        if !counts || net <= 0 {
            return;
        }
        if !traits.charges.is_empty() && dice.chance(20) {
            let amount = match self.house.charge {
                Charge::Gratuity => ratio(net, 18, 100),
                _ => ratio(net, 3, 100),
            };
            order.charges.push((self.house.charge, amount.max(1)));
        }
        if traits.delivery && order.order_type == OrderType::Delivery {
            order.charges.push((Charge::Delivery, dice.range(2, 12) * 50));
        }
    }

    fn discount(&self, dice: &mut Dice, order: &mut Order) {
        let traits = self.traits;
        for line in order.lines.iter_mut().filter(|line| line.counts()) {
            if traits.comps && dice.chance(4) {
                line.discount = line.amount;
                line.discount_name = Some("Manager comp");
            } else if traits.line_discounts && dice.chance(10) {
                line.discount = ratio(line.amount, dice.range(5, 60), 100);
                line.discount_name = Some(dice.pick(DISCOUNTS));
            }
        }
        let weights: Vec<i64> =
            order.lines.iter().map(|line| if line.counts() { line.charged() } else { 0 }).collect();
        let total: i64 = weights.iter().sum();
        let off = if traits.comps && dice.chance(2) {
            total
        } else if traits.order_discounts && dice.chance(15) {
            ratio(total, dice.range(3, 50), 100)
        } else {
            0
        };
        if off > 0 {
            order.discount_name = Some(dice.pick(DISCOUNTS));
            for (line, share) in order.lines.iter_mut().zip(spread(off, &weights)) {
                line.share = share;
            }
        }
    }

    fn line(&self, dice: &mut Dice) -> Line {
        let place = dice.below(self.menu.len());
        let dish = &self.menu[place];
        let (size, price) = dice.pick(&dish.sizes);
        let quantity = if dish.by_weight {
            dice.pick(&[350, 1234, 5, 500, 999, 2000, 1250, 10_005])
        } else {
            1000 * dice.pick(&[1, 1, 1, 1, 2, 3, 12])
        };
        let mut modifiers = Vec::new();
        if self.traits.modifiers && !dish.by_weight && dice.chance(25) {
            let (name, each) = dice.pick(MODIFIERS);
            modifiers.push((name, each * quantity / 1000));
        }
        let extra: i64 = modifiers.iter().map(|modifier| modifier.1).sum();
        Line {
            dish: Some(place),
            name: dish.name.to_owned(),
            size,
            category: dish.category,
            quantity,
            price,
            modifiers,
            amount: ratio(price, quantity, 1000) + extra,
            discount: 0,
            discount_name: None,
            share: 0,
            tax: 0,
            rate: dish.rate,
            cost: dish.cost,
            voided: false,
            deferred: false,
        }
    }

    fn pay(&self, dice: &mut Dice, order: &mut Order) {
        if order.state != State::Closed {
            return;
        }
        let traits = self.traits;
        let due = order.due(self.house.tax_inside);
        let count = if traits.split && due > 300 && dice.chance(15) { dice.range(2, 3) } else { 1 };
        if traits.rounding && count == 1 && dice.chance(30) {
            order.rounding = ratio(due, 1, 5) * 5 - due;
            let means = Means::Cash;
            order.payments.push(Payment { means, amount: due + order.rounding, tip: 0 });
        } else if due > 0 {
            let weights: Vec<i64> = (0..count).map(|_| dice.range(1, 5)).collect();
            for amount in spread(due, &weights) {
                let means = self.means(dice);
                let tip = if traits.tips && matches!(means, Means::Card(_)) && dice.chance(50) {
                    dice.range(1, 1200)
                } else {
                    0
                };
                order.payments.push(Payment { means, amount, tip });
            }
        }
        order.payments.retain(|payment| payment.amount != 0 || payment.tip != 0);
        if traits.failed && due > 0 && dice.chance(8) {
            order.failed.push(Payment { means: Means::Card("Visa"), amount: due, tip: 0 });
        }
    }

    fn means(&self, dice: &mut Dice) -> Means {
        match dice.range(1, 100) {
            1..=30 => Means::Cash,
            31..=40 if self.traits.gift_used => Means::GiftCard,
            41..=50 => Means::Other(dice.pick(OTHERS)),
            _ => Means::Card(dice.pick(CARDS)),
        }
    }
}

fn gift_card(amount: i64) -> Line {
    Line {
        dish: None,
        name: "Gift Card".to_owned(),
        size: None,
        category: None,
        quantity: 1000,
        price: amount,
        modifiers: Vec::new(),
        amount,
        discount: 0,
        discount_name: None,
        share: 0,
        tax: 0,
        rate: 0,
        cost: None,
        voided: false,
        deferred: true,
    }
}

/// An id that is unique in a trade: random letters, then its place.
fn id(dice: &mut Dice, at: usize) -> String {
    let letters = b"ABCDEFGHJKMNPQRSTVWXYZ";
    let random: String = (0..6).map(|_| char::from(dice.pick(letters))).collect();
    format!("{random}{at:05}")
}
