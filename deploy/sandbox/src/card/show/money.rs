//! Disputes, payouts and the balance.

use serde_json::{Map, Value, json};

use super::super::ledger::{DisputeStep, Kept as _, Ledger, PayoutStep, Place, Secs};
use super::Expand;
use super::txn::{id_of, step, txn};
use crate::ids::Key;

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
