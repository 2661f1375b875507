//! Balance transactions.

use serde_json::{Value, json};

use super::super::ledger::{Kept, Ledger, Place, Secs, Shelf, Source};

pub(super) fn id_of<T: Kept>(shelf: &Shelf<T>, place: Place) -> Value {
    json!(shelf.get(place).map(Kept::id))
}

/// The last step at or before a time.
pub(super) fn step<T: Copy>(steps: &[(Secs, T)], time: Secs) -> Option<T> {
    steps.iter().rev().find(|(when, _)| *when <= time).map(|(_, step)| *step)
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
