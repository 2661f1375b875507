//! Refunds, disputes, payouts, balance transactions and the balance.

use serde_json::{Map, Value, json};

use super::super::ledger::{DisputeStep, Kept, Ledger, PayoutStep, Place, RefundStep, Secs, Shelf, Source};
use super::{Expand, charge, intent};
use crate::ids::Key;

fn id_of<T: Kept>(shelf: &Shelf<T>, place: Place) -> Value {
    json!(shelf.get(place).map(Kept::id))
}

/// The last step at or before a time.
fn step<T: Copy>(steps: &[(Secs, T)], time: Secs) -> Option<T> {
    steps.iter().rev().find(|(when, _)| *when <= time).map(|(_, step)| *step)
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

/// A payout.
pub fn payout(ledger: &Ledger, place: Place, time: Secs, expand: &Expand) -> Value {
    let Some(payout) = ledger.payouts.get(place) else { return Value::Null };
    let step = step(&payout.steps, time).unwrap_or(PayoutStep::Pending);
    let own = match expand.of("balance_transaction") {
        Some(_) => txn(ledger, payout.txn, time),
        None => id_of(&ledger.txns, payout.txn),
    };
    let (failure, back) = match step {
        PayoutStep::Failed(why, back) => (Some(why), id_of(&ledger.txns, back)),
        PayoutStep::Canceled(back) => (None, id_of(&ledger.txns, back)),
        _ => (None, Value::Null),
    };
    let trace = (step == PayoutStep::Paid).then(|| payout.key.throw("trace", 99_999_999_999).to_string());
    json!({
        "id": payout.id(),
        "object": "payout",
        "amount": payout.amount + payout.misstated,
        "application_fee": null,
        "application_fee_amount": null,
        "arrival_date": payout.arrival,
        "automatic": true,
        "balance_transaction": own,
        "created": payout.created,
        "currency": "usd",
        "description": "STRIPE PAYOUT",
        "destination": format!("ba_{}", Key::of(&[&ledger.account, &"bank"])),
        "failure_balance_transaction": back,
        "failure_code": failure.map(|(code, _)| *code),
        "failure_message": failure.map(|(_, message)| *message),
        "livemode": false,
        "metadata": {},
        "method": "standard",
        "original_payout": null,
        "payout_method": null,
        "reconciliation_status": "completed",
        "reversed_by": null,
        "source_type": "card",
        "statement_descriptor": null,
        "status": match step {
            PayoutStep::Pending => "pending",
            PayoutStep::InTransit => "in_transit",
            PayoutStep::Paid => "paid",
            PayoutStep::Canceled(_) => "canceled",
            PayoutStep::Failed(..) => "failed",
        },
        "trace_id": { "status": if trace.is_some() { "supported" } else { "pending" }, "value": trace },
        "type": "bank_account",
    })
}

/// A balance transaction.
pub fn txn(ledger: &Ledger, place: Place, time: Secs) -> Value {
    let Some(txn) = ledger.txns.get(place) else { return Value::Null };
    let text = |text: &str| Some(text.to_owned());
    let (category, source, description) = match txn.source {
        Source::Charge(place) => {
            let intent = ledger.charges.get(place).and_then(|charge| ledger.intents.get(charge.intent));
            let check = intent.and_then(|intent| intent.check.as_ref());
            ("charge", id_of(&ledger.charges, place), check.map(|paid| format!("Check {}", paid.check)))
        }
        Source::Refund(place) => ("refund", id_of(&ledger.refunds, place), text("REFUND FOR CHARGE")),
        Source::RefundFailure(place) => {
            ("refund_failure", id_of(&ledger.refunds, place), text("REFUND FAILURE"))
        }
        Source::Dispute(place) => ("dispute", id_of(&ledger.disputes, place), text("Chargeback withdrawal")),
        Source::DisputeReversal(place) => {
            ("dispute_reversal", id_of(&ledger.disputes, place), text("Chargeback reversal"))
        }
        Source::Payout(place) => ("payout", id_of(&ledger.payouts, place), text("STRIPE PAYOUT")),
        Source::PayoutFailure(place) => {
            ("payout_reversal", id_of(&ledger.payouts, place), text("STRIPE PAYOUT FAILURE"))
        }
        Source::PayoutCancel(place) => {
            ("payout_reversal", id_of(&ledger.payouts, place), text("STRIPE PAYOUT CANCELLATION"))
        }
    };
    let fees = (txn.fee != 0).then(|| {
        json!({
            "amount": txn.fee,
            "application": null,
            "currency": "usd",
            "description": match txn.source {
                Source::Dispute(_) => "Dispute fee",
                _ => "Stripe processing fees",
            },
            "type": "stripe_fee",
        })
    });
    json!({
        "id": txn.id(),
        "object": "balance_transaction",
        "amount": txn.amount,
        "available_on": txn.available_on,
        "balance_type": "payments",
        "created": txn.created,
        "currency": "usd",
        "description": description,
        "exchange_rate": null,
        "fee": txn.fee,
        "fee_details": fees.into_iter().collect::<Vec<_>>(),
        "net": txn.net(),
        "reporting_category": category,
        "source": source,
        "status": if txn.available_on <= time { "available" } else { "pending" },
        "type": kind(txn.source),
    })
}

/// The `type` of a balance transaction.
pub fn kind(source: Source) -> &'static str {
    match source {
        Source::Charge(_) => "charge",
        Source::Refund(_) => "refund",
        Source::RefundFailure(_) => "refund_failure",
        Source::Dispute(_) | Source::DisputeReversal(_) => "adjustment",
        Source::Payout(_) => "payout",
        Source::PayoutFailure(_) => "payout_failure",
        Source::PayoutCancel(_) => "payout_cancel",
    }
}

/// Members of a dispute's evidence; nobody has written any.
const EVIDENCE: &[&str] = &[
    "access_activity_log",
    "billing_address",
    "cancellation_policy",
    "cancellation_policy_disclosure",
    "cancellation_rebuttal",
    "customer_communication",
    "customer_email_address",
    "customer_name",
    "customer_purchase_ip",
    "customer_signature",
    "duplicate_charge_documentation",
    "duplicate_charge_explanation",
    "duplicate_charge_id",
    "product_description",
    "receipt",
    "refund_policy",
    "refund_policy_disclosure",
    "refund_refusal_explanation",
    "service_date",
    "service_documentation",
    "shipping_address",
    "shipping_carrier",
    "shipping_date",
    "shipping_documentation",
    "shipping_tracking_number",
    "uncategorized_file",
    "uncategorized_text",
];

/// How long a dispute can be answered.
const ANSWER: Secs = 9 * super::super::ledger::DAY;

/// A dispute.
pub fn dispute(ledger: &Ledger, place: Place, time: Secs) -> Value {
    let Some(dispute) = ledger.disputes.get(place) else { return Value::Null };
    let step = step(&dispute.steps, time).unwrap_or(DisputeStep::NeedsResponse);
    let intent = ledger.charges.get(dispute.charge).map(|charge| charge.intent);
    let brand =
        intent.and_then(|place| ledger.intents.get(place)).map_or("visa", |intent| intent.brand.name());
    let mut transactions = vec![txn(ledger, dispute.txn, time)];
    if let DisputeStep::Won(back) = step {
        transactions.push(txn(ledger, back, time));
    }
    let mut evidence: Map<String, Value> =
        EVIDENCE.iter().map(|name| ((*name).to_owned(), Value::Null)).collect();
    evidence.insert("enhanced_evidence".into(), json!({}));
    let answered = step != DisputeStep::NeedsResponse;
    let due = dispute.created + ANSWER;
    json!({
        "id": dispute.id(),
        "object": "dispute",
        "amount": dispute.amount,
        "balance_transactions": transactions,
        "charge": id_of(&ledger.charges, dispute.charge),
        "created": dispute.created,
        "currency": "usd",
        "enhanced_eligibility_types": [],
        "evidence": evidence,
        "evidence_details": {
            "due_by": due,
            "enhanced_eligibility": {},
            "has_evidence": answered,
            "past_due": time > due && !answered,
            "submission_count": i32::from(answered),
        },
        "is_charge_refundable": false,
        "livemode": false,
        "metadata": {},
        "payment_intent": intent.map_or(Value::Null, |place| id_of(&ledger.intents, place)),
        "payment_method_details": {
            "card": {
                "brand": brand,
                "case_type": "chargeback",
                "network": brand,
                "network_reason_code": "10.4",
            },
            "type": "card",
        },
        "reason": dispute.reason,
        "status": match step {
            DisputeStep::NeedsResponse => "needs_response",
            DisputeStep::UnderReview => "under_review",
            DisputeStep::Won(_) => "won",
            DisputeStep::Lost => "lost",
        },
    })
}

/// The balance.
pub fn balance(ledger: &Ledger, time: Secs) -> Value {
    let (available, pending) = ledger.balance(time);
    let part =
        |amount: i64| json!([{ "amount": amount, "currency": "usd", "source_types": { "card": amount } }]);
    json!({
        "object": "balance",
        "available": part(available),
        "connect_reserved": [{ "amount": 0, "currency": "usd" }],
        "livemode": false,
        "pending": part(pending),
    })
}
