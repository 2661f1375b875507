//! A location gets another card account, or none: no object of the former one stays, and none is added later.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::{Json, Router};
use jiff::Timestamp;
use saffron_core::Code;
use saffron_core::Secret;
use saffron_proto::payments::{
    CancelPaymentIntentRequest, GetPaymentIntentRequest, ListPaymentIntentsRequest, ListPayoutsRequest,
    MismatchKind,
};
use saffron_sandbox::card::signature;
use saffron_testkit::eventually;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::mismatches::found;
use crate::world::{POS, WEBHOOK_SECRET, World, refusal};

const TABLES: [&str; 5] = ["payment_intent", "refund", "payout", "balance_transaction", "dispute"];
const ALL: [&str; 8] =
    ["payment_intent", "refund", "payout", "balance_transaction", "dispute", "stale", "history", "notice"];

/// A provider where each account has one object of every kind, named after it, and two payments on two pages.
struct Provider {
    /// Calls by account.
    calls: Mutex<BTreeMap<String, usize>>,
    /// The account and the part of an address of the calls that wait.
    held: Mutex<Option<(&'static str, &'static str)>>,
    /// How many wait.
    waiting: Mutex<usize>,
    /// Ends the calls that wait.
    ends: Semaphore,
}

impl Provider {
    async fn world() -> (World, Arc<Provider>) {
        let provider = Arc::new(Provider {
            calls: Mutex::default(),
            held: Mutex::default(),
            waiting: Mutex::default(),
            ends: Semaphore::new(0),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(answer_call).with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        (World::at_provider(&url).await, provider)
    }

    fn hold(&self, account: &'static str, part: &'static str) {
        *self.held.lock().unwrap() = Some((account, part));
    }

    async fn one_waits(&self) {
        eventually("a call that is held", || async { (*self.waiting.lock().unwrap() > 0).then_some(()) })
            .await;
    }

    fn release(&self) {
        *self.held.lock().unwrap() = None;
        self.ends.add_permits(1_000);
    }

    fn calls_of(&self, account: &str) -> usize {
        self.calls.lock().unwrap().get(account).copied().unwrap_or_default()
    }
}

async fn answer_call(
    State(provider): State<Arc<Provider>>,
    method: Method,
    headers: HeaderMap,
    uri: Uri,
) -> (StatusCode, Json<Value>) {
    let account = headers["stripe-account"].to_str().unwrap().to_owned();
    *provider.calls.lock().unwrap().entry(account.clone()).or_default() += 1;
    let held = *provider.held.lock().unwrap();
    if held.is_some_and(|(of, part)| of == account && uri.to_string().contains(part)) {
        *provider.waiting.lock().unwrap() += 1;
        provider.ends.acquire().await.unwrap().forget();
    }
    let name = account.trim_start_matches("acct_");
    (StatusCode::OK, Json(answer(name, &method, &uri)))
}

fn transaction(id: &str, source: &str, net: i64) -> Value {
    json!({"id": id, "object": "balance_transaction", "amount": net, "available_on": 1_700_000_000,
        "created": 1_700_000_000, "currency": "usd", "fee": 0, "net": net, "source": source, "status": "available",
        "type": "charge"})
}

fn payment(id: &str, created: i64) -> Value {
    json!({"id": id, "object": "payment_intent", "amount": 900, "amount_received": 900, "currency": "usd",
        "created": created, "status": "succeeded", "latest_charge": {"id": format!("ch_{id}"), "object": "charge",
        "amount": 900, "amount_captured": 900, "amount_refunded": 0, "captured": true, "created": created,
        "currency": "usd", "paid": true, "refunded": false, "status": "succeeded",
        "balance_transaction": transaction(&format!("txn_{id}"), &format!("ch_{id}"), 900)}})
}

fn objects(name: &str, kind: &str) -> Vec<Value> {
    let new = json!({"created": 1_700_000_000, "currency": "usd", "amount": 900});
    let with = |fields: Value| {
        let mut object = new.clone();
        object.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        object
    };
    let payment_id = format!("pi_{name}_1");
    match kind {
        "payment_intents" => {
            vec![payment(&format!("pi_{name}_2"), 1_700_000_001), payment(&payment_id, 1_700_000_000)]
        }
        "refunds" => {
            vec![with(json!({"id": format!("re_{name}"), "object": "refund", "payment_intent": payment_id,
            "status": "succeeded"}))]
        }
        // Its contents are less than its amount.
        "payouts" => {
            vec![with(json!({"id": format!("po_{name}"), "object": "payout", "arrival_date": 1_700_000_000,
            "automatic": true, "method": "standard", "status": "paid", "type": "bank_account"}))]
        }
        "disputes" => vec![with(json!({"id": format!("dp_{name}"), "object": "dispute", "charge": "ch_1",
            "payment_intent": payment_id, "reason": "general", "status": "needs_response"}))],
        "balance_transactions" => vec![transaction(&format!("txn_{name}"), "ch_9", 100)],
        _ => Vec::new(),
    }
}

fn answer(name: &str, method: &Method, uri: &Uri) -> Value {
    let mut path = uri.path().split('/').skip(2);
    let (kind, id) = (path.next().unwrap(), path.next());
    let all = objects(name, kind);
    if let Some(id) = id {
        let mut one =
            all.into_iter().find(|object| object["id"] == id).unwrap_or_else(|| payment(id, 1_700_000_000));
        if *method == Method::POST {
            one["status"] = json!("canceled");
        }
        return one;
    }
    // Payments come one a page.
    let query = uri.query().unwrap_or_default();
    match (kind, query.contains("starting_after")) {
        ("payment_intents", false) => json!({"object": "list", "has_more": true, "data": [all[0]]}),
        ("payment_intents", true) => json!({"object": "list", "has_more": false, "data": [all[1]]}),
        _ => json!({"object": "list", "has_more": false, "data": all}),
    }
}

/// The ids in all tables of the mirror of a location.
async fn mirrored(world: &World, pos_id: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for table in TABLES {
        let query = sqlx::AssertSqlSafe(format!("SELECT id FROM {table} WHERE pos_id = $1 ORDER BY id"));
        ids.extend(sqlx::query_scalar::<_, String>(query).bind(pos_id).fetch_all(&world.pool).await.unwrap());
    }
    ids
}

/// All objects of an account.
fn all_objects(name: &str) -> Vec<String> {
    let id = |kind: &str| format!("{kind}_{name}");
    vec![
        id("pi") + "_1",
        id("pi") + "_2",
        id("re"),
        id("po"),
        id("txn"),
        format!("txn_pi_{name}_1"),
        format!("txn_pi_{name}_2"),
        id("dp"),
    ]
}

async fn eventually_whole(world: &World, pos_id: &str, name: &str) {
    eventually("the mirror of the account", || async {
        let fresh: Option<Option<i64>> = sqlx::query_scalar(
            "SELECT extract(epoch FROM as_of)::bigint FROM location WHERE pos_id = $1 AND account_id = $2",
        )
        .bind(pos_id)
        .bind(format!("acct_{name}"))
        .fetch_optional(&world.pool)
        .await
        .unwrap();
        fresh.flatten()
    })
    .await;
    assert_eq!(mirrored(world, pos_id).await, all_objects(name));
}

/// Waits until the event about the account was recorded and the former mirror is empty.
async fn eventually_cleared(world: &World, sequence: i64) {
    eventually("the former mirror to be gone", || async {
        let done: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT FROM location WHERE pos_id = $1 AND account_sequence = $2
                            AND mirror_account IS NOT DISTINCT FROM account_id)",
        )
        .bind(POS)
        .bind(sequence)
        .fetch_one(&world.pool)
        .await
        .unwrap();
        done.then_some(())
    })
    .await;
}

async fn named(world: &World, account: &str, event: &str, payment: &str) -> bool {
    let now = world.now().as_second();
    let body = json!({"id": event, "object": "event", "account": account, "created": now, "type": "payment_intent.x",
        "data": {"object": {"object": "payment_intent", "id": payment}}})
    .to_string();
    let signed = signature(&Secret::new(WEBHOOK_SECRET), now, &body);
    world.webhook(&body, &signed).await.unwrap()
}

async fn listed(world: &World) -> Vec<String> {
    let (intents, _) = world.intents(ListPaymentIntentsRequest::default()).await;
    let id = |object: &str| serde_json::from_str::<Value>(object).unwrap()["id"].as_str().unwrap().to_owned();
    intents.iter().map(|intent| id(&intent.object)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn another_account_leaves_no_object_of_the_former() {
    let (world, provider) = Provider::world().await;
    world.link(POS, Some("acct_a"), 1).await;
    eventually_whole(&world, POS, "a").await;
    assert!(named(&world, "acct_a", "evt_1", "pi_a_1").await);
    assert_eq!(found(&world, MismatchKind::WithoutCheck, 0).await.len(), 2);
    let mut screens = world.nats.subscribe(&format!("push.v1.location.{POS}.payments_changed")).await;
    world.link(POS, Some("acct_b"), 2).await;
    eventually_whole(&world, POS, "b").await;
    screens.expect_event(|_| true).await;
    assert_eq!(listed(&world).await, ["pi_b_2", "pi_b_1"]);
    let ids = |rows: Vec<saffron_proto::payments::Mismatch>| {
        rows.into_iter().map(|row| row.payment_intent_id + &row.payout_id).collect::<Vec<_>>()
    };
    assert_eq!(ids(found(&world, MismatchKind::WithoutCheck, 0).await), ["pi_b_2", "pi_b_1"]);
    assert_eq!(ids(found(&world, MismatchKind::PayoutDiffers, 0).await), ["po_b"]);
    let gone = GetPaymentIntentRequest { pos_id: POS.into(), id: "pi_a_1".into() };
    assert_eq!(
        refusal(world.client().get_payment_intent(world.request(&[POS], gone)).await).code,
        Code::NotFound
    );
    assert!(!named(&world, "acct_a", "evt_2", "pi_a_1").await);
    // None: no object stays, and the provider is not called any more.
    world.link(POS, None, 3).await;
    eventually_cleared(&world, 3).await;
    for table in ALL {
        assert_eq!(world.count(table).await, 0, "{table}");
    }
    assert_eq!(world.as_of().await, None);
    assert!(!named(&world, "acct_b", "evt_3", "pi_b_1").await);
    world.link("other", Some("acct_c"), 4).await;
    eventually("the other to be read", || async { (provider.calls_of("acct_c") > 0).then_some(()) }).await;
    let before = provider.calls_of("acct_b");
    let seen = provider.calls_of("acct_c");
    eventually("more reads", || async { (provider.calls_of("acct_c") > seen + 8).then_some(()) }).await;
    assert_eq!(provider.calls_of("acct_b"), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_moves_fills_at_its_new_location_only() {
    let (world, _) = Provider::world().await;
    world.link(POS, Some("acct_a"), 1).await;
    eventually_whole(&world, POS, "a").await;
    world.link("other", Some("acct_a"), 2).await;
    eventually_whole(&world, "other", "a").await;
    eventually("the old location to be empty", || async {
        mirrored(&world, POS).await.is_empty().then_some(())
    })
    .await;
    assert!(listed(&world).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_the_former_account_is_not_kept() {
    let (world, provider) = Provider::world().await;
    provider.hold("acct_a", "/v1/payment_intents?");
    world.link(POS, Some("acct_a"), 1).await;
    provider.one_waits().await;
    world.link(POS, Some("acct_b"), 2).await;
    eventually_cleared(&world, 2).await;
    provider.release();
    eventually_whole(&world, POS, "b").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_of_the_former_account_is_not_kept() {
    let (world, provider) = Provider::world().await;
    world.link(POS, Some("acct_a"), 1).await;
    eventually_whole(&world, POS, "a").await;
    provider.hold("acct_a", "/v1/payment_intents/pi_a_1");
    assert!(named(&world, "acct_a", "evt_1", "pi_a_1").await);
    provider.one_waits().await;
    world.link(POS, Some("acct_b"), 2).await;
    eventually_cleared(&world, 2).await;
    provider.release();
    // An object that is marked now is fetched after those that were claimed.
    assert!(named(&world, "acct_b", "evt_2", "pi_b_1").await);
    eventually_whole(&world, POS, "b").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_changed_at_the_former_account_is_not_kept() {
    let (world, provider) = Provider::world().await;
    world.link(POS, Some("acct_a"), 1).await;
    eventually_whole(&world, POS, "a").await;
    provider.hold("acct_a", "/cancel");
    let message =
        CancelPaymentIntentRequest { pos_id: POS.into(), id: "pi_a_1".into(), idempotency_key: "k".into() };
    let (mut client, request) = (world.client(), world.request(&[POS], message));
    let changed = tokio::spawn(async move { client.cancel_payment_intent(request).await });
    provider.one_waits().await;
    world.link(POS, Some("acct_b"), 2).await;
    eventually_cleared(&world, 2).await;
    provider.release();
    assert_eq!(refusal(changed.await.unwrap()).code, Code::NotFound);
    eventually_whole(&world, POS, "b").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_comes_back_is_read_from_its_beginning() {
    let (world, provider) = Provider::world().await;
    provider.hold("acct_a", "starting_after");
    world.link(POS, Some("acct_a"), 1).await;
    provider.one_waits().await;
    world.link(POS, Some("acct_b"), 2).await;
    eventually_cleared(&world, 2).await;
    world.link(POS, Some("acct_a"), 3).await;
    eventually_cleared(&world, 3).await;
    // The last page of the first reading is none of the second, whose first page is not read yet.
    provider.release();
    eventually_whole(&world, POS, "a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_mirror_is_cleared_in_parts_and_not_shown() {
    let (world, _) = Provider::world().await;
    world.link(POS, Some("acct_a"), 1).await;
    eventually_whole(&world, POS, "a").await;
    sqlx::query(
        "INSERT INTO payment_intent (pos_id, id, read_number, created, state, amount, amount_captured, amount_refunded,
           final, object)
         SELECT $1, 'pi_old_' || n, 0, n, 'PAYMENT_SUCCESS', 1, 1, 0, true, '{}' FROM generate_series(1, 12000) AS n",
    )
    .bind(POS)
    .execute(&world.pool)
    .await
    .unwrap();
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("SELECT FROM payment_intent WHERE pos_id = $1 FOR UPDATE")
        .bind(POS)
        .execute(&mut *holder)
        .await
        .unwrap();
    world.link(POS, Some("acct_b"), 2).await;
    eventually("the event to be recorded", || async {
        (world.count("location WHERE account_sequence = 2").await == 1).then_some(())
    })
    .await;
    assert!(listed(&world).await.is_empty());
    assert!(found(&world, MismatchKind::WithoutCheck, 0).await.is_empty());
    let request = world.request(&[POS], ListPayoutsRequest::default());
    let parts = saffron_testkit::collected(world.client().list_payouts(request).await.unwrap()).await;
    assert_eq!(parts.len(), 1, "only where the page ends: {parts:?}");
    let gone = GetPaymentIntentRequest { pos_id: POS.into(), id: "pi_a_1".into() };
    assert_eq!(
        refusal(world.client().get_payment_intent(world.request(&[POS], gone)).await).code,
        Code::NotFound
    );
    holder.rollback().await.unwrap();
    eventually_whole(&world, POS, "b").await;
    assert!(world.as_of().await.is_some_and(|at| at > Timestamp::UNIX_EPOCH.as_second()));
}
