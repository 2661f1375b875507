//! One business date of one restaurant: the same at every start, whole or up to a moment.

use std::collections::HashMap;

use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime};
use saffron_core::{BusinessDate, CheckId, ItemId, Money};

use super::card_payments::intent_ids;
use super::cash;
use super::checks::{self, Channel, Order};
use super::dice::Dice;
use super::guests;
use super::pizzaplace::Year;
use super::restaurant::{MenuItem, Restaurant, Trade};
use super::shifts::{self, Duty, duties};
use saffron_till::{CashCount, Check, Event, Minutes, PromoCode, Shift};

/// The `source` of the sandbox's events.
pub const SOURCE: &str = "sandbox-pos";

/// A version of a check; a later one of the same check has a higher revision.
#[derive(Debug, Clone)]
pub struct Revision {
    /// When the till sends it, wall time.
    pub at: DateTime,
    pub check: Check,
}

/// The checks and shifts of a business date.
#[derive(Debug, Clone)]
pub struct Day {
    /// Checks, corrections, voids and refunds, by the time they are sent.
    pub revisions: Vec<Revision>,
    /// Shifts, as they end.
    pub shifts: Vec<Shift>,
    /// The cash drawer, as it is counted; none on a day without trade.
    pub cash: Option<CashCount>,
}

impl Day {
    /// Makes the trade of a day.
    pub fn of(restaurant: &Restaurant, year: &Year, day: Date) -> anyhow::Result<Day> {
        let orders = match &restaurant.trade {
            None => played(restaurant, year, day),
            Some(trade) => made_up(restaurant, trade, day),
        };
        let duties = if orders.is_empty() { Vec::new() } else { duties(restaurant, day) };
        let mut revisions = Vec::with_capacity(orders.len());
        for order in &orders {
            add_check(restaurant, &duties, day, order, &mut revisions)?;
        }
        revisions.sort_by(|a, b| {
            (a.at, &a.check.id, a.check.revision).cmp(&(b.at, &b.check.id, b.check.revision))
        });
        let mut trade = Day { revisions, shifts: Vec::new(), cash: None };
        trade.shifts = trade.worked(restaurant, &duties)?;
        trade.cash = cash::count(restaurant, &duties, day, &trade.checks())?;
        Ok(trade)
    }

    /// Lets some guests of `date` use promo codes: those of an item that they order, and of the guests on file those of whole
    /// checks.
    #[must_use]
    pub fn with_codes(mut self, date: Date, codes: &[PromoCode]) -> Day {
        let date = BusinessDate::from_date(date);
        let valid: Vec<&PromoCode> =
            codes.iter().filter(|code| code.valid_until.is_none_or(|last| date <= last)).collect();
        for Revision { check, .. } in &mut self.revisions {
            if check.refund_of.is_some() {
                continue;
            }
            let ordered = |item: &ItemId| check.lines.iter().any(|line| line.item == *item && !line.voided);
            let used = valid.iter().find(|code| {
                let mut dice = Dice::of(&[&check.pos_id, &check.id, &code.code]);
                if code.items.is_empty() {
                    check.customer.is_some() && dice.chance(60)
                } else {
                    code.items.iter().any(ordered) && dice.chance(300)
                }
            });
            if let Some(code) = used {
                check.promo_code = Some(code.code.clone());
            }
        }
        self
    }

    /// The shifts, with the tips of the checks that each person served.
    fn worked(&self, restaurant: &Restaurant, duties: &[Duty<'_>]) -> anyhow::Result<Vec<Shift>> {
        let Some(first) = duties.first() else { return Ok(Vec::new()) };
        let mut tips: HashMap<&str, Money> = HashMap::new();
        for check in self.checks().into_iter().filter(|check| !check.voided) {
            if let Some(person) = &check.employee {
                *tips.entry(&person.id).or_default() += check.payments.iter().map(|p| p.tip).sum();
            }
        }
        let tip = |duty: &Duty<'_>| tips.get(duty.member.id.as_str()).copied().unwrap_or_default();
        let date = first.from.date();
        duties.iter().map(|duty| duty.shift(restaurant, date, tip(duty))).collect()
    }

    /// The last version of each check.
    pub fn checks(&self) -> Vec<&Check> {
        let checks = || self.revisions.iter().map(|revision| &revision.check).enumerate();
        let last: HashMap<&CheckId, usize> = checks().map(|(index, check)| (&check.id, index)).collect();
        let standing = checks().filter(|(index, check)| last.get(&check.id) == Some(index));
        standing.map(|(_, check)| check).collect()
    }

    /// The events of the whole day, with the last version of each check.
    pub fn finished(&self) -> serde_json::Result<Vec<Event>> {
        let shifts = self.shifts.iter().map(|shift| Event::shift(SOURCE, shift));
        let cash = self.cash.iter().map(|count| Event::cash_count(SOURCE, count));
        shifts.chain(self.checks().into_iter().map(event)).chain(cash).collect()
    }

    /// All events of the day with the wall time at which they are sent, in order.
    pub fn timeline(&self) -> serde_json::Result<Vec<(DateTime, Event)>> {
        let mut timeline = Vec::with_capacity(self.revisions.len() + 2 * self.shifts.len());
        for shift in &self.shifts {
            let open = Shift {
                clock_out: None,
                tips: Money::ZERO,
                overtime_minutes: Minutes::ZERO,
                unpaid_minutes: Minutes::ZERO,
                ..shift.clone()
            };
            timeline.push((shift.clock_in, Event::shift(SOURCE, &open)?));
            if let Some(end) = shift.clock_out {
                timeline.push((end, Event::shift(SOURCE, shift)?));
            }
        }
        for Revision { at, check } in &self.revisions {
            // A table orders before it pays.
            if check.revision == 1 && check.table.is_some() && check.refund_of.is_none() {
                timeline.push((check.open_time, Event::open_check(SOURCE, check)?));
            }
            timeline.push((*at, event(check)?));
        }
        if let Some(count) = &self.cash {
            timeline.push((count.closed_at, Event::cash_count(SOURCE, count)?));
        }
        timeline.sort_by_key(|(at, _)| *at);
        Ok(timeline)
    }
}

/// A check as the till sends it: its card payments carry the card provider's ids.
fn event(check: &Check) -> serde_json::Result<Event> {
    Event::check_by_card(SOURCE, check, &intent_ids(check))
}

/// The orders of the file's day, amounts untouched.
fn played<'a>(restaurant: &'a Restaurant, year: &Year, day: Date) -> Vec<Order<'a>> {
    let order = |order: &super::pizzaplace::Order| Order {
        // The file's number within the demo's own date: the same order is played again a year later.
        id: format!("{}-{}", day.strftime("%Y%m%d"), order.id.rsplit('-').next().unwrap_or_default()),
        at: day.to_datetime(order.at),
        guests: None,
        items: order
            .pizzas
            .iter()
            .filter_map(|(pizza, count)| Some((restaurant.menu.get(*pizza)?, *count)))
            .collect(),
    };
    year.orders(day).iter().map(order).collect()
}

/// Orders of a made-up day, in order of time.
fn made_up<'a>(restaurant: &'a Restaurant, trade: &Trade, day: Date) -> Vec<Order<'a>> {
    let mut dice = Dice::of(&[&restaurant.pos_id, &day, &"orders"]);
    let weekday = usize::try_from(day.weekday().to_monday_zero_offset()).unwrap_or(0);
    let usual = trade.checks.get(weekday).copied().unwrap_or(0);
    // Summer and December are busier; no two days are alike.
    let season = match day.month() {
        6..=8 | 12 => 110,
        1 | 2 => 90,
        _ => 100,
    };
    let count = usual * season * dice.between(86, 114) / 10_000;
    let mut times: Vec<DateTime> = (0..count)
        .map(|_| {
            let hour = dice.pick(&trade.hours, |(weight, _)| *weight).map_or(12, |(_, hour)| *hour);
            let minute = i32::try_from(dice.between(0, 59)).unwrap_or(0);
            shifts::minute(day, hour * 60 + minute).saturating_add(dice.between(0, 59).seconds())
        })
        .collect();
    times.sort_unstable();
    let order = |(number, at): (usize, DateTime)| {
        let id = checks::check_id(day, number + 1);
        let mut dice = Dice::of(&[&restaurant.pos_id, &id, &"basket"]);
        let guests = *dice.pick(&[1_u16, 2, 2, 2, 3, 4, 4, 5, 6], |_| 1).unwrap_or(&2);
        Order { id, at, guests: Some(guests), items: basket(restaurant, trade, &mut dice, guests) }
    };
    times.into_iter().enumerate().map(order).collect()
}

/// What a party orders; never nothing.
fn basket<'a>(
    restaurant: &'a Restaurant,
    trade: &Trade,
    dice: &mut Dice,
    guests: u16,
) -> Vec<(&'a MenuItem, i64)> {
    let mut basket: Vec<(&MenuItem, i64)> = Vec::new();
    for _ in 0..guests {
        for (per_thousand, course) in &trade.courses {
            if !dice.chance(*per_thousand) {
                continue;
            }
            let weight = |item: &MenuItem| if item.course == *course { item.weight } else { 0 };
            let Some(item) = dice.pick(&restaurant.menu, weight) else { continue };
            match basket.iter_mut().find(|(other, _)| other.id == item.id) {
                Some((_, count)) => *count += 1,
                None => basket.push((item, 1)),
            }
        }
    }
    if basket.is_empty() {
        basket.extend(dice.pick(&restaurant.menu, |item| item.weight).map(|item| (item, 1)));
    }
    basket
}

/// Adds a check and, by chance, its later versions: a tip entered later, a void, a refund.
fn add_check(
    restaurant: &Restaurant,
    duties: &[Duty<'_>],
    day: Date,
    order: &Order<'_>,
    revisions: &mut Vec<Revision>,
) -> anyhow::Result<()> {
    let mut dice = Dice::of(&[&restaurant.pos_id, &day, &order.id]);
    let channel = Channel::of(restaurant, &mut dice);
    let mut check = checks::check(restaurant, duties, &mut dice, order, channel)?;
    guests::assign(restaurant, &mut check)?;
    let later = |dice: &mut Dice, from: i64, to: i64| {
        check.close_time.saturating_add(dice.between(from, to).minutes())
    };
    // The orders of the file keep their amounts: no void or refund of what was really sold.
    let made_up = restaurant.trade.is_some();
    if made_up && dice.chance(7) {
        let at = later(&mut dice, 2, 12);
        revisions.push(Revision { at, check: checks::extras::void_check(restaurant, check.clone()) });
    } else if channel == Channel::DineIn && dice.chance(25) {
        // The slip is signed after the check was closed.
        let mut unsigned = check.clone();
        unsigned.payments.iter_mut().for_each(|payment| payment.tip = Money::ZERO);
        let at = later(&mut dice, 2, 9);
        revisions.push(Revision { at: check.close_time, check: unsigned });
        revisions.push(Revision { at, check: Check { revision: 2, ..check } });
        return Ok(());
    } else if made_up && dice.chance(9) {
        let at = later(&mut dice, 8, 40);
        revisions.extend(checks::refund(restaurant, &check, at)?.map(|check| Revision { at, check }));
    }
    revisions.push(Revision { at: check.close_time, check });
    Ok(())
}
