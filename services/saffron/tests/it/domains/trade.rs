//! What checks of real restaurants hold: through the door, and in the figures of their day.

use serde_json::{Value, json};

use crate::world::{Person, World, check, world};

/// The day's figures in cents, by the names of JSON.
async fn expect_day(world: &World, person: &Person, figures: &[(&str, i64)]) {
    let day = json!({"sessionID": person.session_id, "posID": "p1", "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let cents = |value: &Value| value.as_f64().map(|dollars| (dollars * 100.0).round() as i64);
    let is_right =
        |rows: &Value| figures.iter().all(|(name, expected)| cents(&rows[0][*name]) == Some(*expected));
    world.expect("get-daily-sales-labor", &day, is_right).await;
}

/// A check whose lines and payments are these.
fn check_of(check_id: &str, items: Value, payments: Value) -> Value {
    let mut sent = check("p1", check_id, 0.0);
    sent["data"]["items"] = items;
    sent["data"]["payments"] = payments;
    sent
}

#[tokio::test(flavor = "multi_thread")]
async fn gift_card_is_sold_once_it_is_redeemed() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let percent = json!({"sessionID": ana.session_id, "posID": "p1", "rewardPercent": 10});
    world.call("update-reward-percent", percent).await.ok();
    let mut sold = check_of(
        "c1",
        json!([{"posItemID": "soup", "name": "Soup", "amount": 18},
               {"posItemID": "gift", "name": "Gift card", "amount": 50, "deferred": true}]),
        json!([{"type": "Visa", "amount": 68}]),
    );
    let mut redeemed = check_of(
        "c2",
        json!([{"posItemID": "steak", "name": "Steak", "amount": 40}]),
        json!([{"type": "Gift card", "amount": 40, "giftCard": true}]),
    );
    let guest = json!({"specversion": "1.0", "id": "g1", "source": "till", "type": "customer.upserted",
        "data": {"posID": "p1", "posCustomerID": "bo", "revision": 1, "firstName": "Bo"}});
    for check in [&mut sold, &mut redeemed] {
        check["data"]["posCustomerID"] = json!("bo");
        // The clock of this test stands at noon, and so does the percentage's start.
        check["data"]["closeTime"] = json!("2026-07-18T12:30:00");
    }
    assert_eq!(world.ingest(&key, &json!([guest, sold, redeemed])).await.status, 202);
    let figures = [
        ("netSales", 5_800),
        ("grossDeferred", 5_000),
        ("grossRedeemed", 4_000),
        ("grossPayment", 10_800),
        ("outOfBalance", 0),
    ];
    expect_day(&world, &ana, &figures).await;
    let bo = json!({"sessionID": ana.session_id, "posID": "p1", "posCustomerID": "bo"});
    world.expect("get-customer", &bo, |body| body["customer"]["points"] == 580).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn gratuity_is_no_sale_and_no_tip() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut party = check_of(
        "c1",
        json!([{"posItemID": "menu", "name": "Menu", "quantity": 8, "price": 25, "tax": 16}]),
        json!([{"type": "Visa", "amount": 252, "tip": 10}]),
    );
    party["data"]["covers"] = json!(8);
    party["data"]["serviceCharges"] =
        json!([{"name": "Party of six or more", "kind": "gratuity", "amount": 36}]);
    let odd = check_of(
        "c2",
        json!([{"posItemID": "soup", "name": "Soup", "amount": 10.80}]),
        json!([{"type": "Cash", "amount": 99}]),
    );
    let answer = world.ingest(&key, &json!([party])).await;
    assert_eq!((answer.status, &answer.body["ignored"]), (202, &Value::Null));
    let figures = [
        ("netSales", 20_000),
        ("grossGratuity", 3_600),
        ("grossServiceCharges", 0),
        ("grossTips", 1_000),
        ("grossPayment", 26_200),
        ("outOfBalance", 0),
    ];
    expect_day(&world, &ana, &figures).await;
    // What does not add up is taken, and shown.
    assert_eq!(world.ingest(&key, &json!([odd])).await.status, 202);
    expect_day(&world, &ana, &[("grossPayment", 36_100), ("outOfBalance", 8_820)]).await;
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
    let figures = [
        ("grossSales", 1_000),
        ("grossDiscounts", 100),
        ("netSales", 900),
        ("grossTax", 72),
        ("grossPayment", 972),
    ];
    expect_day(&world, &ana, &figures).await;
}
