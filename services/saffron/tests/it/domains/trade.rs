//! What checks of real restaurants hold: through the door, and in the figures of their day.

use serde_json::{Value, json};

use crate::world::{Person, World, check, world};

/// The day's figures in cents, by the names of JSON.
async fn expect_day(world: &World, person: &Person, figures: &[(&str, i64)]) {
    let day = json!({"sessionID": person.session_id, "posID": "p1", "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let cents = |value: &Value| value.as_f64().map(|dollars| (dollars * 100.0).round() as i64);
    let is_right = |rows: &Value| figures.iter().all(|(name, expected)| cents(&rows[0][*name]) == Some(*expected));
    world.expect("get-daily-sales-labor", &day, is_right).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tax_inside_a_price_is_no_sale() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut plain = check("p1", "c1", 10.80);
    plain["data"]["taxIncluded"] = json!(true);
    plain["data"]["items"][0]["tax"] = json!(0.80);
    assert_eq!(world.ingest(&key, &plain).await.status, 202);
    let paid = [("grossSales", 1_000), ("netSales", 1_000), ("grossTax", 80), ("grossPayment", 1_080)];
    expect_day(&world, &ana, &paid).await;

    let mut off = check("p1", "c1", 10.80);
    off["id"] = json!("e-c1-2");
    off["data"]["revision"] = json!(2);
    off["data"]["items"][0]["taxIncluded"] = json!(true);
    off["data"]["items"][0]["tax"] = json!(0.72);
    off["data"]["items"][0]["discount"] = json!(1.08);
    off["data"]["payments"] = json!([{"type": "Cash", "amount": 9.72}]);
    assert_eq!(world.ingest(&key, &off).await.status, 202);
    let figures =
        [("grossSales", 1_000), ("grossDiscounts", 100), ("netSales", 900), ("grossTax", 72), ("grossPayment", 972)];
    expect_day(&world, &ana, &figures).await;
}
