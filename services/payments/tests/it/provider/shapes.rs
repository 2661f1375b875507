//! Answers have the names and types of the provider's published examples, a part of them and no others.

use std::collections::BTreeMap;

use saffron_proto::payments::{
    GetPaymentIntentRequest, ListPaymentIntentsRequest, ListPayoutTransactionsRequest, ListPayoutsRequest,
    list_payout_transactions_response,
};
use saffron_sandbox::card::{Command, NewPayment, PaymentStatus};
use saffron_testkit::collected;
use serde_json::{Value, json};

use super::mirror::equal;
use crate::world::{POS, World, payment};

/// By object and path: the type, `?` if it may be null, `*` if its content is not compared.
type Shapes = BTreeMap<String, BTreeMap<String, String>>;

fn shapes() -> Shapes {
    serde_json::from_str(include_str!("../../../../../deploy/sandbox/tests/sandbox/card/shapes.json"))
        .unwrap()
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The path of the first difference between an answer and the example, and why. An object that is expanded in the answer
/// and not in the example is compared with the example of that object.
fn difference(shapes: &Shapes, name: &str, path: &str, answer: &Value) -> Option<String> {
    let shape = shapes.get(name)?;
    for (field, value) in answer.as_object()? {
        let here = format!("{path}{field}");
        let found = match shape.get(&here) {
            // The examples are of cards that were typed in; those of a terminal look the same here.
            None if here.ends_with("card_present") => None,
            None => Some("is not published".to_owned()),
            Some(wanted) if value.is_null() && !wanted.contains('?') => Some("is null".to_owned()),
            Some(_) if value.is_null() => None,
            Some(wanted) => match value["object"].as_str() {
                Some(inner) if wanted.starts_with("string") => difference(shapes, inner, "", value),
                _ if !wanted.starts_with(kind(value)) => Some(format!("is {value}, not {wanted}")),
                _ if wanted.contains('*') => None,
                _ if value.is_object() => difference(shapes, name, &format!("{here}."), value),
                _ => value.as_array().into_iter().flatten().find_map(|item| {
                    difference(shapes, item["object"].as_str().unwrap_or_default(), "", item)
                }),
            },
        };
        if let Some(why) = found {
            return Some(format!("{name} {here}: {why}"));
        }
    }
    None
}

/// Fails if an answer is not as published.
fn check(shapes: &Shapes, name: &str, json: &str) {
    let answer: Value = serde_json::from_str(json).unwrap();
    assert_eq!(answer["object"], name);
    assert_eq!(difference(shapes, name, "", &answer), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_as_published() {
    let world = World::with_days(5).await;
    world.read().await;
    for status in [PaymentStatus::Canceled, PaymentStatus::RequiresCapture, PaymentStatus::RequiresAction] {
        world.pay(status, 500, 1);
    }
    let failed = NewPayment {
        failure_code: Some("card_declined".into()),
        decline_code: Some("insufficient_funds".into()),
        ..payment(PaymentStatus::RequiresPaymentMethod, 700)
    };
    world.pay_as(failed);
    let paid = world.pay(PaymentStatus::Succeeded, 2000, 2);
    let refund = Command::Refund {
        of: paid[0].clone(),
        amount: Some(5),
        reason: None,
        metadata: Vec::new(),
        pending: true,
    };
    let refund = world.command(refund).remove(0);
    world.command(Command::FailRefund { refund, reason: Some("declined".into()) });
    world.command(Command::Dispute { of: paid[1].clone(), reason: None });
    equal(&world).await;
    let shapes = shapes();
    let (mut states, mut message) =
        (BTreeMap::new(), ListPaymentIntentsRequest { limit: 150, ..Default::default() });
    loop {
        let (intents, page) = world.intents(message.clone()).await;
        for intent in &intents {
            check(&shapes, "payment_intent", &intent.object);
            *states.entry(intent.summary.as_ref().unwrap().state.clone()).or_insert(0) += 1;
        }
        if !page.has_more {
            break;
        }
        let last: Value = serde_json::from_str(&intents.last().unwrap().object).unwrap();
        message.starting_after = last["id"].as_str().unwrap().to_owned();
    }
    assert!(states.len() >= 5 && states["PAYMENT_SUCCESS"] > 20, "{states:?}");
    let mut client = world.client();
    for (id, refunds) in [(&paid[0], 1), (&paid[1], 0)] {
        let one = GetPaymentIntentRequest { id: id.clone(), ..Default::default() };
        let shown = client.get_payment_intent(world.request(&[POS], one)).await.unwrap().into_inner();
        assert_eq!((shown.refunds.len(), shown.dispute.is_empty()), (refunds, refunds == 1));
        shown.refunds.iter().for_each(|refund| check(&shapes, "refund", refund));
        if refunds == 0 {
            check(&shapes, "dispute", &shown.dispute);
        }
    }
    let all = ListPayoutsRequest { limit: 150, ..Default::default() };
    let (payouts, _) = world.payouts(all).await;
    let mut transactions = 0;
    for payout in payouts {
        check(&shapes, "payout", &payout.object);
        let payout: Value = serde_json::from_str(&payout.object).unwrap();
        let payout_id = payout["id"].as_str().unwrap().to_owned();
        let message = ListPayoutTransactionsRequest { payout_id, limit: 150, ..Default::default() };
        let answer = client.list_payout_transactions(world.request(&[POS], message)).await.unwrap();
        for part in collected(answer).await {
            if let list_payout_transactions_response::Part::BalanceTransaction(object) = part.part.unwrap() {
                check(&shapes, "balance_transaction", &object);
                transactions += 1;
            }
        }
    }
    assert!(transactions > 20, "{transactions}");
}

#[test]
fn another_name_and_another_type_would_be_found() {
    let shapes = shapes();
    for (name, answer, why) in [
        ("payout", json!({"amount": "1"}), "payout amount: is \"1\", not integer"),
        ("payout", json!({"amount": null}), "payout amount: is null"),
        ("payout", json!({"sum": 1}), "payout sum: is not published"),
        (
            "payment_intent",
            json!({"latest_charge": {"object": "charge", "outcome": {"why": 1}}}),
            "charge outcome.why: is not published",
        ),
    ] {
        let found = difference(&shapes, name, "", &answer).unwrap();
        assert!(found.ends_with(why), "{found}");
    }
}
