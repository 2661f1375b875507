//! The demo's events at an account, from the checks of its restaurant and some chance: each business date is planned when
//! it begins, and its events happen at their times.
//!
//! Every card payment of a check has a payment intent. A voided check's is canceled; a refund check gives money back
//! from the charges of the check it refunds. Beside the checks, by the number of the day: declined cards, payments that
//! were begun and left, reservations that expire after seven days, refunds that take their time or come back, disputes.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time, Weekday, date};
use saffron_core::{BusinessDate, PosTime};

use super::command::PayoutTo;
use super::objects::{Intent, PaymentStatus, PayoutStatus, Refund, RefundStatus};
use super::reasons::{Failure, REASONS};
use super::table::{Object as _, Secs};
use super::{Account, DAY, HOUR, Lost, midnight};
use crate::card::fault::Fault;
use crate::ids::Key;
use crate::pos::{CARDS, Day, Dice, intent_keys};
use saffron_till::Check;

/// The end of a pending refund: how many seconds later, and the reason if it fails.
type End = (Secs, Option<&'static str>);

/// The first step of a payment: the card is charged (`Ok(None)`) or declined, or the payment stays in a status before that.
type First = Result<Option<&'static Failure>, PaymentStatus>;

/// The date from which days are numbered.
const FIRST_DAY: Date = date(2015, 1, 1);
/// The wall time at which a business date begins.
const MORNING: Time = Time::constant(4, 0, 0, 0);

impl Account {
    /// Puts the first business date on the agenda.
    pub(super) fn begin(&mut self) {
        let (first, next) = (self.begin, self.begin.plus_days(1));
        self.every_day(first, Account::morning, Account::plan);
        self.every_day(next, |_, day| midnight(day) + 5, Account::make_available);
        self.every_day(next, |_, day| midnight(day) + 10 * HOUR, Account::pay_out);
    }

    /// Schedules a task for a date and every later one.
    fn every_day(
        &mut self,
        day: BusinessDate,
        at: fn(&Account, BusinessDate) -> Secs,
        work: fn(&mut Account, BusinessDate) -> Result<(), Fault>,
    ) {
        self.later(at(self, day), move |account| {
            work(account, day)?;
            account.every_day(day.plus_days(1), at, work);
            Ok(())
        });
    }

    /// The number of a day, shifted for each account, so that the restaurants differ.
    fn number(&self, day: BusinessDate) -> i64 {
        let offset = Key::of(&[&self.restaurant.pos_id, &"days"]).throw("offset", 1_000);
        day.days_since(BusinessDate::from_date(FIRST_DAY)) + i64::try_from(offset).unwrap_or(0)
    }

    /// When a business date begins.
    fn morning(&self, day: BusinessDate) -> Secs {
        self.moment(day.date().to_datetime(MORNING))
    }

    /// The time of a wall time at the restaurant.
    fn moment(&self, wall: DateTime) -> Secs {
        let at = self.calendar.resolve(PosTime::Wall(wall)).map_or(Timestamp::UNIX_EPOCH, |moment| moment.at);
        at.as_second()
    }

    /// The trade of the restaurant's business date.
    fn day(&self, date: BusinessDate) -> Result<Day, Fault> {
        let damaged = |error: anyhow::Error| Fault::server(format!("{date} cannot be played: {error:#}"));
        Day::of(&self.restaurant, &self.year, date.date()).map_err(damaged)
    }

    /// The events that the tills of the restaurant have sent by now: of past days the last version of each check, of today
    /// every version.
    pub fn till_events(&self) -> Result<Vec<String>, Fault> {
        let damaged = |error: serde_json::Error| Fault::server(error.to_string());
        let today = self.today();
        let mut sent = Vec::new();
        for date in (0..=today.days_since(self.begin)).map(|days| self.begin.plus_days(days)) {
            let day = self.day(date)?;
            if date < today {
                sent.extend(day.finished().map_err(damaged)?);
            } else {
                let timeline = day.timeline().map_err(damaged)?.into_iter();
                let due = timeline.filter(|(at, _)| self.moment(*at) <= self.now);
                sent.extend(due.map(|(_, event)| event));
            }
        }
        Ok(sent.iter().map(|event| event.json().to_owned()).collect())
    }

    /// Puts the events of a date on the agenda.
    fn plan(&mut self, date: BusinessDate) -> Result<(), Fault> {
        let day = self.day(date)?;
        let mut paid: Vec<(Key, i64)> = Vec::new();
        for check in day.checks() {
            let sent = || day.revisions.iter().filter(|sent| sent.check.id == check.id).map(|sent| sent.at);
            let (Some(first), Some(last)) = (sent().min(), sent().max()) else { continue };
            let times = (self.moment(first), self.moment(last));
            for (number, (payment, key)) in check.payments.iter().zip(intent_keys(check)).enumerate() {
                let Some(key) = key else { continue };
                let amount = (payment.amount + payment.tip).cents();
                if check.refund_of.is_some() {
                    self.plan_refund(times.0, key, Key::of(&[&key, &check.id]), -amount, None);
                } else if let Some((_, brand)) = CARDS.iter().find(|(name, _)| *name == payment.tender) {
                    let check_id = Some(check.id.clone());
                    let intent = Intent { key, amount, brand, check: check_id, ..Intent::default() };
                    paid.extend(self.plan_check(check, number, intent, times));
                }
            }
        }
        self.plan_extras(date, &paid);
        Ok(())
    }

    /// Plans the payment of a check, which the till sends first and last at these times; gives it if it ends as paid, without
    /// a refund.
    fn plan_check(
        &mut self,
        check: &Check,
        number: usize,
        mut intent: Intent,
        (first, last): (Secs, Secs),
    ) -> Option<(Key, i64)> {
        let (key, amount) = (intent.key, intent.amount);
        if key.throw("lost", 2_500) == 0 {
            let lost = Lost { check: check.id.clone(), number, intent: intent.id(), amount, at: first };
            self.later(first, |account| {
                account.lost.push(lost);
                Ok(())
            });
            return None;
        }
        // The slip is signed after the check is closed.
        let is_captured_later = last > first;
        intent.manual = is_captured_later;
        self.plan_payment(first, intent, Ok(None));
        if check.voided {
            self.later(last, move |account| account.cancel(key, "requested_by_customer"));
        } else if is_captured_later {
            self.later(last, move |account| account.capture(key, None));
        } else {
            return Some((key, amount));
        }
        None
    }

    /// Plans a payment up to its first step.
    fn plan_payment(&mut self, at: Secs, intent: Intent, first: First) {
        self.later(at, move |account| {
            let (key, created) = (intent.key, account.now);
            let intent = Intent { created, ..intent };
            match first {
                Ok(failure) => {
                    account.add_intent(intent, PaymentStatus::RequiresPaymentMethod)?;
                    account.charge(key, created, failure)
                }
                Err(status) => account.add_intent(intent, status),
            }
        });
    }

    /// Plans a refund of a payment, at most of what is left by then.
    fn plan_refund(&mut self, at: Secs, intent: Key, key: Key, amount: i64, end: Option<End>) {
        self.later(at, move |account| {
            let Some(charge) = account.intents.get(intent)?.charge else { return Ok(()) };
            let amount = amount.min(account.charges.get(charge)?.refundable());
            if amount <= 0 || account.refunds.contains(key) {
                return Ok(());
            }
            let status = if end.is_some() { RefundStatus::Pending } else { RefundStatus::Succeeded };
            let reason = Some("requested_by_customer".to_owned());
            account.add_refund(Refund { key, charge, amount, reason, status, ..Refund::default() })?;
            if let Some((after, why)) = end {
                account.later(account.now + after, move |later| match why {
                    Some(why) => later.fail_refund(key, why),
                    None => later.settle_refund(key),
                });
            }
            Ok(())
        });
    }

    /// Plans a dispute of a payment, which is decided after 20 days.
    fn plan_dispute(&mut self, at: Secs, intent: Key, reason: &'static str, won: bool) {
        self.later(at, move |account| {
            let Some(charge) = account.intents.get(intent)?.charge else { return Ok(()) };
            let dispute = account.open_dispute(charge, reason)?;
            account.later(account.now + 4 * DAY, move |later| later.review_dispute(dispute));
            account.later(account.now + 20 * DAY, move |later| later.close_dispute(dispute, won));
            Ok(())
        });
    }

    /// Plans the events that no check causes: declined cards, abandoned payments and the like.
    fn plan_extras(&mut self, date: BusinessDate, paid: &[(Key, i64)]) {
        let number = self.number(date);
        let mut dice = Dice::of(&[&self.restaurant.pos_id, &date, &"cards"]);
        let noon = midnight(date) + 17 * HOUR;
        let id = self.id.clone();
        let mut pay = |account: &mut Account, what: &str, manual: bool, first: First| {
            let key = Key::of(&[&id, &date, &what]);
            let brand = dice.pick(&CARDS, |_| 1).map_or("visa", |(_, brand)| *brand);
            let amount = dice.between(900, 9_000);
            let at = noon + dice.between(0, 8 * HOUR);
            let intent = Intent { key, amount, brand, manual, ..Intent::default() };
            account.plan_payment(at, intent, first);
            (key, at)
        };
        if number % 2 == 0
            && let Some(failure) = turn(&REASONS.declined, number / 2)
        {
            pay(self, "declined", false, Ok(Some(failure)));
        }
        match number % 14 {
            0 => drop(pay(self, "left", false, Err(PaymentStatus::RequiresPaymentMethod))),
            2 => drop(pay(self, "unconfirmed", false, Err(PaymentStatus::RequiresConfirmation))),
            4 => drop(pay(self, "unverified", false, Err(PaymentStatus::RequiresAction))),
            6 | 13 => {
                let (key, at) = pay(self, "reserved", true, Ok(None));
                self.later(at + 7 * DAY, move |account| account.cancel(key, "automatic"));
            }
            8 => {
                let (key, at) = pay(self, "abandoned", false, Err(PaymentStatus::RequiresPaymentMethod));
                self.later(at + HOUR / 2, move |account| account.cancel(key, "abandoned"));
            }
            _ => {}
        }
        if number % 41 == 11 {
            // Money without a check: it was never closed, or the till lost it.
            pay(self, "no check", false, Ok(None));
        }
        let one = |salt: i64| {
            let count = i64::try_from(paid.len()).unwrap_or(0);
            let index = (number * 7 + salt).rem_euclid(count.max(1));
            usize::try_from(index).ok().and_then(|index| paid.get(index))
        };
        let mut give_back = |account: &mut Account, salt: i64, end: Option<End>| {
            if let Some((intent, amount)) = one(salt) {
                let at = noon + DAY + dice.between(0, 8 * HOUR);
                account.plan_refund(at, *intent, Key::of(&[intent, &"extra", &salt]), amount / 3, end);
            }
        };
        if number % 9 == 1 {
            give_back(self, 0, None);
        }
        if number % 13 == 3 {
            give_back(self, 1, Some((5 * DAY, None)));
        }
        if number % 23 == 2
            && let Some(why) = turn(&REASONS.refund_failed, number / 23)
        {
            give_back(self, 2, Some((3 * DAY, Some(why))));
        }
        // There is always a dispute of last Tuesday to look for.
        if date.date().weekday() == Weekday::Tuesday
            && let (Some((intent, _)), Some(reason)) = (one(3), turn(&REASONS.disputed, number / 7))
        {
            let won = number / 7 % 2 == 0;
            self.plan_dispute(noon + DAY + dice.between(0, HOUR), *intent, reason, won);
        }
    }

    /// Moves the payout of a date to its next state, and schedules the one after.
    pub(super) fn advance_payout(&mut self, key: Key, day: BusinessDate) -> Result<(), Fault> {
        let (number, payout) = (self.number(day), self.payouts.get(key)?);
        let (arrival, status) = (payout.arrival, payout.status);
        match status {
            PayoutStatus::Pending if number % 390 == 200 => self.move_payout(key, &PayoutTo::Canceled),
            PayoutStatus::Pending => {
                self.later(arrival + 9 * HOUR, move |account| account.advance_payout(key, day));
                self.move_payout(key, &PayoutTo::InTransit)
            }
            PayoutStatus::InTransit => {
                let failure = turn(&REASONS.payout_failed, number / 45).filter(|_| number % 45 == 7);
                let to = failure.map_or(PayoutTo::Paid, |failure| PayoutTo::Failed(failure.code.clone()));
                self.move_payout(key, &to)
            }
            _ => Ok(()),
        }
    }
}

/// An element of a list; consecutive numbers go through all of them.
fn turn<T>(list: &'static [T], number: i64) -> Option<&'static T> {
    let count = i64::try_from(list.len()).ok()?;
    list.get(usize::try_from(number.rem_euclid(count)).ok()?)
}
