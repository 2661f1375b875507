//! Disputes: guests who ask their bank for the money.

use super::Account;
use super::objects::{Charge, Dispute, DisputeStatus, TxnKind};
use super::table::Object as _;
use crate::card::fault::Fault;
use crate::ids::Key;

/// The provider's fee of a dispute, in cents.
const FEE: i64 = 1_500;

impl Account {
    /// Opens a dispute: a guest asks their bank for the money of a charge.
    pub(super) fn open_dispute(&mut self, charge: Key, reason: &'static str) -> Result<Key, Fault> {
        let known = self.charges.get(charge)?;
        let (intent, amount, key) = (known.intent, known.refundable(), Key::of(&[&charge, &"dispute"]));
        if known.dispute.is_some() || amount <= 0 {
            let message = "This charge cannot be disputed: nothing is left of it, or it was disputed before.";
            return Err(Fault::param("charge", message));
        }
        let (created, txn, id) = (self.now, Key::of(&[&key, &"txn"]), Dispute::id_of(key));
        self.book(txn, TxnKind::Dispute, id.clone(), (-amount, FEE), self.available_on());
        let (status, txns) = (DisputeStatus::NeedsResponse, vec![txn]);
        self.disputes.add(Dispute { key, created, charge, intent, amount, reason, txns, status });
        self.charges.get_mut(charge)?.dispute = Some(key);
        self.emit("charge.dispute.created", &id)?;
        self.emit("charge.updated", &Charge::id_of(charge))?;
        Ok(key)
    }

    /// Moves a dispute under review: the restaurant has answered.
    pub(super) fn review_dispute(&mut self, key: Key) -> Result<(), Fault> {
        self.disputes.get_mut(key)?.status = DisputeStatus::UnderReview;
        self.emit("charge.dispute.updated", &Dispute::id_of(key))
    }

    /// Closes a dispute, won or lost by the restaurant.
    pub(super) fn close_dispute(&mut self, key: Key, won: bool) -> Result<(), Fault> {
        let dispute = self.disputes.get(key)?;
        let (id, amount) = (dispute.id(), dispute.amount);
        if matches!(dispute.status, DisputeStatus::Won | DisputeStatus::Lost) {
            return Err(Fault::param("dispute", "This dispute is already closed."));
        }
        let back = Key::of(&[&key, &"back"]);
        if won {
            self.book(back, TxnKind::DisputeReversal, id.clone(), (amount, 0), self.available_on());
        }
        let dispute = self.disputes.get_mut(key)?;
        dispute.status = if won { DisputeStatus::Won } else { DisputeStatus::Lost };
        dispute.txns.extend(won.then_some(back));
        self.emit("charge.dispute.closed", &id)
    }
}
