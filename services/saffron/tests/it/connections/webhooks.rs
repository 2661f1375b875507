//! Webhooks of Square hasten what is read, and nothing depends on them.

use jiff::SignedDuration;
use reqwest::StatusCode;
use saffron_core::Secret;
use saffron_sandbox::square::signature;
use serde_json::{Value, json};

use super::{Place, Square};
use crate::world::{NOW, ORIGIN, SQUARE_WEBHOOK_KEY as KEY};

const PATH: &str = "/pos/v1/webhooks/square";

impl Square {
    /// Posts a webhook as Square does.
    async fn tell(&self, body: &Value, signed: Option<&str>) -> StatusCode {
        let body = body.to_string();
        let ours = signature(&Secret::new(KEY), &format!("{ORIGIN}{PATH}"), &body);
        let request = self
            .world
            .http
            .post(self.world.url(PATH))
            .header("content-type", "application/json")
            .header("x-square-hmacsha256-signature", signed.unwrap_or(&ours));
        request.body(body).send().await.unwrap().status()
    }

    fn event(&self, kind: &str) -> Value {
        json!({"merchant_id": self.merchant.id, "type": kind, "event_id": "e1", "created_at": NOW,
            "data": {"type": "payment", "id": "p1"}})
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn webhook_brings_a_sale_in_before_the_next_reading() {
    let square = Square::start().await;
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    square.pass(SignedDuration::from_mins(2));
    let before = ana.until_connected(&connection, |now| now["lagSeconds"].as_i64().unwrap() < 60).await;
    // The next reading is due in 20 seconds of a clock that stands still.
    square.pass(SignedDuration::from_secs(1));
    square.sell("now", "2026-07-18T12:01:30");
    assert_eq!(square.tell(&square.event("payment.created"), None).await, 200);
    ana.expect_days(&square.all_counted().await).await;
    assert_eq!(ana.now(&connection).await["state"], before["state"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn webhook_that_square_did_not_sign_is_refused() {
    let square = Square::start().await;
    let event = square.event("payment.created");
    assert_eq!(square.tell(&event, Some("")).await, 400);
    assert_eq!(square.tell(&event, Some("AAAA")).await, 400);
    let other = signature(&Secret::new("another key"), &format!("{ORIGIN}{PATH}"), &event.to_string());
    assert_eq!(square.tell(&event, Some(&other)).await, 400);
    let elsewhere = signature(&Secret::new(KEY), "https://other.example", &event.to_string());
    assert_eq!(square.tell(&event, Some(&elsewhere)).await, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_that_say_nothing_new_change_nothing() {
    let square = Square::start().await;
    square.sell("one", "2026-07-17T12:00:00");
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    let counted = square.all_counted().await;
    ana.expect_days(&counted).await;
    let mut other = square.event("payment.updated");
    other["merchant_id"] = json!("of-another-merchant");
    let strange = json!({"merchant_id": square.merchant.id, "type": "banana.peeled"});
    for event in [other, strange, json!({}), json!([1, 2])] {
        assert_eq!(square.tell(&event, None).await, 200, "{event}");
    }
    // The same one again and again, as of an order that changes often.
    for _ in 0..30 {
        assert_eq!(square.tell(&square.event("order.updated"), None).await, 200);
    }
    ana.expect_days(&counted).await;
    assert_eq!(ana.now(&connection).await["faults"], json!([]));
}
