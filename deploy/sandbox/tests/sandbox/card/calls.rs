//! What callers may do: who they are, capture, cancel, confirm, refund, and the same call twice.

use reqwest::Method;
use saffron_core::PosId;
use saffron_sandbox::card::{Config, serve};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::world::{LOCATION, SECRET, World, config, moment, number, send, text};

#[tokio::test]
async fn callers_need_the_key_and_an_account() {
    let world = World::start(0).await;
    let path = "/v1/payment_intents";
    let none = send(world.request(Method::GET, path)).await;
    assert_eq!((none.status, none.error()), (401, "invalid_request_error"));
    let wrong = send(world.request(Method::GET, path).bearer_auth("sk_test_wrong")).await;
    assert_eq!(wrong.status, 401);
    assert!(!wrong.body.to_string().contains(SECRET));
    let no_account = send(world.request(Method::GET, path).bearer_auth(SECRET)).await;
    assert_eq!(no_account.status, 400);
    let stranger =
        world.request(Method::GET, path).bearer_auth(SECRET).header("Stripe-Account", "acct_other");
    let stranger = send(stranger).await;
    assert_eq!((stranger.status, stranger.error()), (403, "account_invalid"));
    let good = world.get(path).await;
    assert_eq!(good.status, 200);
    assert!(good.headers["request-id"].starts_with("req_"));
    assert_eq!(good.headers["stripe-version"], "2025-09-30.clover");
    assert_eq!(good.headers["stripe-account"], world.account);
    assert_ne!(good.headers["request-id"], world.get(path).await.headers["request-id"]);
    assert_eq!(world.running.accounts(), [(LOCATION.parse().unwrap(), world.account.clone())]);
}

#[tokio::test]
async fn reserved_payment_is_captured_or_given_up() {
    let world = World::start(0).await;
    let whole = world.pay(json!({ "amount": 5_000, "status": "requires_capture" })).await;
    let held = world.read(&format!("/v1/payment_intents/{whole}?expand[]=latest_charge")).await;
    assert_eq!((number(&held, "amount_capturable"), number(&held, "amount_received")), (5_000, 0));
    assert_eq!(held["latest_charge"]["captured"], false);
    assert!(held["latest_charge"]["balance_transaction"].is_null());

    let done = world.post(&format!("/v1/payment_intents/{whole}/capture"), "", None).await;
    assert_eq!((done.status, done.body["status"].as_str()), (200, Some("succeeded")));
    assert_eq!((number(&done.body, "amount_capturable"), number(&done.body, "amount_received")), (0, 5_000));
    let txn =
        world.get(&format!("/v1/balance_transactions?source={}", text(&done.body, "latest_charge"))).await;
    let fee = number(&txn.data()[0], "fee");
    assert!([140, 190].contains(&fee), "2.7 % of 50 dollars and 5 cents, or 3.7 %: {fee}");

    let part = world.pay(json!({ "amount": 5_000, "status": "requires_capture" })).await;
    let path = format!("/v1/payment_intents/{part}/capture");
    let much = world.post(&path, "amount_to_capture=5001", None).await;
    assert_eq!((much.status, much.error()), (400, "amount_too_large"));
    let some = world.post(&path, "amount_to_capture=4000&expand[]=latest_charge", None).await;
    assert_eq!(number(&some.body, "amount_received"), 4_000);
    let charge = &some.body["latest_charge"];
    // As the real one has it: what was not captured is given back.
    assert_eq!((number(charge, "amount_captured"), number(charge, "amount_refunded")), (4_000, 1_000));
    let again = world.post(&path, "", None).await;
    assert_eq!((again.status, again.error()), (400, "payment_intent_unexpected_state"));
    assert_eq!(again.body["error"]["payment_intent"]["id"], json!(part));

    let left = world.pay(json!({ "amount": 700, "status": "requires_capture" })).await;
    let path = format!("/v1/payment_intents/{left}/cancel");
    let bad = world.post(&path, "cancellation_reason=bored", None).await;
    assert_eq!((bad.status, bad.body["error"]["param"].as_str()), (400, Some("cancellation_reason")));
    let gone = world.post(&path, "cancellation_reason=abandoned", None).await;
    assert_eq!(
        (gone.body["status"].as_str(), gone.body["cancellation_reason"].as_str()),
        (Some("canceled"), Some("abandoned"))
    );
    assert!(gone.body["canceled_at"].is_i64());
    assert_eq!(world.post(&path, "", None).await.error(), "payment_intent_unexpected_state");
    let paid = world.post(&format!("/v1/payment_intents/{whole}/cancel"), "", None).await;
    assert_eq!(paid.error(), "payment_intent_unexpected_state");
    let strange = world.post(&format!("/v1/payment_intents/{left}/capture"), "colour=red", None).await;
    assert_eq!(strange.error(), "parameter_unknown");
    assert_eq!(world.post("/v1/payment_intents/pi_none/capture", "", None).await.status, 404);
}

#[tokio::test]
async fn declined_card_is_tried_again() {
    let world = World::start(0).await;
    let intent = world.pay(json!({ "amount": 2_500, "status": "requires_payment_method" })).await;
    let path = format!("/v1/payment_intents/{intent}/confirm");
    assert_eq!(world.post(&path, "", None).await.error(), "payment_intent_unexpected_state");
    let form = "payment_method=pm_card_chargeDeclinedInsufficientFunds";
    let declined = world.post(&path, form, None).await;
    assert_eq!((declined.status, declined.error()), (402, "card_declined"));
    assert_eq!(declined.body["error"]["decline_code"], "insufficient_funds");
    assert_eq!(declined.body["error"]["payment_intent"]["status"], "requires_payment_method");
    let failed = world.read(&format!("/v1/payment_intents/{intent}?expand[]=latest_charge")).await;
    assert_eq!(failed["last_payment_error"]["decline_code"], "insufficient_funds");
    assert_eq!(failed["latest_charge"]["failure_code"], "card_declined");
    assert_eq!(failed["latest_charge"]["outcome"]["reason"], "insufficient_funds");
    let paid = world.post(&path, "payment_method=pm_card_visa", None).await;
    assert_eq!(paid.body["status"], "succeeded");
    assert!(paid.body["last_payment_error"].is_null());
    assert_ne!(paid.body["latest_charge"], failed["latest_charge"]["id"]);
    let charges = world.get(&format!("/v1/charges?payment_intent={intent}")).await;
    assert_eq!(charges.ids().len(), 2);
}

#[tokio::test]
async fn money_is_given_back_once() {
    let world = World::start(0).await;
    let intent = world.pay(json!({ "amount": 3_000, "status": "succeeded" })).await;
    let first = world
        .post("/v1/refunds", &format!("payment_intent={intent}&amount=1000&metadata[why]=cold+soup"), None)
        .await;
    assert_eq!((first.status, number(&first.body, "amount")), (200, 1_000));
    assert_eq!(first.body["metadata"], json!({ "why": "cold soup" }));
    let charge = text(&first.body, "charge");
    let now = world.read(&format!("/v1/charges/{charge}")).await;
    assert_eq!((number(&now, "amount_refunded"), now["refunded"].as_bool()), (1_000, Some(false)));
    let much = world.post("/v1/refunds", &format!("charge={charge}&amount=2001"), None).await;
    assert_eq!((much.status, much.body["error"]["param"].as_str()), (400, Some("amount")));
    assert_eq!(
        much.body["error"]["message"],
        "Refund amount ($20.01) is greater than unrefunded amount on charge ($20.00)"
    );
    let rest = world.post("/v1/refunds", &format!("charge={charge}&reason=duplicate"), None).await;
    assert_eq!((number(&rest.body, "amount"), rest.body["reason"].as_str()), (2_000, Some("duplicate")));
    let none = world.post("/v1/refunds", &format!("charge={charge}"), None).await;
    assert_eq!((none.status, none.error()), (400, "charge_already_refunded"));
    assert_eq!(world.read(&format!("/v1/charges/{charge}")).await["refunded"], true);
    assert_eq!(
        world.get(&format!("/v1/refunds?charge={charge}")).await.ids(),
        [text(&rest.body, "id"), text(&first.body, "id")]
    );
    assert_eq!(world.post("/v1/refunds", "amount=5", None).await.error(), "parameter_missing");
    let failed =
        world.command(json!({ "do": "fail_refund", "refund": rest.body["id"], "reason": "declined" })).await;
    assert_eq!(failed.status, 200, "{}", failed.body);
    let rest = world.read(&format!("/v1/refunds/{}", text(&rest.body, "id"))).await;
    assert_eq!(
        (rest["status"].as_str(), rest["failure_reason"].as_str()),
        (Some("failed"), Some("declined"))
    );
    let charge = world.read(&format!("/v1/charges/{charge}")).await;
    assert_eq!((number(&charge, "amount_refunded"), charge["refunded"].as_bool()), (1_000, Some(false)));
    let back =
        world.read(&format!("/v1/balance_transactions/{}", text(&rest, "failure_balance_transaction"))).await;
    assert_eq!((number(&back, "net"), back["type"].as_str()), (2_000, Some("refund_failure")));
}

#[tokio::test]
async fn call_is_done_once_for_the_same_key() {
    let world = World::start(0).await;
    let intent = world.pay(json!({ "amount": 3_000, "status": "succeeded" })).await;
    let form = format!("payment_intent={intent}&amount=500");
    let first = world.post("/v1/refunds", &form, Some("k1")).await;
    // The order of parameters does not matter.
    let again = world.post("/v1/refunds", &format!("amount=500&payment_intent={intent}"), Some("k1")).await;
    assert_eq!((again.status, &again.body), (200, &first.body));
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(again.headers["idempotency-key"], "k1");
    assert!(!first.headers.contains_key("idempotent-replayed"));
    let other = world.post("/v1/refunds", &format!("payment_intent={intent}&amount=501"), Some("k1")).await;
    assert_eq!((other.status, other.error()), (400, "idempotency_error"));
    let elsewhere = world.post(&format!("/v1/payment_intents/{intent}/cancel"), "", Some("k1")).await;
    assert_eq!(elsewhere.error(), "idempotency_error");
    let second = world.post("/v1/refunds", &form, Some("k2")).await;
    assert_ne!(second.body["id"], first.body["id"]);
    assert_eq!(world.get(&format!("/v1/refunds?payment_intent={intent}")).await.ids().len(), 2);
}

#[tokio::test]
async fn restart_knows_what_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(12);
    config.data = Some(folder.path().join("card"));
    let world = World::with(config.clone()).await;
    let intent = world.pay(json!({ "amount": 3_000, "status": "succeeded", "posCheckID": "made-1" })).await;
    let made = world.post("/v1/refunds", &format!("payment_intent={intent}&amount=500"), Some("k1")).await;
    world.clock.set(moment("2026-07-19T03:00:00Z"));
    let held = world.pay(json!({ "amount": 900, "status": "requires_capture" })).await;
    world.post(&format!("/v1/payment_intents/{held}/capture"), "", None).await;
    let payout = world.newest("payouts", |payout| payout["status"] == "in_transit");
    let to = json!({ "status": "failed", "code": "no_account" });
    let failed = world.command(json!({ "do": "payout", "payout": payout["id"], "to": to })).await;
    assert_eq!(failed.status, 200, "{}", failed.body);
    // The next payouts hold what came back.
    world.clock.set(moment("2026-07-23T12:00:00Z"));
    let before = world.truth();
    assert!(before["payouts"].to_string().contains("no_account"));
    let events = world.get("/v1/events?limit=100").await;
    world.stop().await;

    // A cut line at the end, as a crash leaves it, is no harm. The first day is the one of the first start.
    let path = folder.path().join("card/card.jsonl");
    let mut journal = std::fs::read_to_string(&path).unwrap();
    journal.push_str("{\"at\": 17");
    std::fs::write(&path, journal).unwrap();
    config.days = 3;
    let world = World::with(config).await;
    let after = world.truth();
    for kind in
        ["payment_intents", "charges", "refunds", "payouts", "balance_transactions", "disputes", "balance"]
    {
        assert_eq!(before[kind], after[kind], "{kind}");
    }
    assert_eq!(events.ids(), world.get("/v1/events?limit=100").await.ids());
    let again = world.post("/v1/refunds", &format!("payment_intent={intent}&amount=500"), Some("k1")).await;
    assert_eq!(
        (again.body["id"].clone(), again.headers["idempotent-replayed"].as_str()),
        (made.body["id"].clone(), "true")
    );
}

#[tokio::test]
async fn connected_restaurant_has_no_account_from_the_first_start_on() {
    let folder = tempfile::tempdir().unwrap();
    let noodles: PosId = "demo-noodles".parse().unwrap();
    let accounts = async |folder: &str, connected: &[PosId]| {
        let mut config = Config { locations: None, connected: connected.to_vec(), ..config(0) };
        config.data = Some(folder.into());
        let running = serve(config, CancellationToken::new()).await.unwrap();
        running.accounts().into_iter().map(|(pos_id, _)| pos_id).collect::<Vec<_>>()
    };
    let folder = |name: &str| folder.path().join(name).display().to_string();
    let (connected, with_till) = (folder("connected"), folder("with-till"));
    let three = accounts(&connected, std::slice::from_ref(&noodles)).await;
    assert!(three.len() == 3 && !three.contains(&noodles), "{three:?}");
    assert_eq!(accounts(&connected, &[]).await, three);
    // One that a till filled keeps its account.
    assert_eq!(accounts(&with_till, &[]).await.len(), 4);
    assert!(accounts(&with_till, std::slice::from_ref(&noodles)).await.contains(&noodles));
}
