//! Payment intents, charges, refunds and cards.

use serde_json::{Map, Value, json};

use super::super::ledger::{Brand, Charge, Intent, IntentStep, Kept as _, Ledger, Place, RefundStep, Secs};
use super::Expand;
use super::txn::{id_of, step, txn};
use crate::ids::Key;

/// The status of a payment intent, as the provider writes it.
pub fn status(step: IntentStep) -> &'static str {
    match step {
        IntentStep::NeedsMethod | IntentStep::Failed(_) => "requires_payment_method",
        IntentStep::NeedsConfirmation => "requires_confirmation",
        IntentStep::NeedsAction => "requires_action",
        IntentStep::Authorized(_) => "requires_capture",
        IntentStep::Succeeded(_) => "succeeded",
        IntentStep::Canceled(_) => "canceled",
    }
}

fn method_id(key: Key) -> String {
    format!("pm_{key}")
}

/// A payment intent.
pub fn intent(ledger: &Ledger, place: Place, time: Secs, expand: &Expand) -> Value {
    let Some(intent) = ledger.intents.get(place) else { return Value::Null };
    let (id, step) = (intent.id(), intent.step(time));
    let latest = intent.charge(time);
    let captured = latest.and_then(|place| ledger.charges.get(place)?.captured).filter(|c| c.at <= time);
    let canceled =
        intent.steps.iter().find(|(when, step)| *when <= time && matches!(step, IntentStep::Canceled(_)));
    let reason = match canceled {
        Some((_, IntentStep::Canceled(reason))) if !reason.is_empty() => Some(*reason),
        _ => None,
    };
    let latest_charge = match (latest, expand.of("latest_charge")) {
        (Some(place), Some(inner)) => charge(ledger, place, time, &inner),
        (Some(place), None) => json!(ledger.charges.get(place).map(|charge| charge.id())),
        (None, _) => Value::Null,
    };
    let payment_method = match expand.of("payment_method") {
        _ if !intent.has_method(time) => Value::Null,
        Some(_) => payment_method(ledger, place),
        None => json!(method_id(intent.key)),
    };
    let error = match step {
        IntentStep::Failed(charge) => last_error(ledger, place, charge),
        _ => Value::Null,
    };
    let next = (step == IntentStep::NeedsAction).then(|| {
        let url = format!("https://hooks.stripe.com/redirect/authenticate/src_{}", intent.key);
        json!({ "type": "redirect_to_url", "redirect_to_url": { "url": url, "return_url": null } })
    });
    json!({
        "id": id,
        "object": "payment_intent",
        "amount": intent.amount,
        "amount_capturable": if matches!(step, IntentStep::Authorized(_)) { intent.amount } else { 0 },
        "amount_details": { "tip": {} },
        "amount_received": captured.map_or(0, |capture| capture.amount),
        "application": null,
        "application_fee_amount": null,
        "automatic_payment_methods": { "enabled": true },
        "canceled_at": canceled.map(|(when, _)| *when),
        "cancellation_reason": reason,
        "capture_method": if intent.manual { "manual" } else { "automatic" },
        "client_secret": format!("{id}_secret_{}", Key::of(&[&id, &"secret"])),
        "confirmation_method": "automatic",
        "created": intent.created,
        "currency": "usd",
        "customer": null,
        "customer_account": null,
        "description": intent.check.as_ref().map(|paid| format!("Check {}", paid.check)),
        "excluded_payment_method_types": null,
        "last_payment_error": error,
        "latest_charge": latest_charge,
        "livemode": false,
        "managed_payments": { "enabled": false },
        "metadata": metadata(ledger, intent),
        "next_action": next,
        "on_behalf_of": null,
        "payment_method": payment_method,
        "payment_method_configuration_details": null,
        "payment_method_options": {},
        "payment_method_types": ["card"],
        "processing": null,
        "receipt_email": null,
        "review": null,
        "setup_future_usage": null,
        "shipping": null,
        "source": null,
        "statement_descriptor": null,
        "statement_descriptor_suffix": null,
        "status": status(step),
        "transfer_data": null,
        "transfer_group": null,
    })
}

/// What the POS wrote on a payment.
fn metadata(ledger: &Ledger, intent: &Intent) -> Map<String, Value> {
    let mut metadata = Map::new();
    if let Some(paid) = &intent.check {
        metadata.insert("posID".into(), json!(ledger.place.pos_id));
        metadata.insert("posCheckID".into(), json!(paid.check));
    }
    metadata
}

fn last_error(ledger: &Ledger, intent: Place, charge: Place) -> Value {
    let Some(charge) = ledger.charges.get(charge) else { return Value::Null };
    let Some(failure) = charge.failure else { return Value::Null };
    let mut error = json!({
        "type": "card_error",
        "code": failure.code,
        "message": failure.message,
        "charge": charge.id(),
        "doc_url": format!("https://stripe.com/docs/error-codes/{}", failure.code.replace('_', "-")),
        "payment_method": payment_method(ledger, intent),
    });
    if let (Some(decline), Some(error)) = (failure.decline, error.as_object_mut()) {
        error.insert("decline_code".into(), json!(decline));
    }
    error
}

/// A charge.
pub fn charge(ledger: &Ledger, place: Place, time: Secs, expand: &Expand) -> Value {
    let Some(charge) = ledger.charges.get(place) else { return Value::Null };
    let Some(intent) = ledger.intents.get(charge.intent) else { return Value::Null };
    let captured = charge.captured.filter(|capture| capture.at <= time);
    let refunded = ledger.amount_refunded(charge, time);
    let transaction = match (captured, expand.of("balance_transaction")) {
        (Some(capture), Some(_)) => txn(ledger, capture.txn, time),
        (Some(capture), None) => json!(ledger.txns.get(capture.txn).map(|txn| txn.id())),
        (None, _) => Value::Null,
    };
    let payment_intent = match expand.of("payment_intent") {
        Some(inner) => super::intent(ledger, charge.intent, time, &inner),
        None => json!(intent.id()),
    };
    let id = charge.id();
    let made = |place: &&Place| ledger.refunds.get(**place).is_some_and(|refund| refund.created <= time);
    let refunds = charge.refunds.iter().rev().filter(made);
    let refunds: Vec<Value> = refunds.map(|place| refund(ledger, *place, time, &Expand::default())).collect();
    let dispute = charge.dispute.and_then(|place| ledger.disputes.get(place));
    let mut shown = json!({
        "id": id,
        "object": "charge",
        "amount": charge.amount,
        "amount_captured": captured.map_or(0, |capture| capture.amount),
        "amount_refunded": refunded,
        "application": null,
        "application_fee": null,
        "application_fee_amount": null,
        "balance_transaction": transaction,
        "billing_details": billing(intent),
        "calculated_statement_descriptor": statement(ledger),
        "captured": captured.is_some(),
        "created": charge.created,
        "currency": "usd",
        "customer": null,
        "description": intent.check.as_ref().map(|paid| format!("Check {}", paid.check)),
        "disputed": dispute.is_some_and(|dispute| dispute.created <= time),
        "failure_balance_transaction": null,
        "failure_code": charge.failure.map(|failure| failure.code),
        "failure_message": charge.failure.map(|failure| failure.message),
        "fraud_details": {},
        "livemode": false,
        "metadata": metadata(ledger, intent),
        "on_behalf_of": null,
        "outcome": outcome(charge),
        "paid": charge.failure.is_none(),
        "payment_intent": payment_intent,
        "payment_method": method_id(intent.key),
        "receipt_email": null,
        "receipt_number": null,
        "receipt_url": receipt_url(charge),
        "refunded": refunded > 0 && refunded >= charge.amount,
        "refunds": {
            "object": "list",
            "data": refunds,
            "has_more": false,
            "url": format!("/v1/charges/{id}/refunds"),
        },
        "review": null,
        "shipping": null,
        "source": null,
        "source_transfer": null,
        "statement_descriptor": null,
        "statement_descriptor_suffix": null,
        "status": if charge.failure.is_none() { "succeeded" } else { "failed" },
        "transfer_data": null,
        "transfer_group": null,
    });
    if let Some(shown) = shown.as_object_mut() {
        shown.insert("payment_method_details".into(), details(intent, charge));
    }
    shown
}

fn receipt_url(charge: &Charge) -> Option<String> {
    charge.failure.is_none().then(|| format!("https://pay.stripe.com/receipts/payment/{}", charge.key))
}

fn statement(ledger: &Ledger) -> String {
    ledger
        .place
        .name
        .to_uppercase()
        .chars()
        .filter(char::is_ascii)
        .take(22)
        .collect::<String>()
        .trim()
        .to_owned()
}

fn outcome(charge: &Charge) -> Value {
    let declined = charge.failure;
    json!({
        "advice_code": declined.map(|_| "try_again_later"),
        "network_advice_code": null,
        "network_decline_code": declined.map(|_| "01"),
        "network_status": if declined.is_some() { "declined_by_network" } else { "approved_by_network" },
        "reason": declined.and_then(|failure| failure.decline),
        "seller_message": declined.map_or("Payment complete.", |_| "The bank did not accept this payment."),
        "type": if declined.is_some() { "issuer_declined" } else { "authorized" },
    })
}

/// The last four digits of a payment's card.
fn last4(intent: &Intent) -> String {
    format!("{:04}", intent.key.throw("last4", 10_000))
}

fn country(intent: &Intent) -> &'static str {
    match Ledger::is_foreign(intent.key) {
        true if intent.key.throw("where", 2) == 0 => "CA",
        true => "GB",
        false => "US",
    }
}

fn funding(intent: &Intent) -> &'static str {
    if intent.brand != Brand::Amex && intent.key.throw("funding", 3) == 0 { "debit" } else { "credit" }
}

fn expiry(intent: &Intent) -> (u64, u64) {
    (1 + intent.key.throw("month", 12), 2028 + intent.key.throw("year", 5))
}

fn billing(intent: &Intent) -> Value {
    let nobody = json!({
        "city": null, "country": null, "line1": null, "line2": null, "postal_code": null, "state": null,
    });
    let name = format!("Cardholder {}", intent.key.throw("name", 900) + 100);
    json!({ "address": nobody, "email": null, "name": name, "phone": null, "tax_id": null })
}

fn details(intent: &Intent, charge: &Charge) -> Value {
    let (month, year) = expiry(intent);
    let brand = intent.brand.name();
    let authorized = charge.failure.is_none();
    json!({
        "type": "card",
        "card": {
            "amount_authorized": authorized.then_some(charge.amount),
            "authorization_code": authorized.then(|| format!("{:06}", intent.key.throw("code", 1_000_000))),
            "brand": brand,
            "checks": {
                "address_line1_check": null,
                "address_postal_code_check": null,
                "cvc_check": if authorized { "pass" } else { "unchecked" },
            },
            "country": country(intent),
            "exp_month": month,
            "exp_year": year,
            "extended_authorization": { "status": "disabled" },
            "fingerprint": fingerprint(intent),
            "funding": funding(intent),
            "incremental_authorization": { "status": "unavailable" },
            "installments": null,
            "last4": last4(intent),
            "mandate": null,
            "multicapture": { "status": "unavailable" },
            "network": brand,
            "network_token": { "used": false },
            "network_transaction_id": authorized.then(|| network_id(intent)),
            "overcapture": { "maximum_amount_capturable": charge.amount, "status": "unavailable" },
            "regulated_status": "unregulated",
            "three_d_secure": null,
            "transaction_link_id": null,
            "wallet": null,
        },
    })
}

fn network_id(intent: &Intent) -> String {
    intent.key.throw("network", 999_999_999_999).to_string()
}

fn fingerprint(intent: &Intent) -> String {
    Key::of(&[&intent.brand.name(), &last4(intent)]).to_string().chars().take(16).collect()
}

/// The card of a payment.
pub fn payment_method(ledger: &Ledger, place: Place) -> Value {
    let Some(intent) = ledger.intents.get(place) else { return Value::Null };
    let (month, year) = expiry(intent);
    let brand = intent.brand.name();
    json!({
        "id": method_id(intent.key),
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": billing(intent),
        "card": {
            "brand": brand,
            "checks": {
                "address_line1_check": null,
                "address_postal_code_check": null,
                "cvc_check": "pass",
            },
            "country": country(intent),
            "display_brand": if brand == "amex" { "american_express" } else { brand },
            "exp_month": month,
            "exp_year": year,
            "fingerprint": fingerprint(intent),
            "funding": funding(intent),
            "generated_from": null,
            "last4": last4(intent),
            "networks": { "available": [brand], "preferred": null },
            "regulated_status": "unregulated",
            "three_d_secure_usage": { "supported": true },
            "wallet": null,
        },
        "created": intent.created,
        "customer": null,
        "customer_account": null,
        "livemode": false,
        "metadata": {},
        "type": "card",
    })
}

/// A refund.
pub fn refund(ledger: &Ledger, place: Place, time: Secs, expand: &Expand) -> Value {
    let Some(refund) = ledger.refunds.get(place) else { return Value::Null };
    let paid_by = ledger.charges.get(refund.charge).map(|charge| charge.intent);
    let step = step(&refund.steps, time).unwrap_or(RefundStep::Pending);
    let own = match expand.of("balance_transaction") {
        Some(_) => txn(ledger, refund.txn, time),
        None => id_of(&ledger.txns, refund.txn),
    };
    let of = match expand.of("charge") {
        Some(inner) => charge(ledger, refund.charge, time, &inner),
        None => id_of(&ledger.charges, refund.charge),
    };
    let payment_intent = match (paid_by, expand.of("payment_intent")) {
        (Some(place), Some(inner)) => intent(ledger, place, time, &inner),
        (Some(place), None) => id_of(&ledger.intents, place),
        (None, _) => Value::Null,
    };
    let method =
        paid_by.and_then(|place| ledger.intents.get(place)).map(|intent| format!("pm_{}", intent.key));
    let metadata: Map<String, Value> =
        refund.metadata.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let mut shown = json!({
        "id": refund.id(),
        "object": "refund",
        "amount": refund.amount,
        "balance_transaction": own,
        "charge": of,
        "created": refund.created,
        "currency": "usd",
        "customer": null,
        "customer_account": null,
        "destination_details": { "card": { "type": "refund" }, "type": "card" },
        "metadata": metadata,
        "payment_intent": payment_intent,
        "payment_method": method,
        "reason": refund.reason,
        "receipt_number": null,
        "source_transfer_reversal": null,
        "status": match step {
            RefundStep::Pending => "pending",
            RefundStep::Succeeded => "succeeded",
            RefundStep::Failed(..) => "failed",
        },
        "transfer_reversal": null,
    });
    if let (RefundStep::Failed(reason, back), Some(shown)) = (step, shown.as_object_mut()) {
        shown.insert("failure_reason".into(), json!(reason));
        shown.insert("failure_balance_transaction".into(), id_of(&ledger.txns, back));
    }
    shown
}
