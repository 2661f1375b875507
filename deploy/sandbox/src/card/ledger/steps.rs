//! What happens to payments: each function is one thing that happens now, with its events and its money.

use super::failures::Failure;
use super::objects::{
    Capture, Charge, Dispute, DisputeStep, Intent, IntentStep, Refund, RefundStep, Source, Subject,
};
use super::shelf::Place;
use super::{Ledger, Secs, fee};
use crate::ids::Key;

/// What a try to charge leads to.
#[derive(Debug, Clone, Copy)]
pub enum Outcome {
    /// Paid.
    Succeeded,
    /// Reserved.
    Authorized,
    /// Declined.
    Failed(&'static Failure),
}

/// Who made a refund and why.
#[derive(Debug, Default)]
pub struct Given {
    /// The reason.
    pub reason: Option<String>,
    /// What they wrote on it.
    pub metadata: Vec<(String, String)>,
    /// Whether the bank takes its time.
    pub pending: bool,
}

/// What the provider keeps of a dispute, in cents.
const DISPUTE_FEE: i64 = 1_500;

impl Ledger {
    /// A payment intent comes to be; `created` may lie in the past, where a test wants so.
    pub(super) fn intend(&mut self, mut intent: Intent, first: IntentStep) -> Place {
        let created = intent.created;
        intent.steps = vec![(created.saturating_sub(1), IntentStep::NeedsMethod)];
        if first != IntentStep::NeedsMethod {
            intent.steps.push((created, first));
        }
        let place = self.intents.add(intent);
        self.tell_as_of("payment_intent.created", Subject::Intent(place), created.saturating_sub(1));
        if first == IntentStep::NeedsAction {
            self.tell("payment_intent.requires_action", Subject::Intent(place));
        }
        place
    }

    /// Tries to charge the card of a payment.
    pub(super) fn charge(&mut self, intent: Place, at: Secs, outcome: Outcome) {
        let Some(known) = self.intents.get(intent) else { return };
        let (key, amount) = (Key::of(&[&known.key, &known.steps.len(), &"charge"]), known.amount);
        let failure = match outcome {
            Outcome::Failed(failure) => Some(failure),
            Outcome::Succeeded | Outcome::Authorized => None,
        };
        let charge = self.charges.add(Charge {
            key,
            created: at,
            intent,
            amount,
            failure,
            captured: None,
            released: None,
            refunds: Vec::new(),
            dispute: None,
        });
        let (step, told, then) = match outcome {
            Outcome::Succeeded => {
                (IntentStep::Succeeded(charge), "charge.succeeded", "payment_intent.succeeded")
            }
            Outcome::Authorized => (
                IntentStep::Authorized(charge),
                "charge.succeeded",
                "payment_intent.amount_capturable_updated",
            ),
            Outcome::Failed(_) => {
                (IntentStep::Failed(charge), "charge.failed", "payment_intent.payment_failed")
            }
        };
        self.step_intent(intent, at, step);
        if matches!(outcome, Outcome::Succeeded) {
            self.take(charge, at, amount);
        }
        self.tell(told, Subject::Charge(charge));
        self.tell(then, Subject::Intent(intent));
        if matches!(outcome, Outcome::Succeeded) {
            // The real one tells again when the balance transaction is there.
            self.tell("charge.updated", Subject::Charge(charge));
        }
    }

    /// Captures what was reserved; the rest is released.
    pub(super) fn capture(&mut self, intent: Place, amount: i64) {
        let Some(IntentStep::Authorized(charge)) = self.intents.get(intent).map(Intent::now) else { return };
        self.take(charge, self.now, amount);
        let now = self.now;
        if let Some(charge) = self.charges.get_mut(charge).filter(|charge| charge.amount > amount) {
            charge.released = Some(now);
        }
        self.step_intent(intent, now, IntentStep::Succeeded(charge));
        self.tell("charge.captured", Subject::Charge(charge));
        self.tell("payment_intent.succeeded", Subject::Intent(intent));
    }

    /// Gives a payment up.
    pub(super) fn cancel(&mut self, intent: Place, reason: &'static str) {
        let now = self.now;
        let Some(step) = self.intents.get(intent).map(Intent::now) else { return };
        self.step_intent(intent, now, IntentStep::Canceled(reason));
        if let IntentStep::Authorized(charge) = step {
            if let Some(charge) = self.charges.get_mut(charge) {
                charge.released = Some(now);
            }
            self.tell("charge.refunded", Subject::Charge(charge));
        }
        self.tell("payment_intent.canceled", Subject::Intent(intent));
    }

    /// Gives money back.
    pub(super) fn refund(&mut self, key: Key, charge: Place, amount: i64, given: Given) -> Option<Place> {
        let now = self.now;
        let left = self.charges.get(charge).map_or(0, |charge| self.refundable(charge));
        if amount <= 0 || amount > left || self.refunds.find(key).is_some() {
            return None;
        }
        let available = self.available_on(now, 2);
        let step = if given.pending { RefundStep::Pending } else { RefundStep::Succeeded };
        let (reason, metadata) = (given.reason, given.metadata);
        let steps = vec![(now, step)];
        let refund =
            self.refunds.add(Refund { key, created: now, charge, amount, reason, metadata, txn: 0, steps });
        let txn = self.book(Key::of(&[&key, &"txn"]), Source::Refund(refund), -amount, 0, available);
        if let Some(refund) = self.refunds.get_mut(refund) {
            refund.txn = txn;
        }
        if let Some(charge) = self.charges.get_mut(charge) {
            charge.refunds.push(refund);
        }
        self.tell("refund.created", Subject::Refund(refund));
        self.tell("charge.refunded", Subject::Charge(charge));
        Some(refund)
    }

    /// A refund reaches the guest.
    pub(super) fn settle_refund(&mut self, refund: Place) {
        let now = self.now;
        let Some(known) = self.refunds.get_mut(refund) else { return };
        if known.steps.last().is_some_and(|(_, step)| *step == RefundStep::Pending) {
            known.steps.push((now, RefundStep::Succeeded));
            self.tell("refund.updated", Subject::Refund(refund));
        }
    }

    /// A refund comes back.
    pub(super) fn fail_refund(&mut self, refund: Place, reason: &'static str) -> bool {
        let now = self.now;
        let Some((key, amount, charge)) = self.refunds.get(refund).and_then(|refund| {
            let failed = refund.steps.iter().any(|(_, step)| matches!(step, RefundStep::Failed(..)));
            (!failed).then_some((refund.key, refund.amount, refund.charge))
        }) else {
            return false;
        };
        let available = self.available_on(now, 2);
        let txn = self.book(Key::of(&[&key, &"back"]), Source::RefundFailure(refund), amount, 0, available);
        if let Some(refund) = self.refunds.get_mut(refund) {
            refund.steps.push((now, RefundStep::Failed(reason, txn)));
        }
        self.tell("refund.failed", Subject::Refund(refund));
        self.tell("refund.updated", Subject::Refund(refund));
        self.tell("charge.updated", Subject::Charge(charge));
        true
    }

    /// A guest asks their bank for the money.
    pub(super) fn open_dispute(&mut self, charge: Place, reason: &'static str) -> Option<Place> {
        let now = self.now;
        let known = self.charges.get(charge).filter(|charge| charge.dispute.is_none())?;
        let amount = self.refundable(known);
        if amount <= 0 {
            return None;
        }
        let key = Key::of(&[&known.key, &"dispute"]);
        let available = self.available_on(now, 2);
        let steps = vec![(now, DisputeStep::NeedsResponse)];
        let dispute = self.disputes.add(Dispute { key, created: now, charge, amount, reason, txn: 0, steps });
        let txn =
            self.book(Key::of(&[&key, &"txn"]), Source::Dispute(dispute), -amount, DISPUTE_FEE, available);
        if let Some(dispute) = self.disputes.get_mut(dispute) {
            dispute.txn = txn;
        }
        if let Some(charge) = self.charges.get_mut(charge) {
            charge.dispute = Some(dispute);
        }
        self.tell("charge.dispute.created", Subject::Dispute(dispute));
        self.tell("charge.updated", Subject::Charge(charge));
        Some(dispute)
    }

    /// The restaurant has answered; the bank thinks about it.
    pub(super) fn review_dispute(&mut self, dispute: Place) {
        let now = self.now;
        if let Some(known) = self.disputes.get_mut(dispute) {
            known.steps.push((now, DisputeStep::UnderReview));
            self.tell("charge.dispute.updated", Subject::Dispute(dispute));
        }
    }

    /// The bank has decided.
    pub(super) fn close_dispute(&mut self, dispute: Place, won: bool) -> bool {
        let now = self.now;
        let Some((key, amount)) = self.disputes.get(dispute).and_then(|dispute| {
            let closed = |step: &DisputeStep| matches!(step, DisputeStep::Won(_) | DisputeStep::Lost);
            let open = !dispute.steps.iter().any(|(_, step)| closed(step));
            open.then_some((dispute.key, dispute.amount))
        }) else {
            return false;
        };
        let step = if won {
            let available = self.available_on(now, 2);
            let source = Source::DisputeReversal(dispute);
            DisputeStep::Won(self.book(Key::of(&[&key, &"back"]), source, amount, 0, available))
        } else {
            DisputeStep::Lost
        };
        if let Some(dispute) = self.disputes.get_mut(dispute) {
            dispute.steps.push((now, step));
        }
        self.tell("charge.dispute.closed", Subject::Dispute(dispute));
        true
    }

    pub(super) fn step_intent(&mut self, intent: Place, at: Secs, step: IntentStep) {
        if let Some(intent) = self.intents.get_mut(intent) {
            intent.steps.push((at, step));
        }
    }

    /// Books what a charge brings.
    fn take(&mut self, charge: Place, at: Secs, amount: i64) {
        let Some(known) = self.charges.get(charge) else { return };
        let (key, intent) = (known.key, known.intent);
        let foreign = self.intents.get(intent).is_some_and(|intent| Ledger::is_foreign(intent.key));
        let available = self.available_on(self.now, 2);
        let source = Source::Charge(charge);
        let txn = self.book(Key::of(&[&key, &"txn"]), source, amount, fee(amount, foreign), available);
        if let Some(charge) = self.charges.get_mut(charge) {
            charge.captured = Some(Capture { at, amount, txn });
        }
    }
}
