//! Webhooks of Square hasten what is read, and nothing depends on them.

use futures::StreamExt as _;
use jiff::SignedDuration;
use reqwest::StatusCode;
use saffron_core::Secret;
use saffron_sandbox::square::{Location, Merchant, Order, signature};
use saffron_testkit::{eventually_ok, number};
use serde_json::{Value, json};

use super::dice::{Dice, check};
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
    // The next reading is due in 15 seconds of a clock that stands still.
    square.pass(SignedDuration::from_secs(5));
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

/// Webhooks that are under way at once.
const AT_ONCE: usize = 32;

/// Rows of each table of connectors.
async fn rows(square: &Square) -> Vec<(String, i64)> {
    let pool = square.world.connectors_pool().await;
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&pool).await.unwrap();
    let mut rows = Vec::new();
    for table in tables {
        rows.push((table.clone(), square.world.connectors_rows(&table).await));
    }
    rows
}

/// Kilobytes of memory that this process has.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn flood_of_webhooks_leaves_no_row_and_holds_up_nobody() {
    let webhooks = number("SAFFRON_TEST_WEBHOOKS").unwrap_or(1_500) as usize;
    let square = Square::start().await;
    let other = Location::new(&"other".parse().unwrap(), "Harbor", super::ZONE.parse().unwrap());
    let other = Merchant::new("Other Kitchens", vec![other]);
    square.stand_in.add_merchant(other.clone());
    square.stand_in.add_token(&other.id, &Secret::new("EAAA-other"), None);
    square.sell("one", "2026-07-17T12:00:00");
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let bea = Place::new(&square.world, "bea@example.com", "p2").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    let begun = bea.begin("EAAA-other").await.ok();
    let fields = json!({"connectionID": begun["connectionID"], "externalID": other.locations[0].id});
    let of_bea = bea.call("connect-location", fields).await.ok();
    bea.until_read(&of_bea).await;
    ana.expect_days(&square.all_counted().await).await;
    // What one of them lets be read.
    square.pass(SignedDuration::from_mins(3));
    let at = square.world.clock.now();
    for (place, connection) in [(&ana, &connection), (&bea, &of_bea)] {
        place.until_connected(connection, |now| now["lagSeconds"] == 0).await;
    }
    eventually_ok("all feeds to rest", || async {
        let due = "SELECT count(*) FROM feed WHERE is_held OR due_at <= $1::text::timestamptz";
        let pool = square.world.connectors_pool().await;
        let due: i64 = sqlx::query_scalar(due).bind(at.to_string()).fetch_one(&pool).await.unwrap();
        if due == 0 { Ok(()) } else { Err(due) }
    })
    .await;
    let (before, calls, used) = (rows(&square).await, square.stand_in.calls(), memory());

    let event = |number: usize| {
        let mut event = square.event(["payment.updated", "order.updated", "refund.created"][number % 3]);
        match number % 6 {
            0 => event["merchant_id"] = json!(format!("M{number}")),
            1 => event["created_at"] = json!("2025-07-18T16:00:00Z"),
            2 => event["event_id"] = json!(format!("e{number}")),
            _ => {}
        }
        event
    };
    let sent = futures::stream::iter(0..webhooks).map(|number| {
        let (square, event) = (&square, event(number));
        async move {
            let is_forged = number % 6 == 3;
            let status = square.tell(&event, is_forged.then_some("AAAA")).await;
            assert_eq!(status.as_u16(), if is_forged { 400 } else { 200 }, "{event}");
        }
    });
    let flood = sent.buffer_unordered(AT_ONCE).for_each(|()| async {});
    let other_sale = async {
        let mut sale = check(&mut Dice::new(4), "of-bea", "2026-07-18T12:02:30".parse().unwrap());
        sale.pos_id = "other".parse().unwrap();
        square.put(Order::sale(sale));
        let of_other = square.event("payment.created");
        let of_other = {
            let mut event = of_other;
            event["merchant_id"] = json!(other.id);
            event
        };
        square.pass(SignedDuration::from_secs(6));
        assert_eq!(square.tell(&of_other, None).await, 200);
        eventually_ok("the sale of another account", || async {
            let shown = bea.shown().await;
            if shown.get("2026-07-18").is_some_and(|day| day.checks == 1) { Ok(()) } else { Err(shown) }
        })
        .await;
    };
    tokio::join!(flood, other_sale);
    let read = square.stand_in.calls() - calls;
    println!("{webhooks} webhooks: {read} calls of Square, {used} kB before and {} after", memory());
    // The clock stands still but for these seconds: each feed was read twice at most.
    assert!(read <= 80, "{read} calls");
    let after = rows(&square).await;
    let counted = |rows: &[(String, i64)]| -> Vec<(String, i64)> {
        let is_bounded = |table: &str| !["day_proof", "connected_day", "outbox"].contains(&table);
        rows.iter().filter(|(table, _)| is_bounded(table)).cloned().collect()
    };
    assert_eq!(counted(&after), counted(&before));
    let now = ana.now(&connection).await;
    assert_eq!((&now["faults"], &now["state"]), (&json!([]), &json!("live")), "{now}");
}
