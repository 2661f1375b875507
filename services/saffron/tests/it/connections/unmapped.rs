//! Objects of Square that become no fact, and a location whose days begin at other times than they did.

use jiff::SignedDuration;
use serde_json::json;

use super::{Place, Square};

#[tokio::test(flavor = "multi_thread")]
async fn object_that_cannot_be_read_is_shown_until_it_can() {
    let square = Square::start().await;
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    let mut odd = square.merchant.clone();
    odd.locations[1].currency = "EUR".to_owned();
    square.stand_in.add_merchant(odd);
    square.sell("odd", "2026-07-18T11:59:00");
    square.pass(SignedDuration::from_secs(75));
    ana.until_connected(&connection, |now| now["unmapped"].as_i64() > Some(0)).await;
    let list = ana.of("get-unmapped", &connection).await.ok();
    let order = list["unmappedList"].as_array().unwrap().iter().find(|one| one["kind"] == "order").unwrap();
    assert!(order["why"].as_str().unwrap().contains("an amount in EUR"), "{list}");
    assert_eq!(order.get("raw"), None);
    let pool = square.world.connectors_pool().await;
    let raw: Vec<u8> =
        sqlx::query_scalar("SELECT raw FROM unmapped WHERE kind = 'order'").fetch_one(&pool).await.unwrap();
    assert!(raw.len() > 100 && !raw.windows(3).any(|part| part == b"EUR"));

    square.stand_in.add_merchant(square.merchant.clone());
    square.pass(SignedDuration::from_secs(75));
    ana.until_connected(&connection, |now| now["unmapped"] == 0).await;
    ana.expect_days(&square.all_counted().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_that_begin_at_other_times_are_read_again() {
    let square = Square::start().await;
    square.trade(31, 60);
    square.sell("early", "2026-07-16T05:00:00");
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    ana.until_read(&connection).await;
    let before = square.all_counted().await;
    ana.expect_days(&before).await;
    let set = json!({"dayStart": "06:00", "allDates": true});
    ana.call("set-day-start", set).await.ok();
    let after = square.all_counted_from(6).await;
    assert_ne!(before, after);
    ana.expect_days(&after).await;
}
