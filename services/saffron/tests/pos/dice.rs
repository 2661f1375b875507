//! Random checks of which every POS can hold all.

use jiff::civil::DateTime;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::fact::{ChargeKind, DiscountKind};
use saffron_core::{Money, Quantity};
use saffron_till::{Check, Discount, Line, Payment, Person, ServiceCharge};

/// The location.
pub const PLACE: &str = "main-street";

/// Random numbers that a seed repeats.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// From 0 up to but not including `below`.
    pub fn throw(&mut self, below: i64) -> i64 {
        self.0.random_range(0..below)
    }

    pub fn chance(&mut self, percent: i64) -> bool {
        self.throw(100) < percent
    }
}

fn money(cents: i64) -> Money {
    Money::from_cents(cents)
}

/// A check that was closed then, and is paid as a whole.
pub fn check(dice: &mut Dice, id: &str, closed: DateTime) -> Check {
    let mut check = Check::new(PLACE.parse().unwrap(), id.parse().unwrap(), closed);
    check.open_time = closed.saturating_sub(jiff::Span::new().minutes(20));
    check.employee = Some(Person { id: "e1".to_owned(), name: "Server One".to_owned() });
    for index in 0..=dice.throw(3) {
        let price = money(dice.throw(3_000) + 400);
        let quantity = Quantity::from_milli((dice.throw(3) + 1) * 1_000);
        let mut line =
            Line::new(format!("i{index}").parse().unwrap(), format!("Dish {index}"), quantity, price);
        line.tax = money(line.amount.cents() * 8 / 100);
        if dice.chance(20) {
            line.discount = money(line.amount.cents() / 10);
            line.discounts = vec![Discount::new("Regulars", DiscountKind::Promotion, line.discount)];
        }
        check.lines.push(line);
    }
    if dice.chance(20) {
        check.discount = money(dice.throw(150));
        check.discounts = vec![Discount::new("Happy hour", DiscountKind::Promotion, check.discount)];
    }
    if dice.chance(20) {
        let (amount, tax) = (money(dice.throw(500) + 1), money(dice.throw(40)));
        check.service_charges.push(ServiceCharge {
            name: "Delivery".to_owned(),
            kind: ChargeKind::Delivery,
            amount,
            tax,
        });
    }
    let lines: Money = check.lines.iter().map(|line| line.amount - line.discount + line.tax).sum();
    let charges: Money = check.service_charges.iter().map(|charge| charge.amount + charge.tax).sum();
    let due = lines + charges - check.discount;
    let tip = if dice.chance(60) { money(dice.throw(900)) } else { Money::ZERO };
    let tender = if dice.chance(70) { "Visa" } else { "Cash" };
    let tip = if tender == "Cash" { Money::ZERO } else { tip };
    check.payments = vec![Payment::new(tender.to_owned(), due, tip)];
    check
}
