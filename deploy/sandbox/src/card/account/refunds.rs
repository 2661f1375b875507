//! Refunds, and refunds that fail.

use saffron_core::Money;

use super::Account;
use super::objects::{Charge, Intent, Refund, RefundStatus, TxnKind};
use super::table::Object as _;
use crate::card::fault::Fault;
use crate::ids::Key;

impl Account {
    /// The charge with this id, or the charge of the payment intent with this id.
    pub(super) fn charge_of(&self, id: &str) -> Result<Key, Fault> {
        if !id.starts_with(Intent::PREFIX) {
            return self.charges.key(id);
        }
        let missing = |_| Fault::missing(Intent::NAME, id, Intent::NAME);
        let intent = self.intents.get(self.intents.key(id).map_err(missing)?)?;
        let message = format!("This PaymentIntent ({id}) does not have a successful charge to refund.");
        intent.charge.ok_or_else(|| Fault::param("payment_intent", message))
    }

    /// Refunds a charge as a caller asks: all that is left where no amount is given.
    pub(super) fn refund(
        &mut self,
        charge: Key,
        amount: Option<i64>,
        refund: Refund,
    ) -> Result<String, Fault> {
        let known = self.charges.get(charge)?;
        let (id, left) = (known.id(), known.refundable());
        if known.captured.is_none() {
            return Err(Fault::param("charge", format!("Charge {id} has not been captured.")));
        }
        if known.dispute.is_some() {
            return Err(Fault::invalid(format!("Charge {id} has been charged back.")).code("charge_disputed"));
        }
        if left <= 0 {
            let message = format!("Charge {id} has already been refunded.");
            return Err(Fault::invalid(message).code("charge_already_refunded"));
        }
        let amount = amount.unwrap_or(left);
        if amount < 1 {
            return Err(Fault::param("amount", "Invalid positive integer").code("parameter_invalid_integer"));
        }
        if amount > left {
            let (amount, left) = (Money::from_cents(amount), Money::from_cents(left));
            let message =
                format!("Refund amount (${amount}) is greater than unrefunded amount on charge (${left})");
            return Err(Fault::param("amount", message));
        }
        let key = Key::of(&[&id, &"refund", &known.refunds.len(), &self.now]);
        self.add_refund(Refund { key, charge, amount, ..refund })?;
        Ok(Refund::id_of(key))
    }

    /// Adds a refund of an amount that is left of its charge.
    pub(super) fn add_refund(&mut self, refund: Refund) -> Result<(), Fault> {
        let Refund { key, charge, amount, .. } = refund;
        let (created, txn, id) = (self.now, Key::of(&[&key, &"txn"]), Refund::id_of(key));
        self.book(txn, TxnKind::Refund, id.clone(), (-amount, 0), self.available_on());
        let known = self.charges.get_mut(charge)?;
        known.refunded += amount;
        known.refunds.push(key);
        self.refunds.add(Refund { created, intent: known.intent, txn, ..refund });
        self.emit("refund.created", &id)?;
        self.emit("charge.refunded", &Charge::id_of(charge))
    }

    /// Marks a pending refund as succeeded.
    pub(super) fn settle_refund(&mut self, key: Key) -> Result<(), Fault> {
        let refund = self.refunds.get_mut(key)?;
        if refund.status != RefundStatus::Pending {
            return Ok(());
        }
        refund.status = RefundStatus::Succeeded;
        self.emit("refund.updated", &Refund::id_of(key))
    }

    /// Fails a refund and books its money back.
    pub(super) fn fail_refund(&mut self, key: Key, reason: &'static str) -> Result<(), Fault> {
        let refund = self.refunds.get(key)?;
        let (id, amount, charge) = (refund.id(), refund.amount, refund.charge);
        if refund.status == RefundStatus::Failed {
            return Err(Fault::param("refund", "This refund has failed already."));
        }
        let txn = Key::of(&[&key, &"back"]);
        self.book(txn, TxnKind::RefundFailure, id.clone(), (amount, 0), self.available_on());
        let refund = self.refunds.get_mut(key)?;
        (refund.status, refund.failure) = (RefundStatus::Failed, Some((reason, txn)));
        self.charges.get_mut(charge)?.refunded -= amount;
        self.emit("refund.failed", &id)?;
        self.emit("refund.updated", &id)?;
        self.emit("charge.updated", &Charge::id_of(charge))
    }
}
