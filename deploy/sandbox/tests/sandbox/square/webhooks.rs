//! Events: signed, repeated, dropped, in disorder, and those that never come.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use saffron_core::{CustomerId, Secret};
use saffron_sandbox::square::{Config, Delivery, Order, Origin, Webhook, customer_id, signature};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::schema;
use super::trade::{guest, item, refund, shift, simple};
use super::world::{PLACE, World, config, moment};

const KEY: &str = "webhook-0123456789abcdef";

#[derive(Clone, Default)]
struct Received {
    /// Headers and bodies.
    events: Arc<Mutex<Vec<(HeaderMap, String)>>>,
    /// So many are refused first.
    refusals: Arc<Mutex<u32>>,
}

impl Received {
    fn bodies(&self) -> Vec<Value> {
        self.events.lock().unwrap().iter().map(|(_, body)| serde_json::from_str(body).unwrap()).collect()
    }

    fn kinds(&self) -> Vec<String> {
        self.bodies().iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect()
    }
}

async fn take(State(received): State<Received>, headers: HeaderMap, body: String) -> StatusCode {
    let mut refusals = received.refusals.lock().unwrap();
    received.events.lock().unwrap().push((headers, body));
    if *refusals > 0 {
        *refusals -= 1;
        return StatusCode::INTERNAL_SERVER_ERROR;
    }
    StatusCode::OK
}

async fn receiving() -> (World, Received, String) {
    let received = Received::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hooks/square?of=1", listener.local_addr().unwrap());
    let app = Router::new().route("/hooks/square", post(take)).with_state(received.clone());
    tokio::spawn(async move { axum::serve(listener, app).await });
    let webhook = Webhook {
        url: url.parse().unwrap(),
        signed_url: url.clone(),
        key: Secret::new(KEY),
        retry: Duration::from_millis(1),
        tries: 5,
    };
    (World::with(Config { webhook: Some(webhook), ..config() }).await, received, url)
}

#[tokio::test]
async fn events_are_signed_and_have_their_shape() {
    let (world, received, url) = receiving().await;
    let at = "2026-07-19T16:00:00Z";
    let sold = simple("a", "2026-07-19T12:00:00", 2_000, 0);
    world.put(Order::sale(sold.clone()), at);
    world.put(Order::sale(simple("a", "2026-07-19T12:00:00", 2_000, 300)), at);
    world.put(Order::refund(refund(&sold, "a-r", "2026-07-19T13:00:00")), at);
    let online = |lines| {
        let mut sale = simple("b", "2026-07-19T12:00:00", 500, 0);
        sale.lines.extend(lines);
        Order::sale(sale).from_origin(Origin::Api)
    };
    world.put(online(vec![]), at);
    world.put(online(vec![super::trade::line("tea", 0)]), at);
    world.running.put_item(&item("soup", Some(900)), moment(at)).unwrap();
    world.running.put_guest(&guest("g1"), moment(at)).unwrap();
    world.running.put_shift(&shift("s1", "2026-07-19T10:00:00", None), moment(at)).unwrap();
    world.running.remove_shift(&PLACE.parse().unwrap(), &"s1".parse().unwrap(), moment(at)).unwrap();
    world.running.settled().await;
    let expected = [
        ("catalog.version.updated", "CatalogVersionUpdatedEvent"),
        ("customer.created", "CustomerCreatedEvent"),
        ("labor.timecard.created", "LaborTimecardCreatedEvent"),
        ("labor.timecard.deleted", "LaborTimecardDeletedEvent"),
        ("order.created", "OrderCreatedEvent"),
        ("order.updated", "OrderUpdatedEvent"),
        ("payment.created", "PaymentCreatedEvent"),
        ("payment.updated", "PaymentUpdatedEvent"),
        ("refund.created", "RefundCreatedEvent"),
    ];
    let kinds: BTreeSet<String> = received.kinds().into_iter().collect();
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), expected.map(|(kind, _)| kind));
    for event in received.bodies() {
        let schema = expected.iter().find(|(kind, _)| event["type"] == *kind).unwrap().1;
        schema::check(schema, &event);
        assert_eq!(event["merchant_id"], world.merchant.id);
    }
    let given_back = |event: &&Value| event["data"]["object"]["payment"]["refunded_money"]["amount"] == 2_000;
    assert_eq!(received.bodies().iter().filter(given_back).count(), 1, "the refund changes the payment");
    let orders: Vec<Value> =
        received.bodies().into_iter().filter(|event| event["type"] == "order.created").collect();
    assert_eq!(orders.len(), 1, "no event tells of the till's orders");
    for (headers, body) in received.events.lock().unwrap().iter() {
        let signed = headers["x-square-hmacsha256-signature"].to_str().unwrap();
        assert_eq!(signed, signature(&Secret::new(KEY), &url, body));
        assert_ne!(signed, signature(&Secret::new(KEY), &url, &format!("{body} ")));
        assert_ne!(signed, signature(&Secret::new(KEY), "http://other", body));
    }
    world.stop().await;
}

#[tokio::test]
async fn merged_guests_are_events_of_both() {
    let (world, received, _) = receiving().await;
    for id in ["g1", "g2"] {
        world.running.put_guest(&guest(id), moment("2026-07-19T16:00:00Z")).unwrap();
    }
    let from: Vec<CustomerId> = ["g1", "g2"].iter().map(|id| id.parse().unwrap()).collect();
    world.running.merge_guests(&from, &guest("g3"), moment("2026-07-19T17:00:00Z")).unwrap();
    world.running.settled().await;
    let kinds = received.kinds();
    let count = |kind: &str| kinds.iter().filter(|known| *known == kind).count();
    assert_eq!((count("customer.created"), count("customer.deleted")), (3, 2));
    let into = customer_id(&world.merchant.id, &"g3".parse().unwrap());
    for event in received.bodies() {
        let is_deleted = event["type"] == "customer.deleted";
        schema::check(if is_deleted { "CustomerDeletedEvent" } else { "CustomerCreatedEvent" }, &event);
        let context = &event["data"]["object"]["event_context"]["merge"]["to_customer_id"];
        assert_eq!(*context == into, is_deleted || event["data"]["id"] == into, "{event}");
    }
    world.stop().await;
}

#[test]
fn signature_is_that_of_another_program() {
    // Computed with openssl: printf '%s' "$url$body" | openssl dgst -sha256 -hmac asdf1234 -binary | base64
    let body = r#"{"merchant_id":"MLEFBHHSJGVHD"}"#;
    let signed = signature(&Secret::new("asdf1234"), "https://example.com/webhook", body);
    assert_eq!(signed, "uPWukiOiF4nAjZ/4gYA1SLjmzy8DQBDt7YGy8JsSndo=");
}

#[tokio::test]
async fn event_that_is_not_taken_comes_again() {
    let (world, received, _) = receiving().await;
    *received.refusals.lock().unwrap() = 2;
    world.put(Order::sale(simple("a", "2026-07-19T12:00:00", 500, 0)), "2026-07-19T16:00:00Z");
    world.running.settled().await;
    let events = received.events.lock().unwrap().clone();
    assert_eq!(events.len(), 3);
    assert!(events.iter().all(|(_, body)| *body == events[0].1), "the same event, with the same id");
    assert_eq!(events[0].0.get("square-retry-number"), None);
    assert_eq!(events[2].0["square-retry-number"], "2");
    world.stop().await;
}

#[tokio::test]
async fn events_are_dropped_repeated_and_sent_again() {
    let (world, received, _) = receiving().await;
    let put = |id: &str| {
        world.put(Order::sale(simple(id, "2026-07-19T12:00:00", 500, 0)), "2026-07-19T16:00:00Z");
    };
    world.running.set_delivery(Delivery::Drop, 1);
    put("a");
    world.running.settled().await;
    assert!(received.kinds().is_empty());
    world.running.set_delivery(Delivery::Normal, 3);
    put("b");
    world.running.settled().await;
    assert_eq!(received.kinds(), ["payment.created"; 3]);
    let ids: BTreeSet<String> = received.bodies().iter().map(|event| event["event_id"].to_string()).collect();
    assert_eq!(ids.len(), 1);
    world.running.set_delivery(Delivery::Shuffle, 1);
    let again = world.running.resend_events(&world.merchant.id, moment("2026-07-19T00:00:00Z"));
    world.running.settled().await;
    assert_eq!((again, received.kinds().len()), (2, 5));
    world.stop().await;
}

#[tokio::test]
async fn end_of_the_authorization_is_an_event() {
    let (world, received, _) = receiving().await;
    world.running.revoke(&world.merchant.id, true);
    world.running.settled().await;
    let events = received.bodies();
    let [event] = events.as_slice() else { panic!("{events:?}") };
    schema::check("OauthAuthorizationRevokedEvent", event);
    assert_eq!(event["created_at"], json!("2026-07-20T01:30:00.000Z"));
    world.stop().await;
}
