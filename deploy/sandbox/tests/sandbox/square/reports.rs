//! Reports: counted from the trade, and the same as what its objects come to.

use jiff::SignedDuration;
use reqwest::Method;
use saffron_sandbox::square::{Order, RefundStatus, Return, Stage, Tricks};
use serde_json::{Value, json};

use super::trade::{Dice, random, refund, simple};
use super::world::{World, cents, moment};

fn by_day(measures: &[&str]) -> Value {
    json!({
        "measures": measures,
        "timeDimensions": [{
            "dimension": "Sales.local_reporting_timestamp", "dateRange": ["2026-07-19", "2026-07-20"], "granularity": "day",
        }],
    })
}

/// Cents of dollars.
fn dollars(row: &Value, name: &str) -> i64 {
    (row[name].as_f64().unwrap_or_else(|| panic!("no {name} in {row}")) * 100.0).round() as i64
}

#[tokio::test]
async fn report_is_a_quarter_hour_behind() {
    let world = World::start().await;
    world.put(Order::sale(simple("a", "2026-07-19T21:00:00", 2_000, 300)), "2026-07-20T01:00:00Z");
    world.put(Order::sale(simple("b", "2026-07-19T21:20:00", 900, 0)), "2026-07-20T01:20:00Z");
    let query = by_day(&["Sales.net_sales", "Sales.tips_amount", "Sales.order_count"]);
    let rows = world.report(query.clone()).await;
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!((dollars(&rows[0], "Sales.net_sales"), &rows[0]["Sales.order_count"]), (2_000, &json!(1)));
    assert_eq!(rows[0]["Sales.local_reporting_timestamp.day"], "2026-07-19T00:00:00.000");
    world.clock.set(moment("2026-07-20T01:35:00Z"));
    let answer = world.ask("/reporting/v1/load", json!({ "query": query })).await;
    assert_eq!(dollars(&answer["data"][0], "Sales.net_sales"), 2_900);
    assert_eq!(answer["lastRefreshTime"], "2026-07-20T01:20:00.000Z");
    world.stop().await;
}

#[tokio::test]
async fn report_and_objects_agree_on_random_trade() {
    let world = World::start().await;
    let at = |number: usize| {
        moment("2026-07-19T12:00:00Z") + SignedDuration::from_secs(i64::try_from(number).unwrap())
    };
    for number in 0..120 {
        let sale = random(&mut Dice::new(1_000 + u64::try_from(number).unwrap()), number);
        world.running.put_order(Order::sale(sale.clone()), at(number)).unwrap();
        if number.is_multiple_of(5) {
            let back = refund(&sale, &format!("r{number}-r"), "2026-07-19T20:00:00");
            world.running.put_order(Order::refund(back), at(number)).unwrap();
        }
    }
    let mut sums = [0; 6];
    for order in world.updated("2026-07-19T00:00:00Z", "2026-07-20T00:00:00Z").await {
        for line in order["line_items"].as_array().into_iter().flatten() {
            if line["item_type"] != "GIFT_CARD" {
                sums[0] += cents(line, "gross_sales_money");
            }
            sums[1] += cents(line, "total_discount_money");
        }
        for line in order["returns"]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|one| one["return_line_items"].as_array().unwrap())
        {
            let gross = if line["item_type"] == "GIFT_CARD" { 0 } else { cents(line, "gross_return_money") };
            sums[2] += gross - cents(line, "total_discount_money");
        }
        sums[3] += cents(&order["net_amounts"], "tax_money");
        sums[4] += cents(&order["net_amounts"], "tip_money");
        sums[5] += cents(&order["net_amounts"], "total_money");
    }
    let names = [
        "Sales.top_line_product_sales",
        "Sales.discounts_amount",
        "Sales.itemized_returns",
        "Sales.sales_tax_amount",
        "Sales.tips_amount",
        "Sales.total_collected_amount",
    ];
    let rows = world.report(json!({ "measures": names })).await;
    assert_eq!(names.map(|name| dollars(&rows[0], name)), sums);
    let rows = world
        .report(json!({ "measures": ["Sales.net_sales", "Sales.count"], "dimensions": ["Sales.order_id"] }))
        .await;
    let net: i64 = rows.iter().map(|row| dollars(row, "Sales.net_sales")).sum();
    assert_eq!((net, rows.len()), (sums[0] - sums[1] - sums[2], 144));
    world.stop().await;
}

#[tokio::test]
async fn refunds_count_on_their_day_once_completed() {
    let world = World::start().await;
    let sold = simple("a", "2026-07-18T12:00:00", 2_000, 300);
    world.put(Order::sale(sold.clone()), "2026-07-18T16:00:00Z");
    let order = |status| Order {
        returns: vec![Return { check: refund(&sold, "a-r", "2026-07-19T12:00:00"), status, is_linked: true }],
        ..Order::refund(sold.clone())
    };
    world.put(order(RefundStatus::Pending), "2026-07-19T16:00:00Z");
    let query = json!({
        "measures": ["PaymentAndRefunds.count", "PaymentAndRefunds.refund_total_amount", "PaymentAndRefunds.total_amount"],
        "dimensions": ["PaymentAndRefunds.type", "PaymentAndRefunds.local_date", "PaymentAndRefunds.tender_type"],
    });
    assert_eq!(world.report(query.clone()).await.len(), 1, "the sale alone");
    world.put(order(RefundStatus::Completed), "2026-07-19T18:00:00Z");
    let rows = world.report(query).await;
    let refunded = rows.iter().find(|row| row["PaymentAndRefunds.type"] == "REFUND").unwrap();
    assert_eq!(dollars(refunded, "PaymentAndRefunds.refund_total_amount"), -2_300);
    assert_eq!(refunded["PaymentAndRefunds.local_date"], "2026-07-19");
    let days = world.report(json!({ "measures": ["Orders.net_sales"], "dimensions": ["Orders.local_date"], "segments": ["Orders.closed_checks"] })).await;
    let net: Vec<i64> = days.iter().map(|row| dollars(row, "Orders.net_sales")).collect();
    assert_eq!(net, [2_000, -2_000]);
    world.stop().await;
}

#[tokio::test]
async fn morning_belongs_to_the_business_day_before() {
    let world = World::start().await;
    world.put(Order::sale(simple("a", "2026-07-19T01:30:00", 1_000, 0)), "2026-07-19T05:30:00Z");
    let ask = async |query: Value| world.report(query).await;
    let local = ask(json!({ "measures": ["Orders.net_sales"], "dimensions": ["Orders.local_date", "Orders.location_id"] })).await;
    assert_eq!(
        (&local[0]["Orders.local_date"], &local[0]["Orders.location_id"]),
        (&json!("2026-07-18"), &json!(world.place()))
    );
    let utc = |timezone: &str| {
        json!({
            "measures": ["Orders.net_sales"], "timezone": timezone,
            "timeDimensions": [{ "dimension": "Orders.sale_timestamp", "granularity": "hour" }],
        })
    };
    assert_eq!(ask(utc("UTC")).await[0]["Orders.sale_timestamp.hour"], "2026-07-19T05:00:00.000");
    assert_eq!(
        ask(utc("America/New_York")).await[0]["Orders.sale_timestamp.hour"],
        "2026-07-19T01:00:00.000"
    );
    world.stop().await;
}

#[tokio::test]
async fn carts_count_in_their_segment_only() {
    let world = World::start().await;
    let sale = |id: &str, stage| Order::sale(simple(id, "2026-07-19T12:00:00", 1_000, 0)).at_stage(stage);
    world.put(sale("a", Stage::Cart), "2026-07-19T16:00:00Z");
    world.put(sale("b", Stage::Signing), "2026-07-19T16:00:00Z");
    world.put(sale("c", Stage::Closed), "2026-07-19T16:00:00Z");
    for (segments, count) in [
        (json!([]), 3),
        (json!(["Orders.open_checks"]), 1),
        (json!(["Orders.awaiting_capture"]), 1),
        (json!(["Orders.closed_checks"]), 2),
    ] {
        let rows = world.report(json!({ "measures": ["Orders.count"], "segments": segments })).await;
        assert_eq!(rows[0]["Orders.count"], count, "{segments}");
    }
    assert_eq!(world.report(json!({ "measures": ["Sales.count"] })).await[0]["Sales.count"], 2);
    world.stop().await;
}

#[tokio::test]
async fn what_is_asked_must_be_in_the_metadata() {
    let world = World::start().await;
    let meta = world.read("/reporting/v1/meta").await;
    for cube in meta["cubes"].as_array().unwrap() {
        let names = |list: &str| -> Vec<String> {
            cube[list]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["name"].as_str().unwrap().to_owned())
                .collect()
        };
        world.report(json!({ "measures": names("measures"), "dimensions": names("dimensions"), "segments": names("segments") })).await;
    }
    for query in [
        json!({ "measures": ["Nonsense.net_sales"] }),
        json!({ "measures": ["Sales.nonsense"] }),
        json!({ "measures": ["Sales.count", "Orders.count"] }),
        json!({ "measures": [] }),
        json!({ "measures": ["Sales.count"], "timezone": "Moon/Base" }),
    ] {
        let refused = world.post("/reporting/v1/load", json!({ "query": query })).await;
        assert_eq!(refused.status, 400, "{query}");
        assert!(refused.body["error"].is_string(), "{}", refused.text);
    }
    let unknown = world.raw(Method::POST, "/reporting/v1/load", Some(r#"{"query": {"measure": []}}"#)).await;
    assert_eq!(unknown.status, 400);
    world.stop().await;
}

#[tokio::test]
async fn report_may_have_to_be_waited_for() {
    let world = World::start().await;
    let ask = async || {
        world
            .raw(Method::POST, "/reporting/v1/load", Some(r#"{"query": {"measures": ["Sales.count"]}}"#))
            .await
    };
    world.running.set_tricks(Tricks { waits: 2, ..Tricks::default() });
    for _ in 0..2 {
        assert_eq!(ask().await.body, json!({ "error": "Continue wait" }));
    }
    assert!(ask().await.body["data"].is_array());
    world.running.set_tricks(Tricks { no_reports: true, ..Tricks::default() });
    assert_eq!(ask().await.status, 404);
    world.stop().await;
}
