//! Reading the provider's objects, and which of them are final.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::super::{Kind, Notice, Stale};
use super::*;

/// The provider's own example of an object.
fn example(name: &str) -> Value {
    let examples = include_str!("../../../../../deploy/sandbox/tests/sandbox/card/published.json");
    serde_json::from_str::<Value>(examples).unwrap()[name].clone()
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    serde_json::from_value(example(name)).unwrap()
}

#[test]
fn published_examples_are_read() {
    let intent: PaymentIntent = read("payment_intent");
    assert_eq!((intent.amount, intent.status.as_str()), (1099, "requires_payment_method"));
    let charge: Charge = read("charge");
    assert_eq!((charge.amount, charge.failure_code), (100, None));
    let card = charge.payment_method_details.and_then(|details| details.card);
    assert_eq!(card.and_then(|card| card.last4).as_deref(), Some("4242"));
    assert_eq!(read::<Refund>("refund").status.as_deref(), Some("succeeded"));
    let payout: Payout = read("payout");
    assert_eq!((payout.amount, payout.status.as_str(), payout.has_contents()), (1100, "in_transit", true));
    let transaction: BalanceTransaction = read("balance_transaction");
    assert_eq!((transaction.net, transaction.is_final()), (100, true));
    let dispute: Dispute = read("dispute");
    assert_eq!((dispute.amount, dispute.status.as_str()), (1000, "warning_needs_response"));
    // A means of payment has the same shape by itself and on a charge.
    let method: MethodDetails = read("payment_method");
    assert_eq!(method.card.and_then(|card| card.last4).as_deref(), Some("4242"));
    assert!(Notice::read(&example("event")).unwrap().stale.is_empty());
    let stale = |name: &str| {
        let mut event = example("event");
        event["data"]["object"] = example(name);
        Notice::read(&event).unwrap().stale
    };
    assert_eq!(stale("balance"), [Stale::AvailableTransactions]);
    assert!(stale("payment_method").is_empty());
    assert_eq!(stale("payout"), [Stale::Object(Kind::Payout, payout.id)]);
    assert_eq!(stale("payment_intent"), [Stale::Object(Kind::PaymentIntent, intent.id)]);
}

#[test]
fn an_unknown_status_is_not_final() {
    let with = |name: &str, fields: Value| {
        let mut object = example(name);
        object.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        object
    };
    let later = json!({"status": "a_status_of_next_year", "a_field_of_next_year": {"with": ["more"]}});
    let intent: PaymentIntent = serde_json::from_value(with("payment_intent", later.clone())).unwrap();
    let refund: Refund = serde_json::from_value(with("refund", later.clone())).unwrap();
    let payout: Payout = serde_json::from_value(with("payout", later.clone())).unwrap();
    let dispute: Dispute = serde_json::from_value(with("dispute", later.clone())).unwrap();
    let transaction: BalanceTransaction = serde_json::from_value(with("balance_transaction", later)).unwrap();
    assert!(!intent.is_final() && !refund.is_final() && !payout.is_final() && !dispute.is_final());
    assert!(!transaction.is_final());
    let other: Payout =
        serde_json::from_value(with("payout", json!({"reconciliation_status": "next_year"}))).unwrap();
    assert!(other.has_contents());
    let manual: Payout =
        serde_json::from_value(with("payout", json!({"reconciliation_status": "not_applicable"}))).unwrap();
    let waits = Payout { reconciliation_status: Some("in_progress".into()), ..read("payout") };
    let by_hand = Payout { automatic: false, ..read("payout") };
    assert!(!manual.has_contents() && !waits.has_contents() && !by_hand.has_contents());
}

#[test]
fn an_object_that_may_change_is_not_final() {
    let refund = |status: &str| {
        let mut refund: Refund = read("refund");
        refund.status = Some(status.into());
        refund.is_final()
    };
    assert!(refund("succeeded") && refund("failed") && refund("canceled"));
    assert!(!refund("pending") && !refund("requires_action"));
    let payout = |status: &str| Payout { status: status.into(), ..read("payout") }.is_final();
    assert!(payout("paid") && payout("failed") && payout("canceled"));
    assert!(!payout("pending") && !payout("in_transit"));
    let dispute = |status: &str| Dispute { status: status.into(), ..read("dispute") }.is_final();
    assert!(dispute("won") && dispute("lost") && dispute("warning_closed"));
    assert!(!dispute("needs_response") && !dispute("under_review"));
    let paid = |captured: bool, transaction: Value| {
        let mut charge: Charge = read("charge");
        charge.captured = captured;
        charge.balance_transaction = serde_json::from_value(transaction).unwrap();
        let status = "succeeded".to_owned();
        PaymentIntent { status, latest_charge: Some(charge), ..read("payment_intent") }.is_final()
    };
    // Until its fee is known.
    assert!(paid(true, example("balance_transaction")));
    assert!(!paid(true, json!("txn_1")) && !paid(true, Value::Null));
    let held = |status: &str| PaymentIntent { status: status.into(), ..read("payment_intent") }.is_final();
    assert!(held("canceled") && !held("requires_capture") && !held("requires_payment_method"));
}
