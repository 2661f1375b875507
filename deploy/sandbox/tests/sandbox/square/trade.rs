//! Checks to put in: plain ones, and random ones with everything that Square has of its own.

use jiff::civil::DateTime;
use saffron_core::fact::{ChargeKind, DiscountKind};
use saffron_core::{CheckId, Money, Quantity};
use saffron_till::{Check, Discount, Guest, Item, Line, Modifier, Payment, Person, ServiceCharge, Shift};

use super::world::PLACE;

pub fn money(cents: i64) -> Money {
    Money::from_cents(cents)
}

pub fn check_id(text: &str) -> CheckId {
    text.parse().unwrap()
}

/// A check of the main location, opened half an hour before it was closed, served by Ada.
pub fn check(id: &str, closed: &str) -> Check {
    let closed: DateTime = closed.parse().unwrap();
    let mut check = Check::new(PLACE.parse().unwrap(), check_id(id), closed);
    check.open_time = closed.saturating_sub(jiff::Span::new().minutes(30));
    check.employee = Some(Person { id: "e1".to_owned(), name: "Ada Abbott".to_owned() });
    check
}

/// One of an item.
pub fn line(item: &str, cents: i64) -> Line {
    Line::new(item.parse().unwrap(), format!("Dish {item}"), Quantity::ONE, money(cents))
}

pub fn visa(cents: i64, tip: i64) -> Payment {
    Payment::new("Visa".to_owned(), money(cents), money(tip))
}

/// A check of one dish that was paid by card.
pub fn simple(id: &str, closed: &str, cents: i64, tip: i64) -> Check {
    Check { lines: vec![line("soup", cents)], payments: vec![visa(cents, tip)], ..check(id, closed) }
}

/// The whole of a sale brought back.
pub fn refund(of: &Check, id: &str, closed: &str) -> Check {
    let mut refund = Check { id: check_id(id), refund_of: Some(of.id.clone()), ..of.clone() };
    refund.close_time = closed.parse().unwrap();
    refund.open_time = refund.close_time;
    let turn = |amount: &mut Money| *amount = -*amount;
    for line in &mut refund.lines {
        line.quantity = -line.quantity;
        turn(&mut line.amount);
        turn(&mut line.discount);
        turn(&mut line.tax);
        line.discounts.iter_mut().for_each(|discount| turn(&mut discount.amount));
        line.modifiers.iter_mut().for_each(|modifier| turn(&mut modifier.amount));
    }
    turn(&mut refund.discount);
    turn(&mut refund.rounding);
    turn(&mut refund.reward_used);
    refund.discounts.iter_mut().for_each(|discount| turn(&mut discount.amount));
    for charge in &mut refund.service_charges {
        turn(&mut charge.amount);
        turn(&mut charge.tax);
    }
    for payment in &mut refund.payments {
        turn(&mut payment.amount);
        turn(&mut payment.tip);
    }
    refund
}

pub fn item(id: &str, cents: Option<i64>) -> Item {
    Item {
        pos_id: PLACE.parse().unwrap(),
        id: id.parse().unwrap(),
        revision: 1,
        name: format!("Dish {id}"),
        major_category: "Food".to_owned(),
        minor_category: "Mains".to_owned(),
        price: cents.map(money),
        cost: cents.map(|cents| money(cents / 3)),
        stock: None,
        low_stock: None,
        sold_out: false,
        sold_out_until: None,
    }
}

pub fn guest(id: &str) -> Guest {
    Guest {
        pos_id: PLACE.parse().unwrap(),
        id: id.parse().unwrap(),
        revision: 1,
        first_name: "Grace".to_owned(),
        last_name: "Diaz".to_owned(),
        email: Some(format!("{id}@example.com")),
        cell_phone_number: Some("2125550101".to_owned()),
        email_consent: None,
        sms_consent: None,
    }
}

pub fn shift(id: &str, from: &str, until: Option<&str>) -> Shift {
    Shift {
        pos_id: PLACE.parse().unwrap(),
        id: id.parse().unwrap(),
        revision: 1,
        employee: Person { id: "e1".to_owned(), name: "Ada Abbott".to_owned() },
        job: "Server".to_owned(),
        clock_in: from.parse().unwrap(),
        clock_out: until.map(|until| until.parse().unwrap()),
        unpaid_minutes: 30.into(),
        regular_minutes: None,
        overtime_minutes: 0.into(),
        rate: Some(money(1_650)),
        overtime_rate: None,
        tips: money(500),
    }
}

/// Random numbers that a seed repeats.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// From 0 up to but not including `below`.
    pub fn throw(&mut self, below: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i64::try_from(self.0 % u64::try_from(below).unwrap()).unwrap()
    }

    fn chance(&mut self, percent: i64) -> bool {
        self.throw(100) < percent
    }
}

/// A random check that balances: what is due is what was paid.
pub fn random(dice: &mut Dice, number: usize) -> Check {
    let closed = format!("2026-07-19T{:02}:{:02}:{:02}", dice.throw(24), dice.throw(60), dice.throw(60));
    let mut check = check(&format!("r{number}"), &closed);
    check.open_time = check.close_time;
    for index in 0..=dice.throw(4) {
        check.lines.push(random_line(dice, index));
    }
    if dice.chance(30) {
        check.discount = money(dice.throw(150));
        let half = money(check.discount.cents() / 2);
        check.discounts = vec![Discount::new("Happy hour", DiscountKind::Promotion, half)];
    }
    if dice.chance(15) {
        check.reward_used = money(dice.throw(100));
    }
    for (percent, kind) in [(20, ChargeKind::Gratuity), (20, ChargeKind::Fee)] {
        if dice.chance(percent) {
            let (amount, tax) = (money(dice.throw(500) + 1), money(dice.throw(40)));
            check.service_charges.push(ServiceCharge { name: format!("{kind:?}"), kind, amount, tax });
        }
    }
    if dice.chance(15) {
        check.rounding = money(dice.throw(5) - 2);
    }
    let due = due(&check);
    let tip = if dice.chance(50) { dice.throw(900) } else { 0 };
    let first = if dice.chance(25) { due * dice.throw(100) / 100 } else { due };
    let mut payments = vec![visa(first, tip)];
    if first != due {
        let mut second = Payment::new("Cash".to_owned(), money(due - first), Money::ZERO);
        if dice.chance(40) {
            (second.tender, second.gift_card) = ("Gift card".to_owned(), true);
        }
        payments.push(second);
    }
    check.payments = payments;
    check
}

fn random_line(dice: &mut Dice, index: i64) -> Line {
    let milli = if dice.chance(20) { dice.throw(3_000) + 1 } else { (dice.throw(3) + 1) * 1_000 };
    let price = money(dice.throw(3_000) + 500);
    let id = if dice.chance(10) { format!("custom-{index}") } else { format!("i{index}") };
    let mut line =
        Line::new(id.parse().unwrap(), format!("Dish {index}"), Quantity::from_milli(milli), price);
    if dice.chance(30) {
        let amount = money(dice.throw(200));
        line.modifiers.push(Modifier {
            name: "Extra".to_owned(),
            quantity: Quantity::ONE,
            amount,
            cost: None,
        });
        line.amount += amount;
    }
    if dice.chance(8) {
        line.deferred = true;
        return line;
    }
    line.tax = money(line.amount.cents() * 8 / 100);
    line.tax_included = dice.chance(10);
    if dice.chance(20) {
        line.discount = money(line.amount.cents() / 4);
    }
    line.voided = index > 0 && dice.chance(5);
    line
}

/// What is due on a check, without a tip.
pub fn due(check: &Check) -> i64 {
    let lines = check.lines.iter().filter(|line| !line.voided).map(|line| {
        let tax = if line.tax_included { Money::ZERO } else { line.tax };
        line.amount - line.discount + tax
    });
    let charges = check.service_charges.iter().map(|charge| charge.amount + charge.tax);
    let due: Money = lines.chain(charges).sum();
    (due - check.discount - check.reward_used + check.rounding).cents()
}
