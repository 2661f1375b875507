//! Payment intents and their charges: each function does one change at the present time, with its events and bookings.

use axum::http::StatusCode;
use serde_json::json;

use super::command::NewPayment;
use super::objects::{Charge, Intent, PaymentStatus, TxnKind};
use super::reasons::{Failure, REASONS};
use super::table::{Object as _, Secs};
use super::{Account, fee};
use crate::card::fault::Fault;
use crate::ids::Key;

/// The most payments of one command.
const MOST: usize = 20_000;

impl Account {
    /// Adds a payment intent; a test may give it a time of creation in the past.
    pub(super) fn add_intent(&mut self, intent: Intent, status: PaymentStatus) -> Result<(), Fault> {
        let (key, id) = (intent.key, intent.id());
        self.intents.add(intent);
        self.emit("payment_intent.created", &id)?;
        if status != PaymentStatus::RequiresPaymentMethod {
            self.intents.get_mut(key)?.set_status(status);
        }
        if status == PaymentStatus::RequiresAction {
            self.emit("payment_intent.requires_action", &id)?;
        }
        Ok(())
    }

    /// Tries to charge the card of a payment: it is declined where a failure is given, else reserved or paid.
    pub(super) fn charge(
        &mut self,
        key: Key,
        created: Secs,
        failure: Option<&'static Failure>,
    ) -> Result<(), Fault> {
        let intent = self.intents.get(key)?;
        let (id, amount) = (intent.id(), intent.amount);
        let charge = Charge {
            key: Key::of(&[&key, &(intent.changes + 1), &"charge"]),
            created,
            intent: key,
            amount,
            failure,
            ..Charge::default()
        };
        let (status, event) = match failure {
            Some(_) => (PaymentStatus::RequiresPaymentMethod, "payment_intent.payment_failed"),
            None if intent.manual => {
                (PaymentStatus::RequiresCapture, "payment_intent.amount_capturable_updated")
            }
            None => (PaymentStatus::Succeeded, "payment_intent.succeeded"),
        };
        let (charge_key, charge_id) = (charge.key, charge.id());
        self.charges.add(charge);
        let intent = self.intents.get_mut(key)?;
        intent.charge = Some(charge_key);
        intent.set_status(status);
        if status == PaymentStatus::Succeeded {
            self.take(charge_key, amount)?;
        }
        let tried = if failure.is_some() { "charge.failed" } else { "charge.succeeded" };
        self.emit(tried, &charge_id)?;
        self.emit(event, &id)?;
        if status == PaymentStatus::Succeeded {
            // The real one has this event once the balance transaction is there.
            self.emit("charge.updated", &charge_id)?;
        }
        Ok(())
    }

    /// Captures what was reserved, or a part of it; the rest is released.
    pub(super) fn capture(&mut self, key: Key, amount: Option<i64>) -> Result<(), Fault> {
        let intent = self.intents.get(key)?;
        let (id, whole) = (intent.id(), intent.amount);
        let charge = match (intent.status, intent.charge) {
            (PaymentStatus::RequiresCapture, Some(charge)) => charge,
            (status, _) => return Err(unexpected("captured", status, "requires_capture")),
        };
        let amount = amount.unwrap_or(whole);
        if amount < 1 {
            let message = "This value must be greater than or equal to 1.";
            return Err(Fault::param("amount_to_capture", message).code("parameter_invalid_integer"));
        }
        if amount > whole {
            let message = format!(
                "The amount_to_capture is greater than the amount you can \
                 capture for this PaymentIntent ({whole})."
            );
            return Err(Fault::param("amount_to_capture", message).code("amount_too_large"));
        }
        self.take(charge, amount)?;
        self.charges.get_mut(charge)?.released = whole - amount;
        self.intents.get_mut(key)?.set_status(PaymentStatus::Succeeded);
        self.emit("charge.captured", &Charge::id_of(charge))?;
        self.emit("payment_intent.succeeded", &id)
    }

    /// Cancels a payment.
    pub(super) fn cancel(&mut self, key: Key, reason: &'static str) -> Result<(), Fault> {
        let now = self.now;
        let intent = self.intents.get_mut(key)?;
        let (id, status) = (intent.id(), intent.status);
        if matches!(status, PaymentStatus::Succeeded | PaymentStatus::Canceled) {
            let may = "requires_payment_method, requires_capture, requires_confirmation, requires_action";
            return Err(unexpected("canceled", status, may));
        }
        intent.set_status(PaymentStatus::Canceled);
        intent.canceled = Some((now, reason));
        if let (PaymentStatus::RequiresCapture, Some(charge)) = (status, intent.charge) {
            let charge = self.charges.get_mut(charge)?;
            charge.released = charge.amount;
            let charge = charge.id();
            self.emit("charge.refunded", &charge)?;
        }
        self.emit("payment_intent.canceled", &id)
    }

    /// Confirms a payment with one of the provider's test cards, or with the card that it has.
    pub(super) fn confirm(&mut self, key: Key, method: Option<&str>) -> Result<(), Fault> {
        let status = self.intents.get(key)?.status;
        if matches!(
            status,
            PaymentStatus::Succeeded | PaymentStatus::Canceled | PaymentStatus::RequiresCapture
        ) {
            let may = "requires_payment_method, requires_confirmation, requires_action";
            return Err(unexpected("confirmed", status, may));
        }
        if method.is_none() && status == PaymentStatus::RequiresPaymentMethod {
            let message = "You cannot confirm this PaymentIntent because it's missing a payment method.";
            return Err(Fault::state(message));
        }
        let card = method.and_then(|method| REASONS.test_cards.get(method));
        let failure = card.and_then(|(code, decline)| REASONS.declined(code, decline.as_deref()));
        self.charge(key, self.now, failure)?;
        failure.map_or(Ok(()), |failure| Err(declined(failure)))
    }

    /// Changes the payment intent with this id; an error carries the intent, as the real provider's do.
    pub(super) fn change_intent(
        &mut self,
        id: &str,
        change: impl FnOnce(&mut Account, Key) -> Result<(), Fault>,
    ) -> Result<String, Fault> {
        let key = self.intents.key(id)?;
        let Err(mut fault) = change(self, key) else { return Ok(id.to_owned()) };
        if fault.status == StatusCode::PAYMENT_REQUIRED {
            fault = fault.with("charge", self.intents.get(key)?.charge.map(Charge::id_of));
        }
        Err(fault.with("payment_intent", self.show(&self.snapshot(id)?, self.now)))
    }

    /// Makes payments of any state for a test; gives their ids.
    pub(super) fn make_payments(&mut self, new: &NewPayment) -> Result<Vec<String>, Fault> {
        if new.amount < 1 || new.count < 1 || new.count > MOST {
            return Err(Fault::param("amount", format!("amount must be at least 1, count 1 to {MOST}")));
        }
        let failure = match (new.failure_code.as_deref(), new.decline_code.as_deref()) {
            (None, None) => None,
            (code, decline) => {
                let code = code.unwrap_or("card_declined");
                let unknown = || Fault::param("failure_code", format!("No such failure: '{code}'"));
                Some(REASONS.declined(code, decline).ok_or_else(unknown)?)
            }
        };
        let created = new.created.unwrap_or(self.now);
        let mut ids = Vec::with_capacity(new.count);
        for number in 0..new.count {
            let key = Key::of(&[&self.id, &"made", &self.intents.len(), &created, &number]);
            let manual = new.status == PaymentStatus::RequiresCapture;
            let (amount, check) = (new.amount, new.check.clone());
            let intent = Intent { key, created, amount, manual, brand: "visa", check, ..Intent::default() };
            ids.push(intent.id());
            let first = match new.status {
                PaymentStatus::RequiresConfirmation | PaymentStatus::RequiresAction => new.status,
                _ => PaymentStatus::RequiresPaymentMethod,
            };
            self.add_intent(intent, first)?;
            match (new.status, failure) {
                (PaymentStatus::Succeeded | PaymentStatus::RequiresCapture, _) => {
                    self.charge(key, created, None)?;
                }
                (PaymentStatus::RequiresPaymentMethod, Some(_)) => self.charge(key, created, failure)?,
                (PaymentStatus::Canceled, _) => self.cancel(key, "requested_by_customer")?,
                _ => {}
            }
        }
        Ok(ids)
    }

    /// Books the money of a charge.
    fn take(&mut self, key: Key, amount: i64) -> Result<(), Fault> {
        let charge = self.charges.get(key)?;
        let (intent, source) = (charge.intent, charge.id());
        let fee = fee(amount, self.intents.get(intent)?.is_foreign());
        let txn = Key::of(&[&key, &"txn"]);
        self.book(txn, TxnKind::Charge, source, (amount, fee), self.available_on());
        self.charges.get_mut(key)?.captured = Some((amount, txn));
        self.intents.get_mut(intent)?.received = amount;
        Ok(())
    }
}

/// The error of a declined card.
fn declined(failure: &Failure) -> Fault {
    let fault = Fault::declined(&failure.code, &failure.message);
    failure.decline.iter().fold(fault, |fault, code| fault.with("decline_code", code.as_str()))
}

/// The error for a payment whose status does not allow `what`.
fn unexpected(what: &str, status: PaymentStatus, may: &str) -> Fault {
    let status = json!(status);
    let status = status.as_str().unwrap_or_default();
    Fault::state(format!(
        "This PaymentIntent could not be {what} because it has a status of {status}. Only a PaymentIntent \
         with one of the following statuses may be {what}: {may}."
    ))
}
