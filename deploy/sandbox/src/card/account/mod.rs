//! One connected account: its objects, and its agenda of future tasks. Each task runs at its time, so that the same clock
//! and the same commands lead to the same account.

mod command;
mod demo;
mod disputes;
mod objects;
mod payments;
mod payouts;
mod reasons;
mod refunds;
mod show;
mod table;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use saffron_core::{BusinessDate, Calendar, CheckId};

use super::fault::Fault;
use crate::ids::{Key, card_account};
use crate::pos::{Restaurant, Year};

pub use command::{Command, NewPayment, PayoutTo};
pub use objects::{Charge, Dispute, Event, Intent, PaymentStatus, Payout, Refund, Snapshot, Txn, TxnKind};
pub use show::{VERSION, constants};
pub use table::{Object, Position, Secs, Table};

/// How long events can be listed, in seconds.
pub const EVENTS_KEPT: Secs = 30 * DAY;
/// Seconds of a day.
pub const DAY: Secs = 86_400;
const HOUR: Secs = 3_600;

/// A planted mismatch: a card payment that a check names and the provider does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    pub check: CheckId,
    /// The payment's number on the check, from 0.
    pub number: usize,
    /// The id that the check carries.
    pub intent: String,
    /// Cents, with the tip.
    pub amount: i64,
    /// When the check was closed.
    pub at: Secs,
}

/// A task of the agenda.
type Task = Box<dyn FnOnce(&mut Account) -> Result<(), Fault> + Send>;

/// One connected account.
pub struct Account {
    /// `acct_…`.
    pub id: String,
    pub restaurant: Restaurant,
    pub calendar: Calendar,
    pub intents: Table<Intent>,
    pub charges: Table<Charge>,
    pub refunds: Table<Refund>,
    pub disputes: Table<Dispute>,
    pub payouts: Table<Payout>,
    pub txns: Table<Txn>,
    /// The events from a month before the start.
    pub events: Table<Event>,
    /// The events that are not delivered to the webhook yet.
    pub outbox: Vec<Key>,
    /// The planted payments that only the POS has.
    pub lost: Vec<Lost>,
    begin: BusinessDate,
    year: Arc<Year>,
    /// The balance transactions that are in no payout.
    unpaid: Vec<Key>,
    agenda: BTreeMap<(Secs, u64), Task>,
    tasks: u64,
    now: Secs,
    horizon: Secs,
}

/// The fee of a charge in cents: 2.7 % and 5 cents, 1 % more for a foreign card, rounded half up.
fn fee(amount: i64, foreign: bool) -> i64 {
    let per_thousand = if foreign { 37 } else { 27 };
    (amount * per_thousand + 500).div_euclid(1000) + 5
}

/// Midnight of a date, UTC.
fn midnight(date: BusinessDate) -> Secs {
    date.date().to_zoned(jiff::tz::TimeZone::UTC).map_or(0, |at| at.timestamp().as_second())
}

impl Account {
    /// An account that opens on the business date `begin`; its events are stored from a month before `now`.
    pub fn open(
        restaurant: Restaurant,
        calendar: Calendar,
        year: Arc<Year>,
        begin: BusinessDate,
        now: Secs,
    ) -> Account {
        let mut account = Account {
            id: card_account(&restaurant.pos_id),
            restaurant,
            calendar,
            intents: Table::default(),
            charges: Table::default(),
            refunds: Table::default(),
            disputes: Table::default(),
            payouts: Table::default(),
            txns: Table::default(),
            events: Table::default(),
            outbox: Vec::new(),
            lost: Vec::new(),
            begin,
            year,
            unpaid: Vec::new(),
            agenda: BTreeMap::new(),
            tasks: 0,
            now: Secs::MIN,
            horizon: now - EVENTS_KEPT - DAY,
        };
        account.begin();
        account
    }

    /// Runs every task that is due by `now`; a task that the provider refuses has no effect.
    pub fn advance(&mut self, now: Secs) -> Result<(), Fault> {
        while let Some(entry) = self.agenda.first_entry().filter(|entry| entry.key().0 <= now) {
            let ((at, _), task) = entry.remove_entry();
            self.now = self.now.max(at);
            task(self).or_else(|fault| if fault.status.is_client_error() { Ok(()) } else { Err(fault) })?;
        }
        self.now = self.now.max(now);
        Ok(())
    }

    /// The present time of the account: every task that is due by it has run.
    pub fn now(&self) -> Secs {
        self.now
    }

    /// Puts a task on the agenda.
    fn later(&mut self, at: Secs, task: impl FnOnce(&mut Account) -> Result<(), Fault> + Send + 'static) {
        self.tasks += 1;
        self.agenda.insert((at, self.tasks), Box::new(task));
    }

    /// The balance at a time, in cents: what is available for a payout, and what is pending.
    pub fn balance(&self, time: Secs) -> (i64, i64) {
        let made = self.txns.iter().filter(|txn| txn.created <= time);
        made.fold((0, 0), |(available, pending), txn| {
            if txn.available_on <= time {
                (available + txn.net(), pending)
            } else {
                (available, pending + txn.net())
            }
        })
    }

    /// The present business date.
    fn today(&self) -> BusinessDate {
        self.calendar.today(Timestamp::from_second(self.now).unwrap_or(Timestamp::UNIX_EPOCH))
    }

    /// When money booked now becomes available for a payout: midnight UTC, two days after its business date begins.
    fn available_on(&self) -> Secs {
        midnight(self.today().plus_days(2))
    }

    /// Adds a balance transaction; gives its key.
    fn book(
        &mut self,
        key: Key,
        kind: TxnKind,
        source: String,
        (amount, fee): (i64, i64),
        available_on: Secs,
    ) -> Key {
        self.txns.add(Txn { key, created: self.now, available_on, amount, fee, kind, source, payout: None });
        if kind != TxnKind::Payout {
            self.unpaid.push(key);
        }
        key
    }

    /// Adds an event with the present state of the object with this id.
    fn emit(&mut self, kind: &'static str, id: &str) -> Result<(), Fault> {
        if self.now < self.horizon {
            return Ok(());
        }
        let object = self.snapshot(id)?;
        let mut key = Key::of(&[&id, &kind, &self.now]);
        // Two of a kind about one object in one second are two events.
        while self.events.contains(key) {
            key = Key::of(&[&key]);
        }
        self.outbox.push(key);
        self.events.add(Event { key, created: self.now, kind, object });
        Ok(())
    }

    /// The present state of the object with this id.
    pub fn snapshot(&self, id: &str) -> Result<Snapshot, Fault> {
        Ok(match id.split_once('_').map_or("", |(kind, _)| kind) {
            "pi" => Snapshot::Intent(self.intents.get(self.intents.key(id)?)?.clone()),
            "ch" => {
                let charge = self.charges.get(self.charges.key(id)?)?;
                let refunds = charge.refunds.iter().map(|key| self.refunds.get(*key).cloned());
                Snapshot::Charge(charge.clone(), refunds.collect::<Result<_, _>>()?)
            }
            "re" => Snapshot::Refund(self.refunds.get(self.refunds.key(id)?)?.clone()),
            "dp" => Snapshot::Dispute(self.disputes.get(self.disputes.key(id)?)?.clone()),
            "po" => Snapshot::Payout(self.payouts.get(self.payouts.key(id)?)?.clone()),
            "txn" => Snapshot::Txn(self.txns.get(self.txns.key(id)?)?.clone()),
            "pm" => {
                let missing = || Fault::missing("PaymentMethod", id, "payment_method");
                let key = id.strip_prefix("pm_").and_then(Key::parse).ok_or_else(missing)?;
                let intent = self.intents.get(key).map_err(|_| missing())?;
                let is_known = intent.charge.is_some() || intent.has_method;
                Snapshot::Method(is_known.then(|| intent.clone()).ok_or_else(missing)?)
            }
            _ if id == self.id => Snapshot::Balance,
            _ => return Err(Fault::missing("object", id, "id")),
        })
    }
}

#[cfg(test)]
mod tests;
