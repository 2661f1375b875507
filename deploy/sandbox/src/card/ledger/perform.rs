//! Does what a command says, or answers why not, as the real provider does.

use super::Ledger;
use super::command::{Command, Done, NewPayment, NewStatus, PayoutTo};
use super::failures::{DISPUTE_REASONS, REFUND_FAILURES, failure_of, payout_failure};
use super::objects::{Brand, Intent, IntentStep, PaidCheck, Subject};
use super::shelf::{Kept as _, Place, Secs};
use super::steps::{Given, Outcome};
use crate::card::fault::Fault;
use crate::ids::Key;

const DISPUTES_OPEN_ONCE: &str =
    "This charge cannot be disputed: nothing is left of it, or it was disputed before.";
/// The most payments of one command.
const MOST: usize = 20_000;

impl Ledger {
    /// Does what a command says, now.
    ///
    /// # Errors
    /// What the real provider would answer.
    pub fn apply(&mut self, command: &Command) -> Result<Done, Fault> {
        match command {
            Command::Capture { intent, amount } => self.command_capture(intent, *amount),
            Command::Cancel { intent, reason } => self.command_cancel(intent, reason.as_deref()),
            Command::Confirm { intent, method } => self.command_confirm(intent, method.as_deref()),
            Command::Refund { of, amount, reason, metadata, pending } => {
                let given = Given { reason: reason.clone(), metadata: metadata.clone(), pending: *pending };
                self.command_refund(of, *amount, given)
            }
            Command::Pay(new) => self.command_pay(new),
            Command::Payout { payout, to } => self.command_payout(payout, to),
            Command::Misstate { payout, by } => {
                let place = self.known_payout(payout)?;
                if let Some(payout) = self.payouts.get_mut(place) {
                    payout.misstated += by;
                }
                Ok(vec![Subject::Payout(place)])
            }
            Command::Dispute { of, reason } => {
                let reason = one_of(DISPUTE_REASONS, reason.as_deref(), "reason")?;
                let charge = self.charge_of(of)?;
                let dispute = self.open_dispute(charge, reason);
                let dispute = dispute.ok_or_else(|| Fault::param("charge", DISPUTES_OPEN_ONCE))?;
                Ok(vec![Subject::Dispute(dispute)])
            }
            Command::CloseDispute { dispute, won } => {
                let missing = || Fault::missing("dispute", dispute, "dispute");
                let place = self.disputes.place(dispute).ok_or_else(missing)?;
                if !self.close_dispute(place, *won) {
                    return Err(Fault::param("dispute", "This dispute is already closed."));
                }
                Ok(vec![Subject::Dispute(place)])
            }
            Command::SettleRefund { refund } => {
                let place = self.known_refund(refund)?;
                self.settle_refund(place);
                Ok(vec![Subject::Refund(place)])
            }
            Command::FailRefund { refund, reason } => {
                let reason = one_of(REFUND_FAILURES, reason.as_deref(), "reason")?;
                let place = self.known_refund(refund)?;
                if !self.fail_refund(place, reason) {
                    return Err(Fault::param("refund", "This refund has failed already."));
                }
                Ok(vec![Subject::Refund(place)])
            }
        }
    }

    fn known_intent(&self, id: &str) -> Result<(Place, IntentStep), Fault> {
        let place = self.intents.place(id);
        let known = place.and_then(|place| Some((place, self.intents.get(place)?.now())));
        known.ok_or_else(|| Fault::missing("payment_intent", id, "intent"))
    }

    fn known_payout(&self, id: &str) -> Result<Place, Fault> {
        self.payouts.place(id).ok_or_else(|| Fault::missing("payout", id, "payout"))
    }

    fn known_refund(&self, id: &str) -> Result<Place, Fault> {
        self.refunds.place(id).ok_or_else(|| Fault::missing("refund", id, "refund"))
    }

    /// The charge with this id, or of the payment intent with it.
    fn charge_of(&self, id: &str) -> Result<Place, Fault> {
        if id.starts_with(Intent::PREFIX) {
            let (place, _) =
                self.known_intent(id).map_err(|_| Fault::missing("payment_intent", id, "payment_intent"))?;
            let charge = self.intents.get(place).and_then(|intent| intent.charge(Secs::MAX));
            let none = || {
                Fault::param(
                    "payment_intent",
                    format!("This PaymentIntent ({id}) does not have a successful charge to refund."),
                )
            };
            return charge.ok_or_else(none);
        }
        self.charges.place(id).ok_or_else(|| Fault::missing("charge", id, "charge"))
    }

    fn command_capture(&mut self, id: &str, amount: Option<i64>) -> Result<Done, Fault> {
        let (place, step) = self.known_intent(id)?;
        let IntentStep::Authorized(_) = step else {
            return Err(unexpected("captured", step, "requires_capture"));
        };
        let whole = self.intents.get(place).map_or(0, |intent| intent.amount);
        let amount = amount.unwrap_or(whole);
        if amount < 1 {
            return Err(Fault::param("amount_to_capture", "This value must be greater than or equal to 1.")
                .code("parameter_invalid_integer"));
        }
        if amount > whole {
            let message = format!(
                "The amount_to_capture is greater than the amount you can \
                 capture for this PaymentIntent ({whole})."
            );
            return Err(Fault::param("amount_to_capture", message).code("amount_too_large"));
        }
        self.capture(place, amount);
        Ok(vec![Subject::Intent(place)])
    }

    fn command_cancel(&mut self, id: &str, reason: Option<&str>) -> Result<Done, Fault> {
        let reasons = ["requested_by_customer", "abandoned", "duplicate", "fraudulent"];
        let reason = match reason {
            None => "",
            Some(reason) => one_of(&reasons, Some(reason), "cancellation_reason")?,
        };
        let (place, step) = self.known_intent(id)?;
        if matches!(step, IntentStep::Succeeded(_) | IntentStep::Canceled(_)) {
            let may = "requires_payment_method, requires_capture, requires_confirmation, requires_action";
            return Err(unexpected("canceled", step, may));
        }
        self.cancel(place, reason);
        Ok(vec![Subject::Intent(place)])
    }

    fn command_confirm(&mut self, id: &str, method: Option<&str>) -> Result<Done, Fault> {
        let (place, step) = self.known_intent(id)?;
        if matches!(step, IntentStep::Succeeded(_) | IntentStep::Canceled(_) | IntentStep::Authorized(_)) {
            let may = "requires_payment_method, requires_confirmation, requires_action";
            return Err(unexpected("confirmed", step, may));
        }
        if method.is_none() && matches!(step, IntentStep::NeedsMethod | IntentStep::Failed(_)) {
            let message = "You cannot confirm this PaymentIntent because it's missing a payment method.";
            return Err(Fault::state(message));
        }
        let declined = match method.unwrap_or_default() {
            "pm_card_chargeDeclined" => failure_of("card_declined", Some("generic_decline")),
            "pm_card_chargeDeclinedInsufficientFunds" => {
                failure_of("card_declined", Some("insufficient_funds"))
            }
            "pm_card_chargeDeclinedLostCard" => failure_of("card_declined", Some("lost_card")),
            "pm_card_chargeDeclinedExpiredCard" => failure_of("expired_card", Some("expired_card")),
            "pm_card_chargeDeclinedIncorrectCvc" => failure_of("incorrect_cvc", Some("incorrect_cvc")),
            "pm_card_chargeDeclinedProcessingError" => failure_of("processing_error", None),
            _ => None,
        };
        let manual = self.intents.get(place).is_some_and(|intent| intent.manual);
        let outcome = match declined {
            Some(failure) => Outcome::Failed(failure),
            None if manual => Outcome::Authorized,
            None => Outcome::Succeeded,
        };
        self.charge(place, self.now(), outcome);
        let Some(failure) = declined else { return Ok(vec![Subject::Intent(place)]) };
        let mut fault =
            Fault { status: 402, kind: "card_error", ..Fault::invalid(failure.message).code(failure.code) };
        if let Some(decline) = failure.decline {
            fault = fault.with("decline_code", decline.into());
        }
        Err(fault)
    }

    fn command_refund(&mut self, of: &str, amount: Option<i64>, mut given: Given) -> Result<Done, Fault> {
        if let Some(reason) = &given.reason {
            let reason =
                one_of(&["duplicate", "fraudulent", "requested_by_customer"], Some(reason), "reason")?;
            given.reason = Some(reason.to_owned());
        }
        let place = self.charge_of(of)?;
        let Some(charge) = self.charges.get(place) else {
            return Err(Fault::missing("charge", of, "charge"));
        };
        let (id, count, left) = (charge.id(), charge.refunds.len(), self.refundable(charge));
        if charge.captured.is_none() {
            return Err(Fault::param("charge", format!("Charge {id} has not been captured.")));
        }
        if charge.dispute.is_some() {
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
            let dollars = saffron_core::Money::from_cents;
            let message = format!(
                "Refund amount (${}) is greater than unrefunded amount on charge (${})",
                dollars(amount),
                dollars(left)
            );
            return Err(Fault::param("amount", message));
        }
        let key = Key::of(&[&id, &"refund", &count, &self.now()]);
        let refund = self.refund(key, place, amount, given);
        refund
            .map(|refund| vec![Subject::Refund(refund)])
            .ok_or_else(|| Fault::server("The refund was not made."))
    }

    fn command_payout(&mut self, id: &str, to: &PayoutTo) -> Result<Done, Fault> {
        let place = self.known_payout(id)?;
        let done = match to {
            PayoutTo::InTransit => self.send_payout(place),
            PayoutTo::Paid => self.arrive(place),
            PayoutTo::Canceled => self.cancel_payout(place),
            PayoutTo::Failed(code) => {
                let why = payout_failure(code);
                let why =
                    why.ok_or_else(|| Fault::param("code", format!("No such failure code: '{code}'")))?;
                self.fail_payout(place, why)
            }
        };
        if done {
            Ok(vec![Subject::Payout(place)])
        } else {
            Err(Fault::param("status", "The payout is past that."))
        }
    }

    fn command_pay(&mut self, new: &NewPayment) -> Result<Done, Fault> {
        if new.amount < 1 || new.count < 1 || new.count > MOST {
            return Err(Fault::param("amount", format!("amount must be at least 1, count 1 to {MOST}")));
        }
        let failure = match (&new.failure_code, &new.decline_code) {
            (None, None) => None,
            (code, decline) => {
                let code = code.as_deref().unwrap_or("card_declined");
                let failure = failure_of(code, decline.as_deref());
                Some(
                    failure
                        .ok_or_else(|| Fault::param("failure_code", format!("No such failure: '{code}'")))?,
                )
            }
        };
        let created = new.created.unwrap_or(self.now());
        let manual = new.status == NewStatus::RequiresCapture;
        let mut done = Vec::with_capacity(new.count);
        for number in 0..new.count {
            let serial = self.intents.all().count();
            let key = Key::of(&[&self.account, &"made", &serial, &created, &number]);
            let check = new.check.clone().map(|check| PaidCheck { check, number });
            let intent = Intent {
                key,
                created,
                amount: new.amount,
                manual,
                brand: Brand::Visa,
                check,
                steps: Vec::new(),
            };
            let first = match new.status {
                NewStatus::RequiresConfirmation => IntentStep::NeedsConfirmation,
                NewStatus::RequiresAction => IntentStep::NeedsAction,
                _ => IntentStep::NeedsMethod,
            };
            let place = self.intend(intent, first);
            match (new.status, failure) {
                (NewStatus::Succeeded, _) => self.charge(place, created, Outcome::Succeeded),
                (NewStatus::RequiresCapture, _) => self.charge(place, created, Outcome::Authorized),
                (NewStatus::RequiresPaymentMethod, Some(failure)) => {
                    self.charge(place, created, Outcome::Failed(failure));
                }
                (NewStatus::Canceled, _) => self.cancel(place, "requested_by_customer"),
                _ => {}
            }
            done.push(Subject::Intent(place));
        }
        Ok(done)
    }
}

fn unexpected(what: &str, step: IntentStep, may: &str) -> Fault {
    let status = crate::card::show::status(step);
    Fault::state(format!(
        "This PaymentIntent could not be {what} because it has a status of {status}. Only a PaymentIntent \
         with one of the following statuses may be {what}: {may}."
    ))
}

/// One of the words that are allowed; the first where none is given.
fn one_of(words: &[&'static str], word: Option<&str>, param: &str) -> Result<&'static str, Fault> {
    let found = match word {
        None => words.first(),
        Some(word) => words.iter().find(|known| **known == word),
    };
    found
        .copied()
        .ok_or_else(|| Fault::param(param, format!("Invalid {param}: must be one of {}", words.join(", "))))
}
