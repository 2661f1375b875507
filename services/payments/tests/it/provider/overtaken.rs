//! A change of a payment, and reads of it that begin before the provider answers the change.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use axum::{Json, Router};
use saffron_core::Secret;
use saffron_proto::payments::{CancelPaymentIntentRequest, GetPaymentIntentRequest};
use saffron_sandbox::card::signature;
use saffron_testkit::eventually;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::world::{POS, WEBHOOK_SECRET, World};

const ACCOUNT: &str = "acct_held";

/// A provider with one payment: the test ends reads and changes of it.
struct Provider {
    /// The payment was cancelled.
    is_canceled: AtomicBool,
    /// Reads of the payment that have begun.
    reads: AtomicUsize,
    /// Changes of it that have begun.
    changes: AtomicUsize,
    /// Reads that may end, each with the payment at its beginning.
    read_ends: Semaphore,
    /// Changes that may end.
    change_ends: Semaphore,
}

impl Provider {
    async fn started() -> (Arc<Provider>, String) {
        let provider = Arc::new(Provider {
            is_canceled: false.into(),
            reads: 0.into(),
            changes: 0.into(),
            read_ends: Semaphore::new(0),
            change_ends: Semaphore::new(0),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(answer_call).with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        (provider, url)
    }

    fn payment(&self) -> Value {
        let is_canceled = self.is_canceled.load(Ordering::SeqCst);
        let status = if is_canceled { "canceled" } else { "requires_capture" };
        json!({"id": "pi_1", "object": "payment_intent", "amount": 900, "currency": "usd", "created": 1_700_000_000,
            "status": status, "capture_method": "manual", "latest_charge": null})
    }

    async fn begun(count: &AtomicUsize, number: usize) {
        eventually("the call", || async { (count.load(Ordering::SeqCst) >= number).then_some(()) }).await;
    }
}

async fn answer_call(
    State(provider): State<Arc<Provider>>,
    method: Method,
    uri: Uri,
) -> (StatusCode, Json<Value>) {
    let list = |data: Vec<Value>| json!({"object": "list", "has_more": false, "data": data});
    let body = match (method, uri.path()) {
        (Method::GET, "/v1/payment_intents/pi_1") => {
            let payment = provider.payment();
            provider.reads.fetch_add(1, Ordering::SeqCst);
            provider.read_ends.acquire().await.unwrap().forget();
            payment
        }
        (Method::POST, "/v1/payment_intents/pi_1/cancel") => {
            provider.changes.fetch_add(1, Ordering::SeqCst);
            provider.change_ends.acquire().await.unwrap().forget();
            provider.is_canceled.store(true, Ordering::SeqCst);
            provider.payment()
        }
        (Method::GET, "/v1/payment_intents") => list(vec![provider.payment()]),
        _ => list(Vec::new()),
    };
    (StatusCode::OK, Json(body))
}

/// A location whose mirror has the payment, still held.
async fn held() -> (World, Arc<Provider>) {
    let (provider, url) = Provider::started().await;
    let world = World::at_provider(&url).await;
    world.link(POS, Some(ACCOUNT), 1).await;
    world.eventually_fresh(jiff::Timestamp::UNIX_EPOCH).await;
    (world, provider)
}

/// Names the payment by a webhook, so that it is fetched.
async fn named(world: &World, event: &str) {
    let now = world.now().as_second();
    let body = json!({"id": event, "object": "event", "account": ACCOUNT, "created": now, "type": "payment_intent.x",
        "data": {"object": {"object": "payment_intent", "id": "pi_1"}}})
    .to_string();
    let signed = signature(&Secret::new(WEBHOOK_SECRET), now, &body);
    assert!(world.webhook(&body, &signed).await.unwrap());
}

fn cancel(world: &World) -> tokio::task::JoinHandle<String> {
    let mut client = world.client();
    let message =
        CancelPaymentIntentRequest { pos_id: POS.into(), id: "pi_1".into(), idempotency_key: "k".into() };
    let request = world.request(&[POS], message);
    tokio::spawn(async move {
        let answer = client.cancel_payment_intent(request).await.unwrap().into_inner();
        answer.payment_intent.unwrap().summary.unwrap().state
    })
}

async fn shown(world: &World) -> String {
    let message = GetPaymentIntentRequest { pos_id: POS.into(), id: "pi_1".into() };
    let answer =
        world.client().get_payment_intent(world.request(&[POS], message)).await.unwrap().into_inner();
    answer.payment_intent.unwrap().summary.unwrap().state
}

async fn nothing_waits(world: &World) {
    eventually("nothing to fetch", || async { (world.count("stale").await == 0).then_some(()) }).await;
}

/// The states of the payment in the order in which they were published.
async fn published(world: &World) -> Vec<String> {
    let stored = world.nats.stored("EVENTS").await;
    let events = stored.iter().map(|(_, body)| serde_json::from_slice::<Value>(body).unwrap());
    let changes = events.filter(|event| event["type"] == "saffron.payments.payment_changed.v2");
    changes.map(|event| event["data"]["state"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answered_cancel_outranks_a_read_kept_before_it() {
    let (world, provider) = held().await;
    let cancelled = cancel(&world);
    Provider::begun(&provider.changes, 1).await;
    named(&world, "evt_1").await;
    Provider::begun(&provider.reads, 1).await;
    provider.read_ends.add_permits(1);
    nothing_waits(&world).await;
    assert_eq!(shown(&world).await, "PAYMENT_UNCAPTURED");
    provider.change_ends.add_permits(1);
    assert_eq!(cancelled.await.unwrap(), "PAYMENT_CANCELLED");
    // The payment is read once more after the answer.
    provider.read_ends.add_permits(9);
    nothing_waits(&world).await;
    assert_eq!(shown(&world).await, "PAYMENT_CANCELLED");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answered_cancel_outranks_a_read_that_ends_later() {
    let (world, provider) = held().await;
    let cancelled = cancel(&world);
    Provider::begun(&provider.changes, 1).await;
    named(&world, "evt_1").await;
    Provider::begun(&provider.reads, 1).await;
    provider.change_ends.add_permits(1);
    assert_eq!(cancelled.await.unwrap(), "PAYMENT_CANCELLED");
    // The read began before the answer, and brings the payment of before.
    provider.read_ends.add_permits(1);
    eventually("the read to be kept or not", || async {
        let held = "stale";
        let all = provider.reads.load(Ordering::SeqCst) > 1 || world.count(held).await == 0;
        all.then_some(())
    })
    .await;
    assert_eq!(shown(&world).await, "PAYMENT_CANCELLED");
    provider.read_ends.add_permits(9);
    nothing_waits(&world).await;
    assert_eq!(shown(&world).await, "PAYMENT_CANCELLED");
    eventually("the change to be published", || async {
        (!published(&world).await.is_empty()).then_some(())
    })
    .await;
    assert_eq!(published(&world).await, ["PAYMENT_CANCELLED"]);
}
