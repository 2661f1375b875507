//! What checks of real restaurants hold: through the door, and in the figures of their day.

use serde_json::{Value, json};

use crate::world::{Person, World, check, world};

/// The day's figures in cents, by the names of JSON.
async fn expect_day(world: &World, person: &Person, figures: &[(&str, i64)]) {
    let day = json!({"sessionID": person.session_id, "posID": "p1", "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let cents = |value: &Value| value.as_f64().map(|dollars| (dollars * 100.0).round() as i64);
    // A figure that few restaurants have is left out while it is 0.
    let figure = |rows: &Value, name| rows.get(0)?.get(name).map_or(Some(0), cents);
    let is_right =
        |rows: &Value| figures.iter().all(|(name, expected)| figure(rows, *name) == Some(*expected));
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

/// The rows of a report of today, as soon as they are these: the texts and amounts in cents of the named fields.
async fn expect_rows(world: &World, person: &Person, call: &str, fields: &[&str], expected: Value) {
    let day = json!({"sessionID": person.session_id, "posID": "p1", "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let shown = |row: &Value| fields.iter().map(|field| row[*field].clone()).collect::<Value>();
    let is_right = |rows: &Value| rows.as_array().unwrap().iter().map(shown).collect::<Value>() == expected;
    world.expect(call, &day, is_right).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn discounts_and_voids_are_reported_by_name_and_reason() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let rosa = json!({"id": "e1", "name": "Rosa"});
    let mut sold = check_of(
        "c1",
        json!([
            {"posItemID": "soup", "name": "Soup", "amount": 9, "discounts": [{"name": "Comp", "kind": "comp", "amount": 9,
                "reason": "Came too late", "approvedBy": rosa}]},
            {"posItemID": "steak", "name": "Steak", "amount": 42.5, "cost": 12, "discount": 4, "discounts":
                [{"name": "Happy hour", "kind": "promotion", "amount": 3}],
                "modifiers": [{"name": "Pepper sauce", "amount": 2.5, "cost": 0.4}, {"name": "No onions"}]},
            {"posItemID": "salad", "name": "Salad", "amount": 12, "voided": true, "reason": "Wrong dish",
                "approvedBy": rosa}]),
        json!([{"type": "Visa", "amount": 42.65}]),
    );
    sold["data"]["employee"] = json!({"id": "e4", "name": "Ana"});
    sold["data"]["serviceCharges"] = json!([{"name": "Bag", "kind": "fee", "amount": 0.25}]);
    sold["data"]["taxes"] = json!([{"name": "City", "amount": 3.9}, {"name": "State", "amount": 2,
        "collectedBy": "marketplace"}]);
    assert_eq!(world.ingest(&key, &sold).await.status, 202);
    let fields =
        ["discountKind", "discount", "reason", "approvedBy", "employeeName", "grossDiscounts", "times"];
    let discounts = json!([
        ["comp", "Comp", "Came too late", "Rosa", "Ana", 9.0, 1],
        ["other", "Other discount", "Unassigned", "Unassigned", "Ana", 1.0, 1],
        ["promotion", "Happy hour", "Unassigned", "Unassigned", "Ana", 3.0, 1]
    ]);
    expect_rows(&world, &ana, "get-discount-report", &fields, discounts).await;
    let fields = ["itemName", "reason", "approvedBy", "employeeID", "grossVoids"];
    let voids = json!([["Salad", "Wrong dish", "Rosa", "e4", 12.0]]);
    expect_rows(&world, &ana, "get-void-report", &fields, voids).await;
    let fields = ["itemName", "modifier", "amount", "cost", "quantity"];
    let modifiers = json!([["Steak", "No onions", 0.0, 0.0, 1.0], ["Steak", "Pepper sauce", 2.5, 0.4, 1.0]]);
    expect_rows(&world, &ana, "get-modifier-report", &fields, modifiers).await;
    let charges = json!([["fee", "Bag", 0.25]]);
    let fields = ["chargeKind", "serviceCharge", "amount"];
    expect_rows(&world, &ana, "get-service-charge-report", &fields, charges).await;
    let taxes = json!([["marketplace", "State", 2.0], ["us", "City", 3.9]]);
    expect_rows(&world, &ana, "get-tax-report", &["collectedBy", "tax", "amount"], taxes).await;
    let figures = [
        ("grossDiscounts", 1_300),
        ("grossVoids", 1_200),
        ("grossCost", 1_240),
        ("grossTax", 390),
        ("marketplaceTax", 200),
        ("outOfBalance", 0),
    ];
    expect_day(&world, &ana, &figures).await;
    // The check itself shows them too, and is an exception: a discount of a line has more than its names.
    let one = json!({"sessionID": ana.session_id, "posID": "p1", "posCheckID": "c1"});
    let body = world.call("get-check-item", one).await.ok();
    assert_eq!(body["check"]["exceptions"], json!(["discountsDiffer"]));
    assert_eq!(body["checkItemList"][1]["modifiers"][0]["name"], "Pepper sauce");
    assert_eq!(body["checkItemList"][0]["discounts"][0]["approvedBy"], "Rosa");
    assert_eq!(body["checkItemList"][2]["reason"], "Wrong dish");
    let list = json!({"sessionID": ana.session_id, "posID": "p1", "startDate": "2026-07-18", "endDate": "2026-07-18",
        "onlyExceptions": true});
    let listed = world.call("get-inside-sales", list).await.ok();
    assert_eq!(listed["checkReportList"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn check_counts_from_its_closing_to_its_removal() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let guest = json!({"specversion": "1.0", "id": "g1", "source": "till", "type": "customer.upserted",
        "data": {"posID": "p1", "posCustomerID": "bo", "revision": 1, "firstName": "Bo"}});
    let version = |kind: &str, revision: u8| {
        let mut sent = check("p1", "c1", 20.0);
        sent["id"] = json!(format!("{kind}-{revision}"));
        sent["type"] = json!(kind);
        sent["data"]["revision"] = json!(revision);
        sent["data"]["posCustomerID"] = json!("bo");
        if kind == "check.opened" {
            sent["data"]["openTime"] = sent["data"]["closeTime"].take();
            sent["data"].as_object_mut().unwrap().remove("closeTime");
        }
        sent
    };
    let visits = async |count: u8| {
        let bo = json!({"sessionID": ana.session_id, "posID": "p1", "posCustomerID": "bo"});
        world.expect("get-customer", &bo, |body| body["customer"]["visits"] == count).await;
    };
    let open = async |checks: i64, cents: i64| {
        expect_day(&world, &ana, &[("openChecks", checks * 100), ("openSales", cents)]).await;
    };
    assert_eq!(world.ingest(&key, &json!([guest, version("check.opened", 1)])).await.status, 202);
    open(1, 2_000).await;
    expect_day(&world, &ana, &[("grossSales", 0), ("grossPayment", 0)]).await;
    assert_eq!(world.ingest(&key, &version("check.closed", 1)).await.status, 202);
    open(0, 0).await;
    expect_day(&world, &ana, &[("grossSales", 2_000), ("checks", 100)]).await;
    visits(1).await;
    // Opened again: it counts nowhere, its guest has no visit of it, and it is a check that can be looked at.
    assert_eq!(world.ingest(&key, &version("check.opened", 2)).await.status, 202);
    open(1, 2_000).await;
    expect_day(&world, &ana, &[("grossSales", 0)]).await;
    visits(0).await;
    let asked = json!({"sessionID": ana.session_id});
    world.expect("get-open-checks", &asked, |body| body["checkReportList"][0]["posCheckID"] == "c1").await;
    assert_eq!(world.ingest(&key, &version("check.closed", 3)).await.status, 202);
    visits(1).await;
    assert_eq!(world.ingest(&key, &version("check.removed", 4)).await.status, 202);
    visits(0).await;
    // A version before its removal does not bring it back, one after it does.
    assert_eq!(world.ingest(&key, &version("check.closed", 4)).await.status, 202);
    assert_eq!(world.ingest(&key, &version("check.closed", 5)).await.status, 202);
    visits(1).await;
    expect_day(&world, &ana, &[("grossSales", 2_000), ("openChecks", 0)]).await;
}
