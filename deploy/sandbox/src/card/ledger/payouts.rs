//! Payouts, made every day at 10:00 UTC: all that can be paid out since midnight and was not yet. What came in on a
//! business date can be paid out two days later, and arrives two days after that. A sum that is not above zero waits.

use jiff::Timestamp;
use jiff::civil::Date;
use saffron_core::{BusinessDate, Zone};

use super::failures::PAYOUT_FAILURES;
use super::history::{Task, number};
use super::objects::{Payout, PayoutStep, Source, Subject, at};
use super::shelf::{Place, Secs};
use super::{DAY, HOUR, Ledger, midnight};
use crate::ids::Key;

/// What becomes of a date's payout.
enum Fate {
    Paid,
    Canceled,
    Failed(&'static (&'static str, &'static str)),
}

impl Ledger {
    /// Pays out what is there.
    pub(super) fn pay_out(&mut self, day: BusinessDate) {
        let due = midnight(day.date());
        let ready = |place: &Place| self.txns.get(*place).is_some_and(|txn| txn.available_on <= due);
        let (contents, waits): (Vec<Place>, Vec<Place>) = self.unpaid.iter().copied().partition(ready);
        let amount: i64 =
            contents.iter().filter_map(|place| self.txns.get(*place)).map(super::Txn::net).sum();
        if amount <= 0 {
            return;
        }
        self.unpaid = waits;
        let key = Key::of(&[&self.account, &day, &"payout"]);
        let (now, arrival) = (self.now, due + 2 * DAY);
        let steps = vec![(now, PayoutStep::Pending)];
        let payout = self.payouts.add(Payout {
            key,
            created: now,
            arrival,
            amount,
            misstated: 0,
            txn: 0,
            contents,
            steps,
        });
        let txn = self.book(Key::of(&[&key, &"txn"]), Source::Payout(payout), -amount, 0, now);
        if let Some(payout) = self.payouts.get_mut(payout) {
            payout.txn = txn;
        }
        self.hold(payout, txn);
        self.tell("payout.created", Subject::Payout(payout));
        self.later(now + 4 * HOUR, Task::PayoutOn(payout));
    }

    /// Notes on each balance transaction which payout holds it.
    fn hold(&mut self, payout: Place, own: Place) {
        let contents = self.payouts.get(payout).map(|payout| payout.contents.clone()).unwrap_or_default();
        for place in contents.into_iter().chain([own]) {
            if let Some(txn) = self.txns.get_mut(place) {
                txn.payout = Some(payout);
            }
        }
    }

    /// What can be paid out from midnight on.
    pub(super) fn make_available(&mut self, day: BusinessDate) {
        let due = midnight(day.date());
        let ready = |place: &&Place| self.txns.get(**place).is_some_and(|txn| txn.available_on == due);
        if self.unpaid.iter().any(|place| ready(&place)) {
            self.tell("balance.available", Subject::Balance);
        }
    }

    /// The next that happens to a payout by itself.
    pub(super) fn go_on(&mut self, place: Place) {
        let Some(payout) = self.payouts.get(place) else { return };
        let day = Timestamp::from_second(payout.created).map_or(Date::ZERO, |at| Zone::utc().wall(at).date());
        let (arrival, step) = (payout.arrival, at(&payout.steps, Secs::MAX));
        match (step, self.fate(BusinessDate::from_date(day))) {
            (Some(PayoutStep::Pending), Fate::Canceled) => {
                self.cancel_payout(place);
            }
            (Some(PayoutStep::Pending), _) => {
                self.send_payout(place);
                self.later(arrival + 9 * HOUR, Task::PayoutOn(place));
            }
            (Some(PayoutStep::InTransit), Fate::Failed(why)) => {
                self.fail_payout(place, why);
            }
            (Some(PayoutStep::InTransit), _) => {
                self.arrive(place);
            }
            _ => {}
        }
    }

    fn fate(&self, day: BusinessDate) -> Fate {
        let number = number(self, day);
        if number % 390 == 200 {
            return Fate::Canceled;
        }
        let codes = i64::try_from(PAYOUT_FAILURES.len()).unwrap_or(1);
        let failure =
            usize::try_from((number / 45) % codes).ok().and_then(|place| PAYOUT_FAILURES.get(place));
        failure.filter(|_| number % 45 == 7).map_or(Fate::Paid, Fate::Failed)
    }

    /// A payout is handed to the bank; false if it is past that.
    pub(super) fn send_payout(&mut self, place: Place) -> bool {
        self.step_payout(
            place,
            "payout.updated",
            |step| step == PayoutStep::Pending,
            |_| PayoutStep::InTransit,
        )
    }

    /// A payout arrives; false if it cannot.
    pub(super) fn arrive(&mut self, place: Place) -> bool {
        let on_its_way = |step| matches!(step, PayoutStep::Pending | PayoutStep::InTransit);
        self.step_payout(place, "payout.paid", on_its_way, |_| PayoutStep::Paid)
    }

    /// A payout is stopped; false if it is too late.
    pub(super) fn cancel_payout(&mut self, place: Place) -> bool {
        let pending = |step| step == PayoutStep::Pending;
        self.step_payout(place, "payout.canceled", pending, |ledger| {
            PayoutStep::Canceled(ledger.bring_back(place, Source::PayoutCancel(place)))
        })
    }

    /// The bank sends a payout back, even one that had arrived; false if it came back before.
    pub(super) fn fail_payout(&mut self, place: Place, why: &'static (&'static str, &'static str)) -> bool {
        let sent = |step| matches!(step, PayoutStep::Pending | PayoutStep::InTransit | PayoutStep::Paid);
        self.step_payout(place, "payout.failed", sent, |ledger| {
            PayoutStep::Failed(why, ledger.bring_back(place, Source::PayoutFailure(place)))
        })
    }

    fn step_payout(
        &mut self,
        place: Place,
        kind: &'static str,
        may: impl Fn(PayoutStep) -> bool,
        step: impl FnOnce(&mut Ledger) -> PayoutStep,
    ) -> bool {
        let now = self.now;
        let at_now = self.payouts.get(place).and_then(|payout| at(&payout.steps, Secs::MAX));
        if !at_now.is_some_and(may) {
            return false;
        }
        let step = step(self);
        if let Some(payout) = self.payouts.get_mut(place) {
            payout.steps.push((now, step));
        }
        self.tell(kind, Subject::Payout(place));
        true
    }

    /// The money of a payout is there again, for the next one.
    fn bring_back(&mut self, place: Place, source: Source) -> Place {
        let back = self.payouts.get(place).map(|payout| (payout.key, payout.amount));
        let (key, amount) = back.unwrap_or((Key::of(&[&place]), 0));
        let today = self.now - self.now.rem_euclid(DAY);
        self.book(Key::of(&[&key, &"back"]), source, amount, 0, today)
    }
}
