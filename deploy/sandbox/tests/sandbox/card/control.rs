//! What only tests can do: misbehave, plant, look.

use reqwest::Method;
use serde_json::{Value, json};

use super::world::{SECRET, World, moment, number, send, text};

#[tokio::test]
async fn control_calls_need_their_own_key() {
    let world = World::start(0).await;
    let path = "/sandbox/v1/accounts";
    assert_eq!(send(world.request(Method::GET, path)).await.status, 401);
    assert_eq!(send(world.request(Method::GET, path).bearer_auth(SECRET)).await.status, 401);
    let accounts = world.control(Method::GET, "/accounts", Value::Null).await;
    assert_eq!(accounts.body, json!({ "accounts": [{ "posID": "demo-noodles", "account": world.account }] }));
    assert_eq!(world.control(Method::POST, "/nothing", json!({})).await.status, 404);
    assert_eq!(world.control(Method::POST, "/mode", json!({ "mode": "asleep" })).await.status, 400);
    assert_eq!(world.control(Method::GET, "/acct_other/truth", Value::Null).await.status, 403);
}

#[tokio::test]
async fn provider_misbehaves_in_each_mode() {
    let world = World::start(0).await;
    let path = "/v1/balance";
    let mode = async |body: Value| assert_eq!(world.control(Method::POST, "/mode", body).await.status, 200);
    mode(json!({ "mode": "down", "calls": 2 })).await;
    for status in [500, 500, 200] {
        assert_eq!(world.get(path).await.status, status);
    }
    mode(json!({ "mode": "rate_limited", "retry_after": 7, "calls": 1 })).await;
    let limited = world.get(path).await;
    assert_eq!(
        (limited.status, limited.error(), limited.headers["retry-after"].as_str()),
        (429, "rate_limit", "7")
    );
    mode(json!({ "mode": "reset", "calls": 1 })).await;
    let broken = world.call(Method::GET, path).send().await;
    let broken = match broken {
        Ok(answer) => answer.text().await.is_err(),
        Err(_) => true,
    };
    assert!(broken, "the connection did not break");
    for garbage in ["not_json", "truncated"] {
        mode(json!({ "mode": garbage, "calls": 1 })).await;
        assert_eq!(world.get(path).await.body, Value::Null, "{garbage}");
    }
    mode(json!({ "mode": "wrong_types", "calls": 1 })).await;
    assert!(world.get(path).await.body["available"][0]["amount"].is_string());
    mode(json!({ "mode": "slow", "millis": 60_000 })).await;
    let slow = tokio::time::timeout(std::time::Duration::from_millis(100), world.get(path)).await;
    assert!(slow.is_err(), "it was not slow");
    // Control calls are answered in every mode.
    mode(json!({ "mode": "normal" })).await;
    assert_eq!(world.get(path).await.status, 200);
}

#[tokio::test]
async fn payments_of_every_state_are_made() {
    let world = World::start(1).await;
    let created = moment("2026-07-18T12:00:00Z").as_second();
    for (status, more) in [
        ("succeeded", json!({ "posCheckID": "20260718-0001" })),
        ("canceled", json!({})),
        ("requires_capture", json!({})),
        ("requires_confirmation", json!({})),
        ("requires_action", json!({})),
        ("requires_payment_method", json!({})),
        (
            "requires_payment_method",
            json!({ "failure_code": "expired_card", "decline_code": "expired_card" }),
        ),
    ] {
        let mut body = more.clone();
        body["amount"] = json!(1_234);
        body["status"] = json!(status);
        body["created"] = json!(created);
        let intent = world.pay(body).await;
        let intent = world.read(&format!("/v1/payment_intents/{intent}")).await;
        assert_eq!((intent["status"].as_str(), number(&intent, "created")), (Some(status), created));
        assert_eq!(intent["last_payment_error"].is_object(), more.get("failure_code").is_some());
    }
    let many = world
        .control(
            Method::POST,
            &format!("/{}/payments", world.account),
            json!({ "amount": 5, "status": "succeeded", "count": 150 }),
        )
        .await;
    let ids: std::collections::BTreeSet<String> = serde_json::from_value(many.body["ids"].clone()).unwrap();
    assert_eq!(ids.len(), 150);
    let bad = json!({ "amount": 5, "status": "requires_payment_method", "failure_code": "too_shiny" });
    assert_eq!(world.control(Method::POST, &format!("/{}/payments", world.account), bad).await.status, 400);
}

#[tokio::test]
async fn planted_mismatches_stand_in_the_truth() {
    let world = World::start(60).await;
    let truth = world.truth();
    let known: Vec<String> =
        truth["payment_intents"].as_array().unwrap().iter().map(|i| text(i, "id")).collect();
    for lost in truth["mismatches"]["payments_without_intent"].as_array().unwrap() {
        let id = text(lost, "paymentIntentId");
        assert!(id.starts_with("pi_") && !known.contains(&id));
        assert_eq!(world.get(&format!("/v1/payment_intents/{id}")).await.status, 404);
    }
    let unexplained = |truth: &Value| truth["mismatches"]["charges_without_check"].as_array().unwrap().len();
    let before = unexplained(&truth);
    assert!(before > 0);
    world.pay(json!({ "amount": 700, "status": "succeeded" })).await;
    world.pay(json!({ "amount": 800, "status": "succeeded", "posCheckID": "20260718-0002" })).await;
    assert_eq!(unexplained(&world.truth()), before + 1);
    let payout = world.newest("payouts", |payout| payout["status"] == "paid");
    let planted = world.command(json!({ "do": "misstate", "payout": payout["id"], "by": -3 })).await;
    assert_eq!(planted.body, json!({ "ids": [payout["id"]] }));
    assert_eq!(
        world.truth()["mismatches"]["payouts_that_differ"],
        json!([{
            "payout": payout["id"],
            "amount": number(&payout, "amount") - 3,
            "transactions": number(&payout, "amount"),
        }])
    );
    let charge = world.newest("charges", |charge| charge["captured"] == true && charge["disputed"] == false);
    let opened = world.command(json!({ "do": "dispute", "of": charge["id"], "reason": "duplicate" })).await;
    let dispute = opened.body["ids"][0].as_str().unwrap().to_owned();
    let open = world.read(&format!("/v1/disputes/{dispute}")).await;
    assert_eq!(
        (open["status"].as_str(), number(&open, "amount")),
        (Some("needs_response"), number(&charge, "amount"))
    );
    assert_eq!(number(&open["balance_transactions"][0], "net"), -number(&charge, "amount") - 1_500);
    assert_eq!(
        world.command(json!({ "do": "close_dispute", "dispute": dispute, "won": true })).await.status,
        200
    );
    let won = world.read(&format!("/v1/disputes/{dispute}")).await;
    assert_eq!(
        (won["status"].as_str(), won["balance_transactions"].as_array().unwrap().len()),
        (Some("won"), 2)
    );
    assert_eq!(
        world.command(json!({ "do": "close_dispute", "dispute": dispute, "won": false })).await.status,
        400
    );
    assert_eq!(world.command(json!({ "do": "dispute", "of": charge["id"] })).await.status, 400);
}

#[tokio::test]
async fn payout_moves_through_its_states() {
    let world = World::start(6).await;
    let pending = |truth: &Value| {
        let payouts = truth["payouts"].as_array().unwrap();
        payouts.iter().map(|payout| text(payout, "status")).collect::<Vec<_>>()
    };
    world.clock.set(moment("2026-07-19T10:00:30Z"));
    let states = pending(&world.truth());
    assert_eq!(states.last().map(String::as_str), Some("pending"), "{states:?}");
    let id = text(&world.newest("payouts", |_| true), "id");
    for (at, status) in [
        ("2026-07-19T13:59:00Z", "pending"),
        ("2026-07-19T14:00:00Z", "in_transit"),
        ("2026-07-21T08:59:00Z", "in_transit"),
        ("2026-07-21T09:00:00Z", "paid"),
    ] {
        world.clock.set(moment(at));
        assert_eq!(world.read(&format!("/v1/payouts/{id}")).await["status"], status, "{at}");
    }
    let to = |status: Value| json!({ "do": "payout", "payout": id, "to": status });
    assert_eq!(world.command(to(json!({ "status": "canceled" }))).await.status, 400);
    assert_eq!(world.command(to(json!({ "status": "failed", "code": "bored" }))).await.status, 400);
    assert_eq!(world.command(to(json!({ "status": "failed", "code": "account_closed" }))).await.status, 200);
    let failed = world.read(&format!("/v1/payouts/{id}")).await;
    assert_eq!(
        (failed["status"].as_str(), failed["failure_code"].as_str()),
        (Some("failed"), Some("account_closed"))
    );
    let back = text(&failed, "failure_balance_transaction");
    world.clock.set(moment("2026-07-21T10:30:00Z"));
    let next = text(&world.newest("payouts", |_| true), "id");
    let held = world.get(&format!("/v1/balance_transactions?payout={next}&limit=100")).await;
    assert!(held.ids().contains(&back), "the next payout pays what came back");
}
