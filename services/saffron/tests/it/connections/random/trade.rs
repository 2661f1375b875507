//! Random trade with everything that is odd about that of a POS, and what it comes to: counted plainly, from the trade alone.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, Money};
use saffron_sandbox::square::{Order, Origin, RefundStatus, Return, Stage};
use saffron_till::{Check, Payment, Person, Shift};

use super::super::dice::{Dice, PLACE, check};
use super::super::stand::Pos;
use super::super::{refund, utc};

/// What a POS has from a moment on.
#[derive(Debug, Clone)]
pub struct Step {
    pub at: Timestamp,
    pub what: What,
}

#[derive(Debug, Clone)]
pub enum What {
    Order(Box<Order>),
    Shift(Box<Shift>),
}

/// What happens to the orders of some days, the earliest first.
pub struct Trade {
    pos: Pos,
    dice: Dice,
    pub steps: Vec<Step>,
}

impl Trade {
    /// So many orders, and shifts, of 13 to 20 July.
    pub fn random(pos: Pos, seed: u64, orders: usize) -> Trade {
        let mut trade = Trade { pos, dice: Dice::new(seed), steps: Vec::new() };
        for number in 0..orders {
            trade.order(number);
        }
        for number in 0..8 {
            trade.shift(number);
        }
        trade.steps.sort_by_key(|step| step.at);
        trade
    }

    fn put(&mut self, order: Order, at: Timestamp) {
        self.steps.push(Step { at, what: What::Order(Box::new(order)) });
    }

    /// A moment so many minutes later at most, and one at least.
    fn later(&mut self, than: Timestamp, minutes: i64) -> Timestamp {
        than + SignedDuration::from_secs(60 * (1 + self.dice.throw(minutes)) + self.dice.throw(60))
    }

    fn wall(&mut self) -> DateTime {
        let dice = &mut self.dice;
        let (day, hour) = (13 + dice.throw(7), dice.throw(24));
        format!("2026-07-{day:02}T{hour:02}:{:02}:{:02}", dice.throw(60), dice.throw(60)).parse().unwrap()
    }

    fn order(&mut self, number: usize) {
        let closed = self.wall();
        let mut sale = check(&mut self.dice, &format!("c{number}"), closed);
        let kind = self.dice.throw(12);
        // Clover says of the refunds of several payments not what was brought back.
        if self.dice.chance(20) && (self.pos != Pos::Clover || !(8..10).contains(&kind)) {
            split(&mut sale);
        }
        let (opened, at) = (utc(sale.open_time), utc(closed));
        let of = |sale: &Check, stage| Order::sale(sale.clone()).at_stage(stage);
        match kind {
            // The tip is entered later: of an order that was signed, and of one that was closed.
            0 => {
                let tips = std::mem::take(&mut sale.payments[0].tip);
                self.put(of(&sale, Stage::Signing), at);
                sale.payments[0].tip = tips + Money::from_cents(self.dice.throw(700));
                let settled = self.later(at, 36 * 60);
                self.put(of(&sale, Stage::Closed), settled);
            }
            1 | 2 => {
                self.put(of(&sale, Stage::Closed), at);
                sale.payments[0].tip += Money::from_cents(1 + self.dice.throw(700));
                let tipped = self.later(at, 36 * 60);
                self.put(of(&sale, Stage::Closed), tipped);
            }
            // It was taken without a connection.
            3 => {
                let arrived = self.later(at, 70 * 60);
                self.put(Order::sale(sale).from_origin(Origin::OfflineTill), arrived);
            }
            // It is open for some time, or is never closed.
            4 | 5 => {
                let stage = [Stage::Cart, Stage::Draft, Stage::Partly][self.dice.throw(3) as usize];
                let mut open = sale.clone();
                if stage == Stage::Partly {
                    let paid = &mut open.payments;
                    paid.truncate(1);
                    (paid[0].amount, paid[0].tip) = (Money::from_cents(100), Money::ZERO);
                }
                self.put(Order::sale(open).at_stage(stage), opened);
                if kind == 4 {
                    self.put(of(&sale, Stage::Closed), at);
                }
            }
            // It is changed after it was closed.
            6 => {
                self.put(of(&sale, Stage::Closed), at);
                let other = check(&mut self.dice, &format!("c{number}"), closed);
                let changed = self.later(at, 24 * 60);
                self.put(Order::sale(other), changed);
            }
            // It is given up after it was closed.
            7 => {
                self.put(of(&sale, Stage::Closed), at);
                let voided = self.later(at, 20 * 60);
                self.put(Order::sale(Check { voided: true, ..sale }), voided);
            }
            8 | 9 => {
                self.put(of(&sale, Stage::Closed), at);
                let back = self.later(at, 3 * 24 * 60);
                self.back(&sale, &format!("b{number}"), back);
            }
            10 if self.pos == Pos::Square => self.exchange(&sale, number),
            _ => {
                self.put(of(&sale, Stage::Closed), at);
                if self.dice.chance(30) {
                    // The same once more.
                    let again = self.later(at, 5);
                    self.put(of(&sale, Stage::Closed), again);
                }
            }
        }
    }

    /// All of a sale, or one of its lines, is brought back. The money may be on its way for hours, and may not arrive.
    fn back(&mut self, sale: &Check, id: &str, at: Timestamp) {
        let mut back = refund(sale, id, &wall_of(at).to_string());
        // Of a discount of the whole check each line has a share.
        let is_simple = back.discount == Money::ZERO && back.payments.len() == 1;
        if self.dice.chance(40) && back.lines.len() > 1 && is_simple {
            back = one_line(back);
        }
        let of = |status| Order {
            returns: vec![Return { check: back.clone(), status, is_linked: true }],
            ..Order::refund(back.clone())
        };
        let (first, last) = match self.dice.throw(4) {
            0 => (Some(RefundStatus::Pending), RefundStatus::Completed),
            1 => (Some(RefundStatus::Pending), RefundStatus::Rejected),
            _ => (None, RefundStatus::Completed),
        };
        if let Some(first) = first {
            self.put(of(first), at);
        }
        let done = if first.is_some() { self.later(at, 5 * 60) } else { at };
        self.put(of(last), done);
    }

    /// Something is brought back for something else that costs more.
    fn exchange(&mut self, sale: &Check, number: usize) {
        let at = utc(sale.close_time);
        self.put(Order::sale(sale.clone()), at);
        let then = self.later(at, 2 * 24 * 60);
        let mut back = refund(sale, &format!("b{number}"), &wall_of(then).to_string());
        let back_worth = -back.payments.iter().map(|of| of.amount).sum::<Money>();
        back.payments = Vec::new();
        let mut other = check(&mut self.dice, &format!("x{number}"), wall_of(then));
        other.open_time = other.close_time;
        let line = &mut other.lines[0];
        line.amount += back_worth;
        line.price = line.amount;
        line.quantity = saffron_core::Quantity::ONE;
        let more = due(&other) - back_worth;
        other.payments = vec![Payment::new("Cash".to_owned(), more, Money::ZERO)];
        let returns = vec![Return { check: back, status: RefundStatus::Completed, is_linked: true }];
        self.put(Order { returns, ..Order::sale(other) }, then);
    }

    fn shift(&mut self, number: usize) {
        let start: DateTime =
            format!("2026-07-{:02}T{:02}:15:00", 13 + number % 7, 8 + self.dice.throw(8)).parse().unwrap();
        let end = start.saturating_add(jiff::Span::new().minutes(120 + self.dice.throw(400)));
        let mut shift = Shift {
            pos_id: PLACE.parse().unwrap(),
            id: format!("w{number}").parse().unwrap(),
            revision: 1,
            employee: Person { id: format!("e{}", number % 3), name: format!("Server {}", number % 3) },
            job: "Server".to_owned(),
            clock_in: start,
            clock_out: None,
            unpaid_minutes: 0.into(),
            regular_minutes: None,
            overtime_minutes: 0.into(),
            rate: (self.pos != Pos::Clover).then(|| Money::from_cents(1_500)),
            overtime_rate: None,
            tips: Money::ZERO,
        };
        let mut put = |shift: &Shift, at| {
            self.steps.push(Step { at, what: What::Shift(Box::new(shift.clone())) });
        };
        put(&shift, utc(start));
        shift.clock_out = Some(end);
        put(&shift, utc(end));
    }
}

/// The wall time of a moment.
pub fn wall_of(at: Timestamp) -> DateTime {
    let wall = at.to_zoned(jiff::tz::TimeZone::get(super::super::ZONE).unwrap()).datetime();
    wall.round(jiff::Unit::Second).unwrap()
}

/// What is due of a check, without tips.
fn due(check: &Check) -> Money {
    let lines: Money = check.lines.iter().map(|line| line.amount - line.discount + line.tax).sum();
    let charges: Money = check.service_charges.iter().map(|charge| charge.amount + charge.tax).sum();
    lines + charges - check.discount
}

/// A part of it is paid by cash.
fn split(sale: &mut Check) {
    let cash = Money::from_cents(sale.payments[0].amount.cents() / 3);
    sale.payments[0].amount -= cash;
    sale.payments.push(Payment::new("Cash".to_owned(), cash, Money::ZERO));
}

/// Of a refund its first line alone.
fn one_line(mut back: Check) -> Check {
    back.lines.truncate(1);
    back.service_charges = Vec::new();
    let amount = due(&back);
    back.payments[0].amount = amount;
    back.payments[0].tip = Money::ZERO;
    back
}

/// What a business date comes to, cents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sums {
    pub gross: i64,
    pub discounts: i64,
    pub tax: i64,
    pub tips: i64,
    pub charges: i64,
    pub paid: i64,
    pub refunds: i64,
    pub checks: i64,
    /// Hundredths of hours worked; none while somebody works.
    pub hours: Option<i64>,
    /// What of each item was sold: hundredths of pieces, and cents.
    pub items: BTreeMap<String, (i64, i64)>,
}

/// What the last state of everything comes to, by business date.
pub fn counted(steps: &[Step]) -> BTreeMap<String, Sums> {
    let mut sales: BTreeMap<String, &Order> = BTreeMap::new();
    let mut returns: BTreeMap<String, &Return> = BTreeMap::new();
    let mut shifts: BTreeMap<String, &Shift> = BTreeMap::new();
    for step in steps {
        match &step.what {
            What::Order(order) => {
                if let Some(sale) = &order.sale {
                    sales.insert(sale.id.to_string(), order);
                }
                for back in &order.returns {
                    returns.insert(back.check.id.to_string(), back);
                }
            }
            What::Shift(shift) => {
                shifts.insert(shift.id.to_string(), shift);
            }
        }
    }
    let mut all: BTreeMap<String, Sums> = BTreeMap::new();
    for order in sales.into_values().filter(|order| matches!(order.stage, Stage::Closed | Stage::Signing)) {
        if let Some(sale) = order.sale.as_ref().filter(|sale| !sale.voided) {
            let of = all.entry(date_of(sale.close_time)).or_default();
            add(of, sale);
            of.checks += 1;
        }
    }
    for back in returns.into_values().filter(|back| back.status == RefundStatus::Completed) {
        let of = all.entry(date_of(back.check.close_time)).or_default();
        add(of, &back.check);
        let discounts =
            back.check.lines.iter().map(|line| line.discount).sum::<Money>() + back.check.discount;
        let lines = back.check.lines.iter().map(|line| line.amount).sum::<Money>();
        of.refunds += (discounts - lines).cents();
    }
    let mut worked: BTreeMap<(String, &str), Option<i64>> = BTreeMap::new();
    for shift in shifts.into_values() {
        let minutes = shift.clock_out.map(|out| out.duration_since(shift.clock_in).as_mins());
        let sum = worked.entry((date_of(shift.clock_in), &shift.employee.id)).or_insert(Some(0));
        *sum = sum.zip(minutes).map(|(sum, more)| sum + more);
    }
    all.values_mut().for_each(|sums| sums.hours = Some(0));
    for ((on, _), minutes) in worked {
        let of = all.entry(on).or_insert(Sums { hours: Some(0), ..Sums::default() });
        let hours = minutes.map(|minutes| (minutes as f64 / 0.6).round() as i64);
        of.hours = of.hours.zip(hours).map(|(sum, more)| sum + more);
    }
    for sums in all.values_mut() {
        sums.items.retain(|_, of| *of != (0, 0));
    }
    all
}

fn add(to: &mut Sums, check: &Check) {
    let cents = |of: Money| of.cents();
    let lines = || check.lines.iter();
    for line in lines() {
        to.gross += cents(line.amount);
        let item = to.items.entry(line.name.clone()).or_default();
        *item = (item.0 + line.quantity.milli() / 10, item.1 + cents(line.amount));
    }
    to.discounts += lines().map(|line| cents(line.discount)).sum::<i64>() + cents(check.discount);
    let charges = || check.service_charges.iter();
    to.tax += lines().map(|line| cents(line.tax)).sum::<i64>();
    to.tax += charges().map(|charge| cents(charge.tax)).sum::<i64>();
    to.charges += charges().map(|charge| cents(charge.amount)).sum::<i64>();
    to.tips += check.payments.iter().map(|of| cents(of.tip)).sum::<i64>();
    to.paid += check.payments.iter().map(|of| cents(of.amount + of.tip)).sum::<i64>();
}

/// The business date of a wall time: days begin at four.
pub fn date_of(wall: DateTime) -> String {
    let date: BusinessDate = wall.date().to_string().parse().unwrap();
    if wall.hour() < 4 { date.plus_days(-1) } else { date }.to_string()
}
