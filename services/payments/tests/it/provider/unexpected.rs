//! A provider with unexpected answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::{Method, StatusCode, Uri};
use axum::{Json, Router};
use saffron_core::Code;
use saffron_proto::payments::{
    CancelPaymentIntentRequest, GetPaymentIntentRequest, ListPaymentIntentsRequest,
    ListPayoutTransactionsRequest, ListPayoutsRequest, list_payout_transactions_response,
};
use saffron_testkit::{collected, eventually};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::log::assert_no_secrets;
use crate::world::{CARD_KEY, POS, World, refusal, with};

/// The address of a provider that gives these answers.
async fn stand_in(
    answer: impl Fn(&Method, &Uri) -> (StatusCode, Value) + Clone + Send + Sync + 'static,
) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let answer = move |method: Method, uri: Uri| {
        let (status, body) = answer(&method, &uri);
        async move { (status, Json(body)) }
    };
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(answer)).await });
    url
}

fn charge(fields: Value) -> Value {
    let charge = json!({"id": "ch_1", "object": "charge", "amount": 900, "amount_captured": 0,
        "amount_refunded": 0, "balance_transaction": null, "captured": false, "created": 1_700_000_000,
        "currency": "usd", "failure_code": "a_code_of_next_year", "outcome": {"type": "a_type_of_next_year",
        "reason": "a_reason_of_next_year"}, "paid": false, "refunded": false, "status": "a_status_of_next_year",
        "payment_method_details": {"type": "a_method_of_next_year"}});
    with(charge, fields)
}

fn intent(id: &str, status: &str, charge: Value) -> Value {
    json!({"id": id, "object": "payment_intent", "amount": 900, "currency": "usd", "created": 1_700_000_000,
        "status": status, "capture_method": "next_year", "cancellation_reason": "next_year", "latest_charge": charge})
}

fn payout(id: &str, status: &str) -> Value {
    json!({"id": id, "object": "payout", "amount": 900, "arrival_date": 1_700_000_000, "automatic": true,
        "created": 1_700_000_000, "currency": "usd", "failure_code": "a_code_of_next_year", "method": "next_year",
        "reconciliation_status": "next_year", "status": status, "type": "next_year", "balance_transaction": null})
}

fn transaction(id: &str) -> Value {
    json!({"id": id, "object": "balance_transaction", "amount": 900, "available_on": 1_700_000_000,
        "created": 1_700_000_000, "currency": "usd", "fee": 0, "net": 900, "reporting_category": "next_year",
        "source": "ch_2", "status": "a_status_of_next_year", "type": "a_type_of_next_year"})
}

/// The objects of a provider of next year.
fn next_year(uri: &Uri) -> (StatusCode, Value) {
    let paid = charge(json!({"id": "ch_2", "captured": true, "paid": true, "amount_captured": 900,
        "balance_transaction": transaction("txn_1")}));
    let objects = match uri.path().split('/').nth(2).unwrap() {
        "payment_intents" => vec![
            intent("pi_odd", "a_status_of_next_year", Value::Null),
            intent("pi_paid", "a_status_of_next_year", paid),
            intent("pi_failed", "requires_payment_method", charge(json!({}))),
        ],
        "refunds" => vec![json!({"id": "re_1", "object": "refund", "amount": 5, "created": 1_700_000_000,
            "currency": "usd", "payment_intent": "pi_paid", "charge": "ch_2", "status": "a_status_of_next_year",
            "reason": "next_year", "failure_reason": "next_year"})],
        // One follows the other: after an inquiry, or of a part of the payment each.
        "disputes" => [("dp_1", 1_700_000_000), ("dp_2", 1_700_000_060)]
            .map(|(id, created)| {
                json!({"id": id, "object": "dispute", "amount": 5, "charge": "ch_2", "created": created,
                    "currency": "usd", "payment_intent": "pi_paid", "reason": "next_year",
                    "status": "a_status_of_next_year"})
            })
            .into(),
        "payouts" => vec![payout("po_odd", "a_status_of_next_year"), payout("po_failed", "failed")],
        "balance_transactions" => vec![transaction("txn_1")],
        "events" => vec![
            json!({"id": "evt_1", "object": "event", "created": 1_700_000_000, "type": "a.type.of.next.year",
            "data": {"object": {"object": "an_object_of_next_year", "id": "xy_1"}}}),
        ],
        other => panic!("no call of {other}"),
    };
    let object = match uri.path().split('/').nth(3) {
        Some(id) => objects.into_iter().find(|object| object["id"] == id).unwrap(),
        // The first payout contains it.
        None if uri.query().is_some_and(|query| query.contains("payout=po_failed")) => {
            json!({"object": "list", "has_more": false, "data": []})
        }
        None => json!({"object": "list", "has_more": false, "data": objects}),
    };
    (StatusCode::OK, object)
}

fn status(object: &str) -> Value {
    serde_json::from_str::<Value>(object).unwrap()["status"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_values_are_shown_as_unidentified() {
    let world = World::at_provider(&stand_in(|_, uri| next_year(uri)).await).await;
    // The mirror is up to date nevertheless.
    world.read().await;
    let (intents, _) = world.intents(ListPaymentIntentsRequest::default()).await;
    let shown: Vec<_> = intents.iter().map(|intent| intent.summary.clone().unwrap()).collect();
    let shown: Vec<_> =
        shown.iter().map(|sum| (sum.badge.as_str(), sum.message.as_str(), sum.failure.as_str())).collect();
    let unknown = ("Unidentified", "The status of this payment is unknown.", "");
    // By id, from the greatest.
    let failed = ("Failed", "The transaction was failed.", "a_reason_of_next_year");
    assert_eq!(shown, [unknown, unknown, failed]);
    let message = GetPaymentIntentRequest { pos_id: POS.into(), id: "pi_paid".into() };
    let mut client = world.client();
    let paid = client.get_payment_intent(world.request(&[POS], message)).await.unwrap().into_inner();
    for object in [paid.refunds[0].as_str(), paid.dispute.as_str()] {
        assert_eq!(status(object), "a_status_of_next_year");
    }
    let ids = paid.disputes.iter().map(|object| serde_json::from_str::<Value>(object).unwrap()["id"].clone());
    assert_eq!(ids.collect::<Vec<_>>(), ["dp_2", "dp_1"], "the newest first");
    assert_eq!(paid.disputes[0], paid.dispute);
    let (payouts, _) = world.payouts(ListPayoutsRequest::default()).await;
    let shown: Vec<_> = payouts.into_iter().map(|payout| payout.summary.unwrap()).collect();
    let shown: Vec<_> = shown.iter().map(|sum| (sum.badge.as_str(), sum.message.as_str())).collect();
    let unknown = ("Unidentified", "The status of this payout is unknown.");
    assert_eq!(shown, [unknown, ("Failed", "This payout failed.")]);
    let message = ListPayoutTransactionsRequest { payout_id: "po_odd".into(), ..Default::default() };
    let answer = client.list_payout_transactions(world.request(&[POS], message)).await.unwrap();
    let contained = collected(answer).await.into_iter().find_map(|part| match part.part.unwrap() {
        list_payout_transactions_response::Part::BalanceTransaction(object) => Some(object),
        _ => None,
    });
    assert_eq!(status(&contained.unwrap()), "a_status_of_next_year");
}

/// Answers that repeat the secret key, one after the other.
fn echo(call: usize) -> (StatusCode, Value) {
    let shown = format!("Invalid API Key provided: {CARD_KEY}");
    let error =
        |code: &str| json!({"error": {"type": "invalid_request_error", "code": code, "message": shown}});
    let mut unreadable = intent("pi_1", "succeeded", Value::Null);
    unreadable["amount"] = json!(shown);
    match call % 7 {
        0 => {
            (StatusCode::UNAUTHORIZED, json!({"error": {"type": "invalid_request_error", "message": shown}}))
        }
        1 => (StatusCode::BAD_REQUEST, error(CARD_KEY)),
        2 => (StatusCode::INTERNAL_SERVER_ERROR, error("api_error")),
        3 => (StatusCode::UNAUTHORIZED, json!(shown)),
        4 => (StatusCode::OK, json!({"object": "list", "has_more": false, "data": shown})),
        5 => (StatusCode::OK, json!({"object": "list", "has_more": shown, "data": []})),
        _ => (StatusCode::OK, json!({"object": "list", "has_more": false, "data": [unreadable]})),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_key_in_answers_is_never_shown() {
    let message = Arc::new(AtomicUsize::new(0));
    let count = message.clone();
    // The list of events is empty, so that history is read too.
    let answer = move |method: &Method, uri: &Uri| {
        let nothing = json!({"object": "list", "has_more": false, "data": []});
        match uri.path() {
            "/v1/events" if count.load(Ordering::SeqCst) > 7 => (StatusCode::OK, nothing),
            _ if *method == Method::POST => echo(0),
            _ => echo(count.fetch_add(1, Ordering::SeqCst)),
        }
    };
    let world = World::at_provider(&stand_in(answer).await).await;
    world.linked().await;
    eventually("every unexpected answer, of events and of payments", || async {
        (message.load(Ordering::SeqCst) >= 20).then_some(())
    })
    .await;
    assert!(world.intents(ListPaymentIntentsRequest::default()).await.0.is_empty());
    sqlx::query(
        "INSERT INTO payment_intent (pos_id, id, read_number, created, state, amount, amount_captured, amount_refunded,
           final, object) VALUES ($1, 'pi_1', 0, 1, 'PAYMENT_UNCAPTURED', 1, 0, 0, false, '{}')",
    )
    .bind(POS)
    .execute(&world.pool)
    .await
    .unwrap();
    let cancel =
        CancelPaymentIntentRequest { pos_id: POS.into(), id: "pi_1".into(), idempotency_key: "k".into() };
    let refused = refusal(world.client().cancel_payment_intent(world.request(&[POS], cancel)).await);
    assert_eq!(refused.code, Code::Conflict);
    assert!(!format!("{refused:?} {refused}").contains(CARD_KEY));
    let kept: String = sqlx::query_scalar("SELECT coalesce(string_agg(s::text, ' '), '') FROM stale AS s")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert!(!kept.contains(CARD_KEY));
    for stream in ["EVENTS", "PUSH", "DLQ"] {
        for (subject, body) in world.nats.stored(stream).await {
            assert!(!String::from_utf8_lossy(&body).contains(CARD_KEY), "{subject}");
        }
    }
    assert_no_secrets();
}
