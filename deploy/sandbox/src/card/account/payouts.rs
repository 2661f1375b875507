//! Payouts, made every day at 10:00 UTC: all that can be paid out since midnight and was not yet. What came in on a
//! business date can be paid out two days later, and arrives two days after that. A sum that is not above zero waits.

use saffron_core::BusinessDate;

use super::command::PayoutTo;
use super::objects::{Payout, PayoutStatus, Txn, TxnKind};
use super::reasons::REASONS;
use super::table::Object as _;
use super::{Account, DAY, HOUR, midnight};
use crate::card::fault::Fault;
use crate::ids::Key;

impl Account {
    /// Makes the payout of a date from everything that is available.
    pub(super) fn pay_out(&mut self, day: BusinessDate) -> Result<(), Fault> {
        let due = midnight(day);
        let ready = |key: &Key| self.txns.get(*key).is_ok_and(|txn| txn.available_on <= due);
        let (contents, waits): (Vec<Key>, Vec<Key>) = self.unpaid.iter().copied().partition(ready);
        let amount: i64 = contents.iter().filter_map(|key| self.txns.get(*key).ok()).map(Txn::net).sum();
        if amount <= 0 {
            return Ok(());
        }
        self.unpaid = waits;
        let key = Key::of(&[&self.id, &day, &"payout"]);
        let (created, arrival, id) = (self.now, due + 2 * DAY, Payout::id_of(key));
        let txn = Key::of(&[&key, &"txn"]);
        self.book(txn, TxnKind::Payout, id.clone(), (-amount, 0), created);
        for held in contents.into_iter().chain([txn]) {
            self.txns.get_mut(held)?.payout = Some(key);
        }
        let (status, failure, back) = (PayoutStatus::Pending, None, None);
        let payout = Payout { key, created, arrival, amount, misstated: 0, txn, status, failure, back };
        self.payouts.add(payout);
        self.emit("payout.created", &id)?;
        self.later(created + 4 * HOUR, move |account| account.advance_payout(key, day));
        Ok(())
    }

    /// Announces the balance that becomes available at midnight.
    pub(super) fn make_available(&mut self, day: BusinessDate) -> Result<(), Fault> {
        let due = midnight(day);
        if self.unpaid.iter().any(|key| self.txns.get(*key).is_ok_and(|txn| txn.available_on == due)) {
            let id = self.id.clone();
            self.emit("balance.available", &id)?;
        }
        Ok(())
    }

    /// Moves a payout to another state, unless it is already past that.
    pub(super) fn move_payout(&mut self, key: Key, to: &PayoutTo) -> Result<(), Fault> {
        let now = self.payouts.get(key)?.status;
        let (failure, back) = match to {
            PayoutTo::InTransit | PayoutTo::Paid => (None, None),
            PayoutTo::Canceled => (None, Some(TxnKind::PayoutCancel)),
            PayoutTo::Failed(code) => {
                let failure = REASONS.payout_failed.iter().find(|failure| failure.code == *code);
                let unknown = || Fault::param("code", format!("No such failure code: '{code}'"));
                (Some(failure.ok_or_else(unknown)?), Some(TxnKind::PayoutFailure))
            }
        };
        use PayoutStatus::{Canceled, Failed, InTransit, Paid, Pending};
        let (may, status, event) = match to {
            PayoutTo::InTransit => (now == Pending, InTransit, "payout.updated"),
            PayoutTo::Paid => (matches!(now, Pending | InTransit), Paid, "payout.paid"),
            PayoutTo::Canceled => (now == Pending, Canceled, "payout.canceled"),
            // The bank may send back even one that had arrived.
            PayoutTo::Failed(_) => (!matches!(now, Canceled | Failed), Failed, "payout.failed"),
        };
        if !may {
            return Err(Fault::param("status", "The payout is past that."));
        }
        let back = back.map(|kind| self.bring_back(key, kind)).transpose()?;
        let payout = self.payouts.get_mut(key)?;
        (payout.status, payout.failure, payout.back) = (status, failure, back);
        self.emit(event, &Payout::id_of(key))
    }

    /// Returns the money of a payout to the balance, for the next one.
    fn bring_back(&mut self, key: Key, kind: TxnKind) -> Result<Key, Fault> {
        let amount = self.payouts.get(key)?.amount;
        let today = self.now - self.now.rem_euclid(DAY);
        Ok(self.book(Key::of(&[&key, &"back"]), kind, Payout::id_of(key), (amount, 0), today))
    }
}
