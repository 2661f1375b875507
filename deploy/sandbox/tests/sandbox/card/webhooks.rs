//! Webhooks: signed, again and again until taken, and as badly as a test wants.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use saffron_core::Secret;
use saffron_sandbox::card::{Webhook, signature};
use serde_json::{Value, json};

use super::world::{World, config, moment, number, text};

const SIGNING: &str = "whsec_0123456789abcdef";

/// The address of the webhook: bodies with their signatures, and the answers to give first.
#[derive(Default)]
struct Hook {
    taken: Vec<(String, String)>,
    answers: VecDeque<u16>,
}

type Shared = Arc<Mutex<Hook>>;

async fn take(State(hook): State<Shared>, headers: HeaderMap, body: String) -> StatusCode {
    let mut hook = hook.lock().unwrap();
    let status = hook.answers.pop_front().unwrap_or(200);
    if status == 200 {
        let signature = headers["stripe-signature"].to_str().unwrap().to_owned();
        hook.taken.push((signature, body));
    }
    StatusCode::from_u16(status).unwrap()
}

async fn world(tries: u32) -> (World, Shared) {
    let hook = Shared::default();
    let app = Router::new().route("/hook", post(take)).with_state(hook.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    let mut config = config(3);
    let retry = Duration::from_millis(1);
    config.webhook = Some(Webhook { url: url.parse().unwrap(), secret: Secret::new(SIGNING), retry, tries });
    (World::with(config).await, hook)
}

fn taken(hook: &Shared) -> Vec<Value> {
    hook.lock().unwrap().taken.iter().map(|(_, body)| serde_json::from_str(body).unwrap()).collect()
}

fn counts(hook: &Shared) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for event in taken(hook) {
        *counts.entry(text(&event, "id")).or_default() += 1;
    }
    counts
}

async fn settled(world: &World) {
    assert!(tokio::time::timeout(Duration::from_secs(300), world.running.settled()).await.is_ok());
}

#[test]
fn signature_is_the_published_one() {
    // HMAC-SHA256 of "1700000000.{}" with this secret, computed with another program.
    let signed = signature(&Secret::new("whsec_test"), 1_700_000_000, "{}");
    assert_eq!(signed, "t=1700000000,v1=35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91");
}

#[tokio::test]
async fn events_are_delivered_with_a_signature() {
    let (world, hook) = world(3).await;
    // The past is not sent; what the clock brings is, and what is done to the account.
    settled(&world).await;
    assert!(taken(&hook).is_empty());
    let before = number(&world.truth(), "at");
    world.clock.set(moment("2026-07-19T03:30:00Z"));
    let intent = world.pay(json!({ "amount": 4_000, "status": "requires_capture" })).await;
    // Objects are shown as they were at a second.
    world.clock.set(moment("2026-07-19T03:30:10Z"));
    world.post(&format!("/v1/payment_intents/{intent}/capture"), "", None).await;
    settled(&world).await;
    let events = world.get(&format!("/v1/events?created[gt]={before}&limit=100")).await;
    let mut sent = counts(&hook);
    assert!(sent.len() > 20, "{}", sent.len());
    assert_eq!(
        sent.keys().cloned().collect::<std::collections::BTreeSet<_>>(),
        events.ids().into_iter().collect()
    );
    assert!(sent.values().all(|times| *times == 1));
    sent.clear();
    for (signature, body) in hook.lock().unwrap().taken.clone() {
        let event: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(text(&event, "account"), world.account);
        let good = ["2026-07-19T03:30:00Z", "2026-07-19T03:30:10Z"]
            .map(|at| saffron_sandbox::card::signature(&Secret::new(SIGNING), moment(at).as_second(), &body));
        assert!(good.contains(&signature), "{signature}");
        // The same event can be read from the API.
        let read = events.data().iter().find(|other| other["id"] == event["id"]).unwrap();
        assert_eq!(read["data"], event["data"]);
    }
    let about: Vec<Value> =
        taken(&hook).into_iter().filter(|e| e["data"]["object"]["id"] == json!(intent)).collect();
    let mut about: Vec<(String, String)> =
        about.iter().map(|e| (text(e, "type"), text(&e["data"]["object"], "status"))).collect();
    about.sort();
    // Each shows the payment as it was then.
    let expected = [
        ("payment_intent.amount_capturable_updated", "requires_capture"),
        ("payment_intent.created", "requires_payment_method"),
        ("payment_intent.succeeded", "succeeded"),
    ];
    for (kind, status) in expected {
        assert!(about.contains(&(kind.to_owned(), status.to_owned())), "{kind} {status}: {about:?}");
    }
    assert_eq!(about.len(), 3);
}

#[tokio::test]
async fn refused_events_are_sent_again_until_given_up() {
    let (world, hook) = world(3).await;
    hook.lock().unwrap().answers.extend([500, 503, 404]);
    world.pay(json!({ "amount": 4_000, "status": "requires_action" })).await;
    settled(&world).await;
    let counts = counts(&hook);
    assert_eq!((counts.len(), counts.values().max()), (2, Some(&1)), "created and requires_action");
    assert!(hook.lock().unwrap().answers.is_empty());
    // Three tries each, and no more.
    hook.lock().unwrap().answers.extend([500; 6]);
    world.pay(json!({ "amount": 4_000, "status": "requires_action" })).await;
    settled(&world).await;
    assert_eq!(taken(&hook).len(), 2);
    assert!(hook.lock().unwrap().answers.is_empty());
}

#[tokio::test]
async fn deliveries_are_dropped_repeated_and_shuffled() {
    let (world, hook) = world(3).await;
    world.running.set_delivery(saffron_sandbox::card::Delivery::Drop, 1);
    world.pay(json!({ "amount": 4_000, "status": "succeeded" })).await;
    settled(&world).await;
    assert!(taken(&hook).is_empty());

    let set =
        world.control(reqwest::Method::POST, "/webhooks", json!({ "delivery": "normal", "times": 3 })).await;
    assert_eq!(set.status, 200);
    world.pay(json!({ "amount": 4_000, "status": "succeeded", "count": 30 })).await;
    settled(&world).await;
    let thrice = counts(&hook);
    // created, charge.succeeded, succeeded, charge.updated
    assert_eq!((thrice.len(), thrice.values().all(|times| *times == 3)), (120, true));

    // The dropped ones can be sent after all; in another order than they happened.
    hook.lock().unwrap().taken.clear();
    world.running.set_delivery(saffron_sandbox::card::Delivery::Shuffle, 1);
    let since = number(&world.truth(), "at");
    let again = world
        .control(reqwest::Method::POST, &format!("/{}/webhooks", world.account), json!({ "since": since }))
        .await;
    settled(&world).await;
    assert_eq!(again.body["events"], json!(124));
    assert_eq!(counts(&hook).len(), 124);
    let order: Vec<String> = taken(&hook).iter().map(|event| text(event, "id")).collect();
    let mut happened = Vec::new();
    let mut path = "/v1/events?limit=100".to_owned();
    while happened.len() < 124 {
        let page = world.get(&path).await.ids();
        path = format!("/v1/events?limit=100&starting_after={}", page.last().unwrap());
        happened.extend(page);
    }
    happened.truncate(124);
    happened.reverse();
    assert_ne!(order, happened);
}
