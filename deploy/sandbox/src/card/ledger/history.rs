//! What the demo's checks and a little chance do to an account: each business date is planned when it begins, and
//! happens at its hour.
//!
//! Every card payment of a check has a payment intent. A voided check's is canceled; a refund check gives money back
//! from the charges of the check it refunds. Beside the checks, by the number of the day: declined cards, payments that
//! were begun and left, reservations that expire after seven days, refunds that take their time or come back, disputes.

use jiff::Timestamp;
use jiff::civil::{Date, Time, date};
use saffron_core::{BusinessDate, PosTime};

use super::failures::{DISPUTE_REASONS, FAILURES, REFUND_FAILURES};
use super::objects::{Brand, Intent, IntentStep, PaidCheck};
use super::shelf::{Kept as _, Place, Secs};
use super::steps::{Given, Outcome};
use super::{DAY, HOUR, Ledger, Lost, account_of};
use crate::ids::Key;
use crate::pos::{Day, Dice, intents};
use crate::till::Check;

/// Something that is to happen.
#[derive(Debug)]
pub enum Task {
    /// A business date begins.
    Day(BusinessDate),
    /// A payment is made.
    Pay(Box<Pay>),
    /// The POS closes a check with a payment that the provider never sees.
    Lose(Box<Lost>),
    /// A reserved payment is captured whole.
    Capture(Key),
    /// A payment that is not paid is given up.
    Cancel(Key, &'static str),
    /// Some cents of a payment's charge are given back.
    Refund(Key, Key, i64, Fate),
    /// A refund reaches the guest.
    SettleRefund(Place),
    /// A refund comes back.
    FailRefund(Place, &'static str),
    /// A payment's charge is disputed; whether it is won, lost or stays open.
    Dispute(Key, &'static str, Option<bool>),
    /// A dispute is answered.
    ReviewDispute(Place),
    /// A dispute is decided.
    CloseDispute(Place, bool),
    /// What waited can be paid out.
    Available(BusinessDate),
    /// The payout of a date is made.
    Payout(BusinessDate),
    /// A payout goes on.
    PayoutOn(Place),
}

/// What becomes of a refund.
#[derive(Debug, Clone, Copy)]
pub enum Fate {
    /// It is done at once.
    Done,
    /// It is done five days later.
    Late,
    /// It comes back three days later.
    Back(&'static str),
}

/// A payment and what comes of it.
#[derive(Debug)]
pub struct Pay {
    key: Key,
    amount: i64,
    brand: Brand,
    check: Option<PaidCheck>,
    manual: bool,
    first: First,
}

/// How far a payment gets at first.
#[derive(Debug, Clone, Copy)]
enum First {
    Tried(Outcome),
    Stays(IntentStep),
}

/// Days are numbered from here.
const FIRST_DAY: Date = date(2015, 1, 1);
/// When a business date begins, on the wall.
const MORNING: Time = Time::constant(4, 0, 0, 0);
/// When balance becomes available, and when a payout is made: seconds from midnight UTC.
const AVAILABLE: Secs = 5;
const PAYOUT: Secs = 10 * HOUR;

/// How disputes end: won, lost, open.
const OUTCOMES: &[Option<bool>] = &[Some(true), Some(false), None];

/// The number of a day, another one for each account, so that the restaurants differ.
pub fn number(ledger: &Ledger, day: BusinessDate) -> i64 {
    let offset = Key::of(&[&ledger.place.pos_id, &"days"]).throw("offset", 1_000);
    day.days_since(BusinessDate::from_date(FIRST_DAY)) + i64::try_from(offset).unwrap_or(0)
}

impl Ledger {
    /// Puts the first day on the agenda.
    pub(super) fn begin(&mut self, begin: BusinessDate) {
        self.later(self.morning(begin), Task::Day(begin));
        let next = begin.plus_days(1);
        self.later(super::midnight(next.date()) + AVAILABLE, Task::Available(next));
        self.later(super::midnight(next.date()) + PAYOUT, Task::Payout(next));
    }

    /// One thing of the agenda happens.
    pub(super) fn happen(&mut self, task: Task) -> anyhow::Result<()> {
        match task {
            Task::Day(day) => {
                self.plan(day)?;
                let next = day.plus_days(1);
                self.later(self.morning(next), Task::Day(next));
            }
            Task::Pay(pay) => self.pay(*pay),
            Task::Lose(lost) => self.lost.push(*lost),
            Task::Capture(key) => {
                if let Some(place) = self.intents.find(key)
                    && let Some(amount) = self.intents.get(place).map(|intent| intent.amount)
                {
                    self.capture(place, amount);
                }
            }
            Task::Cancel(key, reason) => {
                let open = |intent: &Intent| {
                    !matches!(intent.now(), IntentStep::Succeeded(_) | IntentStep::Canceled(_))
                };
                if let Some(place) = self.intents.find(key)
                    && self.intents.get(place).is_some_and(open)
                {
                    self.cancel(place, reason);
                }
            }
            Task::Refund(intent, key, amount, fate) => self.give_back(intent, key, amount, fate),
            Task::SettleRefund(refund) => self.settle_refund(refund),
            Task::FailRefund(refund, why) => {
                self.fail_refund(refund, why);
            }
            Task::Dispute(intent, reason, outcome) => self.dispute(intent, reason, outcome),
            Task::ReviewDispute(dispute) => self.review_dispute(dispute),
            Task::CloseDispute(dispute, won) => {
                self.close_dispute(dispute, won);
            }
            Task::Available(day) => {
                self.make_available(day);
                let next = day.plus_days(1);
                self.later(super::midnight(next.date()) + AVAILABLE, Task::Available(next));
            }
            Task::Payout(day) => {
                self.pay_out(day);
                let next = day.plus_days(1);
                self.later(super::midnight(next.date()) + PAYOUT, Task::Payout(next));
            }
            Task::PayoutOn(payout) => self.go_on(payout),
        }
        Ok(())
    }

    fn pay(&mut self, pay: Pay) {
        let Pay { key, amount, brand, check, manual, first } = pay;
        let intent = Intent { key, created: self.now, amount, manual, brand, check, steps: Vec::new() };
        match first {
            First::Tried(outcome) => {
                let place = self.intend(intent, IntentStep::NeedsMethod);
                self.charge(place, self.now, outcome);
            }
            First::Stays(step) => {
                self.intend(intent, step);
            }
        }
    }

    fn give_back(&mut self, intent: Key, key: Key, amount: i64, fate: Fate) {
        let charge = self.intents.find(intent).and_then(|place| self.intents.get(place)?.charge(Secs::MAX));
        let left =
            charge.and_then(|place| self.charges.get(place)).map_or(0, |charge| self.refundable(charge));
        let Some(charge) = charge else { return };
        let given = Given {
            reason: Some("requested_by_customer".to_owned()),
            metadata: Vec::new(),
            pending: !matches!(fate, Fate::Done),
        };
        let Some(refund) = self.refund(key, charge, amount.min(left), given) else { return };
        match fate {
            Fate::Done => {}
            Fate::Late => self.later(self.now + 5 * DAY, Task::SettleRefund(refund)),
            Fate::Back(why) => self.later(self.now + 3 * DAY, Task::FailRefund(refund, why)),
        }
    }

    fn dispute(&mut self, intent: Key, reason: &'static str, outcome: Option<bool>) {
        let charge = self.intents.find(intent).and_then(|place| self.intents.get(place)?.charge(Secs::MAX));
        let Some(dispute) = charge.and_then(|charge| self.open_dispute(charge, reason)) else { return };
        self.later(self.now + 4 * DAY, Task::ReviewDispute(dispute));
        if let Some(won) = outcome {
            self.later(self.now + 20 * DAY, Task::CloseDispute(dispute, won));
        }
    }

    /// What the tills of the restaurant have told by now, as events: of days that are over each check as it stands, of
    /// the running one everything.
    ///
    /// # Errors
    /// If an id that was made for a check is none, or an event cannot be written as JSON.
    pub fn told(&self) -> anyhow::Result<Vec<String>> {
        let today = self.zone.today(Timestamp::from_second(self.now)?);
        let mut told = Vec::new();
        for date in (0..=today.days_since(self.begin)).map(|days| self.begin.plus_days(days)) {
            let day = Day::of(&self.place, &self.year, date.date())?;
            if date < today {
                told.extend(day.finished()?.iter().map(|event| event.json().to_owned()));
            } else {
                let due = day.timeline()?.into_iter().filter(|(at, _)| self.moment(*at) <= self.now);
                told.extend(due.map(|(_, event)| event.json().to_owned()));
            }
        }
        Ok(told)
    }

    fn morning(&self, day: BusinessDate) -> Secs {
        self.moment(day.date().to_datetime(MORNING))
    }

    fn moment(&self, wall: jiff::civil::DateTime) -> Secs {
        let at = self.zone.resolve(PosTime::Wall(wall)).map_or(Timestamp::UNIX_EPOCH, |moment| moment.at);
        at.as_second()
    }

    /// Puts on the agenda what happens on a date.
    fn plan(&mut self, date: BusinessDate) -> anyhow::Result<()> {
        let day = Day::of(&self.place, &self.year, date.date())?;
        let mut paid: Vec<(Key, i64)> = Vec::new();
        for check in day.checks() {
            let told = || day.told.iter().filter(|told| told.check.id == check.id).map(|told| told.at);
            let (Some(first), Some(last)) = (told().min(), told().max()) else { continue };
            let (first, last) = (self.moment(first), self.moment(last));
            for (number, (payment, intent)) in check.payments.iter().zip(intents::of(check)).enumerate() {
                let Some(key) = intent else { continue };
                let amount = (payment.amount + payment.tip).cents();
                if check.refund_of.is_some() {
                    let refund = Key::of(&[&key, &check.id]);
                    self.later(first, Task::Refund(key, refund, -amount, Fate::Done));
                } else if let Some(brand) = Brand::of_tender(&payment.tender) {
                    let made = Made { key, amount, brand, number, first, last };
                    paid.extend(self.plan_payment(check, &made));
                }
            }
        }
        self.plan_extras(date, &paid);
        Ok(())
    }

    /// Plans the payment of a check; gives it if it is paid and nothing else becomes of it.
    fn plan_payment(&mut self, check: &Check, made: &Made) -> Option<(Key, i64)> {
        let Made { key, amount, brand, number, first, last } = *made;
        if key.throw("lost", 2_500) == 0 {
            let intent = format!("{}{key}", Intent::PREFIX);
            let lost = Lost { check: check.id.clone(), number, intent, amount, at: first };
            self.later(first, Task::Lose(Box::new(lost)));
            return None;
        }
        let later = last > first;
        let outcome = if later { Outcome::Authorized } else { Outcome::Succeeded };
        let paid = Some(PaidCheck { check: check.id.clone(), number });
        let pay = Pay { key, amount, brand, check: paid, manual: later, first: First::Tried(outcome) };
        self.later(first, Task::Pay(Box::new(pay)));
        if check.voided {
            self.later(last, Task::Cancel(key, "requested_by_customer"));
        } else if later {
            // The slip was signed after the check was closed.
            self.later(last, Task::Capture(key));
        } else {
            return Some((key, amount));
        }
        None
    }

    /// What happens beside the checks.
    fn plan_extras(&mut self, date: BusinessDate, paid: &[(Key, i64)]) {
        let number = number(self, date);
        let mut dice = Dice::of(&[&self.place.pos_id, &date, &"cards"]);
        let noon = super::midnight(date.date()) + 17 * HOUR;
        let account = account_of(&self.place.pos_id);
        let mut pay = |ledger: &mut Ledger, what: &str, manual: bool, first: First| {
            let key = Key::of(&[&account, &date, &what]);
            let brands = [Brand::Visa, Brand::Mastercard, Brand::Amex, Brand::Discover];
            let brand = dice.pick(&brands, |_| 1).copied().unwrap_or(Brand::Visa);
            let amount = dice.between(900, 9_000);
            let at = noon + dice.between(0, 8 * HOUR);
            let pay = Pay { key, amount, brand, check: None, manual, first };
            ledger.later(at, Task::Pay(Box::new(pay)));
            (key, at)
        };
        if number % 2 == 0
            && let Some(failure) = turn(FAILURES, number / 2)
        {
            pay(self, "declined", false, First::Tried(Outcome::Failed(failure)));
        }
        match number % 14 {
            0 => drop(pay(self, "left", false, First::Stays(IntentStep::NeedsMethod))),
            2 => drop(pay(self, "unconfirmed", false, First::Stays(IntentStep::NeedsConfirmation))),
            4 => drop(pay(self, "unverified", false, First::Stays(IntentStep::NeedsAction))),
            6 | 13 => {
                let (key, at) = pay(self, "reserved", true, First::Tried(Outcome::Authorized));
                self.later(at + 7 * DAY, Task::Cancel(key, "automatic"));
            }
            8 => {
                let (key, at) = pay(self, "abandoned", false, First::Stays(IntentStep::NeedsMethod));
                self.later(at + HOUR / 2, Task::Cancel(key, "abandoned"));
            }
            _ => {}
        }
        if number % 41 == 11 {
            // Money without a check: nobody closed one, or the till lost it.
            pay(self, "no check", false, First::Tried(Outcome::Succeeded));
        }
        let one = |salt: i64| {
            let count = i64::try_from(paid.len()).unwrap_or(0);
            usize::try_from((number * 7 + salt).rem_euclid(count.max(1)))
                .ok()
                .and_then(|place| paid.get(place))
        };
        let mut give = |ledger: &mut Ledger, salt: i64, days: i64, fate: Fate| {
            if let Some((intent, amount)) = one(salt) {
                let at = noon + days * DAY + dice.between(0, 8 * HOUR);
                let key = Key::of(&[intent, &"extra", &salt]);
                ledger.later(at, Task::Refund(*intent, key, amount / 3, fate));
            }
        };
        if number % 9 == 1 {
            give(self, 0, 1, Fate::Done);
        }
        if number % 13 == 3 {
            give(self, 1, 1, Fate::Late);
        }
        if number % 23 == 2
            && let Some(why) = turn(REFUND_FAILURES, number / 23)
        {
            give(self, 2, 1, Fate::Back(why));
        }
        if number % 17 == 4
            && let (Some((intent, _)), Some(reason)) = (one(3), turn(DISPUTE_REASONS, number / 17))
        {
            let outcome = turn(OUTCOMES, number / 17).copied().flatten();
            self.later(noon + 5 * DAY + dice.between(0, HOUR), Task::Dispute(*intent, reason, outcome));
        }
    }
}

/// A payment of a check, as the till tells it: cents with the tip, the first and the last telling.
#[derive(Debug, Clone, Copy)]
struct Made {
    key: Key,
    amount: i64,
    brand: Brand,
    number: usize,
    first: Secs,
    last: Secs,
}

/// One of a list, each in its turn.
fn turn<T>(list: &'static [T], number: i64) -> Option<&'static T> {
    let count = i64::try_from(list.len()).ok()?;
    list.get(usize::try_from(number.rem_euclid(count)).ok()?)
}
