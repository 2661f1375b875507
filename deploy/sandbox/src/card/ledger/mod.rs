//! One connected account: what it holds, and what happens to it as time goes by. Everything that is to come waits in an
//! agenda and happens at its time, so that the same clock and the same commands lead to the same ledger.

mod command;
mod failures;
mod history;
mod objects;
mod payouts;
mod perform;
mod shelf;
mod steps;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use saffron_core::{BusinessDate, CheckId, Zone};

use crate::ids::Key;
use crate::pos::{Place as Restaurant, Year};

pub use command::{Command, Done, NewPayment, NewStatus, PayoutTo};
pub use failures::{FAILURES, PAYOUT_FAILURES};
pub use objects::{
    Brand, Charge, Dispute, DisputeStep, Event, Intent, IntentStep, Payout, PayoutStep, Refund, RefundStep,
    Source, Subject, Txn,
};
pub use shelf::{Cursor, Kept, Page, Place, Secs, Shelf};

use history::Task;

/// How long the provider remembers events.
pub const EVENTS_KEPT: Secs = 30 * DAY;
/// Seconds of a day.
pub const DAY: Secs = 86_400;
const HOUR: Secs = 3_600;

/// A card payment that a check tells of and the provider has never seen: planted, seldom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The check.
    pub check: CheckId,
    /// The payment's number on it, from 0.
    pub number: usize,
    /// The id that the check carries.
    pub intent: String,
    /// Cents, with the tip.
    pub amount: i64,
    /// When the check was closed.
    pub at: Secs,
}

/// One connected account.
#[derive(Debug)]
pub struct Ledger {
    /// Its id, `acct_…`.
    pub account: String,
    /// The restaurant.
    pub place: Restaurant,
    /// Its zone.
    pub zone: Zone,
    /// Payment intents.
    pub intents: Shelf<Intent>,
    /// Charges.
    pub charges: Shelf<Charge>,
    /// Refunds.
    pub refunds: Shelf<Refund>,
    /// Disputes.
    pub disputes: Shelf<Dispute>,
    /// Payouts.
    pub payouts: Shelf<Payout>,
    /// Balance transactions.
    pub txns: Shelf<Txn>,
    /// Events, from a month before the start.
    pub events: Shelf<Event>,
    /// Payments that only the POS knows.
    pub lost: Vec<Lost>,
    begin: BusinessDate,
    year: Arc<Year>,
    unpaid: Vec<Place>,
    agenda: BTreeMap<(Secs, u64), Task>,
    tasks: u64,
    now: Secs,
    horizon: Secs,
}

/// The account that serves a location's POS.
pub fn account_of(pos_id: &saffron_core::PosId) -> String {
    let key = Key::of(&[pos_id, &"account"]).to_string();
    format!("acct_{}", key.get(..16).unwrap_or(&key))
}

/// The fee of a charge in cents: 2.7 % and 5 cents, 1 % more for a foreign card, rounded half up.
pub fn fee(amount: i64, foreign: bool) -> i64 {
    let per_thousand = if foreign { 37 } else { 27 };
    (amount * per_thousand + 500).div_euclid(1000) + 5
}

/// Midnight of a date, UTC.
pub fn midnight(date: Date) -> Secs {
    date.to_zoned(jiff::tz::TimeZone::UTC).map_or(0, |at| at.timestamp().as_second())
}

impl Ledger {
    /// An account that opens on the business date `begin`; events are kept from a month before `now`.
    pub fn open(place: Restaurant, zone: Zone, year: Arc<Year>, begin: BusinessDate, now: Secs) -> Ledger {
        let mut ledger = Ledger {
            account: account_of(&place.pos_id),
            place,
            zone,
            intents: Shelf::new(),
            charges: Shelf::new(),
            refunds: Shelf::new(),
            disputes: Shelf::new(),
            payouts: Shelf::new(),
            txns: Shelf::new(),
            events: Shelf::new(),
            lost: Vec::new(),
            begin,
            year,
            unpaid: Vec::new(),
            agenda: BTreeMap::new(),
            tasks: 0,
            now: Secs::MIN,
            horizon: now - EVENTS_KEPT - DAY,
        };
        ledger.begin(begin);
        ledger
    }

    /// Lets everything happen that is due by `now`.
    ///
    /// # Errors
    /// If an id that was made for a check is none.
    pub fn advance(&mut self, now: Secs) -> anyhow::Result<()> {
        while let Some(entry) = self.agenda.first_entry().filter(|entry| entry.key().0 <= now) {
            let ((at, _), task) = entry.remove_entry();
            self.now = self.now.max(at);
            self.happen(task)?;
        }
        self.now = self.now.max(now);
        Ok(())
    }

    /// The moment up to which everything has happened.
    pub fn now(&self) -> Secs {
        self.now
    }

    /// Whether a payment's card is from abroad: three of a hundred are.
    pub fn is_foreign(key: Key) -> bool {
        key.throw("country", 100) < 3
    }

    /// What of a charge is given back at a time: refunds that did not fail, and what was reserved but not captured, as
    /// the real provider counts it.
    pub fn amount_refunded(&self, charge: &Charge, time: Secs) -> i64 {
        let refunds = charge.refunds.iter().filter_map(|place| self.refunds.get(*place));
        let standing = refunds.filter(|refund| {
            let step = objects::at(&refund.steps, time);
            step.is_some_and(|step| !matches!(step, RefundStep::Failed(..)))
        });
        let released = charge.released.filter(|at| *at <= time);
        let captured = charge.captured.map_or(0, |capture| capture.amount);
        standing.map(|refund| refund.amount).sum::<i64>()
            + released.map_or(0, |_| (charge.amount - captured).max(0))
    }

    /// What of a charge can still be given back.
    pub fn refundable(&self, charge: &Charge) -> i64 {
        let captured = charge.captured.map_or(0, |capture| capture.amount);
        let released = charge.released.map_or(0, |_| (charge.amount - captured).max(0));
        captured - (self.amount_refunded(charge, Secs::MAX) - released)
    }

    /// Cents that can be paid out at a time, and cents that wait.
    pub fn balance(&self, time: Secs) -> (i64, i64) {
        let made = self.txns.all().map(|(_, txn)| txn).filter(|txn| txn.created <= time);
        made.fold((0, 0), |(available, pending), txn| {
            if txn.available_on <= time {
                (available + txn.net(), pending)
            } else {
                (available, pending + txn.net())
            }
        })
    }

    /// The moment that is a number of days after the business date of `at` begins, midnight UTC.
    fn available_on(&self, at: Secs, days: i64) -> Secs {
        let date =
            Timestamp::from_second(at).map_or(BusinessDate::from_date(Date::ZERO), |at| self.zone.today(at));
        midnight(date.plus_days(days).date())
    }

    fn later(&mut self, at: Secs, task: Task) {
        self.tasks += 1;
        self.agenda.insert((at, self.tasks), task);
    }

    fn tell(&mut self, kind: &'static str, subject: Subject) {
        self.tell_as_of(kind, subject, self.now);
    }

    fn tell_as_of(&mut self, kind: &'static str, subject: Subject, as_of: Secs) {
        if self.now < self.horizon {
            return;
        }
        let about = match subject {
            Subject::Intent(place) => self.intents.get(place).map(Kept::id),
            Subject::Charge(place) => self.charges.get(place).map(Kept::id),
            Subject::Refund(place) => self.refunds.get(place).map(Kept::id),
            Subject::Dispute(place) => self.disputes.get(place).map(Kept::id),
            Subject::Payout(place) => self.payouts.get(place).map(Kept::id),
            Subject::Balance => Some(self.account.clone()),
        };
        let about = about.unwrap_or_default();
        let mut key = Key::of(&[&about, &kind, &self.now]);
        // Two of a kind about one object in one second are two events.
        while self.events.find(key).is_some() {
            key = Key::of(&[&key]);
        }
        self.events.add(Event { key, at: self.now, as_of, kind, subject });
    }

    fn book(&mut self, key: Key, source: Source, amount: i64, fee: i64, available_on: Secs) -> Place {
        let txn = Txn { key, created: self.now, available_on, amount, fee, source, payout: None };
        let place = self.txns.add(txn);
        if !matches!(source, Source::Payout(_)) {
            self.unpaid.push(place);
        }
        place
    }
}

#[cfg(test)]
mod tests;
