//! Searches and lists: bounds, limits, cursors, and what they refuse.

use reqwest::Method;
use saffron_sandbox::square::{Order, Origin, Stage};
use serde_json::{Value, json};

use super::trade::{simple, visa};
use super::world::{OTHER, World};

/// Ten orders, a minute apart.
async fn ten() -> World {
    let world = World::start().await;
    for minute in 0..10 {
        let check = simple(&format!("a{minute}"), &format!("2026-07-19T12:0{minute}:00"), 500, 0);
        world.put(Order::sale(check), &format!("2026-07-19T16:0{minute}:00.500Z"));
    }
    world
}

fn query(world: &World, from: &str, to: &str) -> Value {
    json!({
        "location_ids": [world.place()],
        "limit": 3,
        "query": {
            "filter": { "date_time_filter": { "updated_at": { "start_at": from, "end_at": to } } },
            "sort": { "sort_field": "UPDATED_AT", "sort_order": "ASC" },
        },
    })
}

async fn ids(world: &World, mut body: Value) -> Vec<String> {
    let mut ids = Vec::new();
    loop {
        let page = world.ask("/v2/orders/search", body.clone()).await;
        for order in page["orders"].as_array().into_iter().flatten() {
            ids.push(order["updated_at"].as_str().unwrap().to_owned());
        }
        match page["cursor"].as_str() {
            Some(cursor) => body["cursor"] = json!(cursor),
            None => return ids,
        }
    }
}

#[tokio::test]
async fn both_ends_of_a_range_count() {
    let world = ten().await;
    let found = ids(&world, query(&world, "2026-07-19T16:02:00.500Z", "2026-07-19T16:06:00.500Z")).await;
    let minutes = found.iter().map(|at| &at[14..16]).collect::<Vec<_>>();
    assert_eq!(minutes, ["02", "03", "04", "05", "06"]);
    let found = ids(&world, query(&world, "2026-07-19T12:02:00.501-04:00", "2026-07-19T16:06:00.499Z")).await;
    assert_eq!(found.len(), 3);
    assert!(ids(&world, query(&world, "2026-07-18T00:00:00Z", "2026-07-18T23:00:00Z")).await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn cursor_belongs_to_its_query() {
    let world = ten().await;
    let body = query(&world, "2026-07-19T00:00:00Z", "2026-07-20T00:00:00Z");
    assert_eq!(ids(&world, body.clone()).await.len(), 10);
    let page = world.ask("/v2/orders/search", body.clone()).await;
    let mut other = query(&world, "2026-07-19T00:00:01Z", "2026-07-20T00:00:00Z");
    other["cursor"] = page["cursor"].clone();
    let refused = world.post("/v2/orders/search", other).await;
    assert_eq!((refused.status, refused.code()), (400, "INVALID_CURSOR"));
    let mut newest = body.clone();
    newest["query"]["sort"]["sort_order"] = json!("DESC");
    let found = ids(&world, newest).await;
    assert!(found.len() == 10 && found.is_sorted_by(|a, b| a > b), "{found:?}");
    world.stop().await;
}

#[tokio::test]
async fn wrong_searches_are_refused_as_square_does() {
    let world = ten().await;
    let good = query(&world, "2026-07-19T00:00:00Z", "2026-07-20T00:00:00Z");
    let with = |path: &str, value: Value| {
        let mut body = good.clone();
        *body.pointer_mut(path).unwrap() = value;
        body
    };
    for (body, status, code) in [
        (with("/query/sort/sort_field", json!("CREATED_AT")), 400, "INVALID_VALUE"),
        (with("/location_ids", json!([])), 400, "MISSING_REQUIRED_PARAMETER"),
        (with("/location_ids", json!(vec!["x"; 11])), 400, "ARRAY_LENGTH_TOO_LONG"),
        (with("/location_ids", json!(["LNOBODYS"])), 403, "FORBIDDEN"),
        (with("/limit", json!(1_001)), 400, "INVALID_VALUE"),
        (with("/query/filter/date_time_filter/updated_at/start_at", json!("yesterday")), 400, "INVALID_TIME"),
        (
            with("/query/filter/date_time_filter/updated_at/start_at", json!("2027-01-01T00:00:00Z")),
            400,
            "INVALID_TIME_RANGE",
        ),
    ] {
        let refused = world.post("/v2/orders/search", body.clone()).await;
        assert_eq!((refused.status, refused.code()), (status, code), "{body}");
    }
    for (body, code) in [
        (r#"{"location_ids": ["x"], "surprise": 1}"#, "BAD_REQUEST"),
        (r#"{"location_ids": "x"}"#, "INCORRECT_TYPE"),
        (r#"{"location_ids": ["x"]"#, "EXPECTED_JSON_BODY"),
        (r#"{"query": {"sort": {"sort_field": "NAME"}}}"#, "INVALID_ENUM_VALUE"),
    ] {
        let refused = world.raw(Method::POST, "/v2/orders/search", Some(body)).await;
        assert_eq!((refused.status, refused.code()), (400, code), "{body}: {}", refused.text);
    }
    let refused = world.get("/v2/payments?surprise=1").await;
    assert_eq!((refused.status, refused.code()), (400, "UNKNOWN_QUERY_PARAMETER"));
    assert_eq!(world.raw(Method::GET, "/v2/nonsense", None).await.status, 404);
    assert_eq!(world.raw(Method::DELETE, "/v2/locations", None).await.status, 404);
    world.stop().await;
}

#[tokio::test]
async fn filters_and_entries_of_a_search_work() {
    let world = ten().await;
    let mut cart = simple("cart", "2026-07-19T12:00:00", 500, 0);
    cart.payments.clear();
    let at = "2026-07-19T16:00:00Z";
    let cart = world.put(Order::sale(cart).at_stage(Stage::Cart).from_origin(Origin::Api), at);
    let search = async |filter: Value| {
        let body =
            json!({ "location_ids": [world.place()], "return_entries": true, "query": { "filter": filter } });
        world.ask("/v2/orders/search", body).await["order_entries"].as_array().cloned().unwrap_or_default()
    };
    let open = search(json!({ "state_filter": { "states": ["OPEN"] } })).await;
    assert_eq!(open, [json!({ "order_id": cart, "version": 1, "location_id": world.place() })]);
    assert_eq!(search(json!({ "state_filter": { "states": ["COMPLETED", "CANCELED"] } })).await.len(), 10);
    assert_eq!(search(json!({ "source_filter": { "source_names": ["Square Online"] } })).await.len(), 1);
    let batch = world.ask("/v2/orders/batch-retrieve", json!({ "order_ids": [cart, "nobody"] })).await;
    assert_eq!(batch["orders"].as_array().unwrap().len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn payments_are_those_of_the_main_location() {
    let world = ten().await;
    let mut there = simple("b", "2026-07-19T12:00:00", 800, 0);
    (there.pos_id, there.payments) = (OTHER.parse().unwrap(), vec![visa(800, 0)]);
    world.put(Order::sale(there), "2026-07-19T18:00:00Z");
    assert_eq!(world.get("/v2/payments").await.list("payments").len(), 10);
    let other = world.get(&format!("/v2/payments?location_id={}", world.other())).await.list("payments");
    assert_eq!(other.len(), 1);
    assert_eq!(other[0]["created_at"], "2026-07-19T18:00:00.000Z", "noon in Denver");
    let page = world.get("/v2/payments?limit=4&sort_order=ASC").await;
    assert_eq!(page.list("payments").len(), 4);
    let cursor = page.body["cursor"].as_str().unwrap();
    let next = world.get(&format!("/v2/payments?limit=4&sort_order=ASC&cursor={cursor}")).await;
    assert!(page.list("payments").iter().all(|one| !next.list("payments").contains(one)));
    let range = "updated_at_begin_time=2026-07-19T16:03:00.500Z&updated_at_end_time=2026-07-19T16:04:00.500Z";
    assert_eq!(
        world.get(&format!("/v2/payments?sort_field=UPDATED_AT&{range}")).await.list("payments").len(),
        2
    );
    assert_eq!(world.get("/v2/payments?location_id=LNOBODYS").await.status, 403);
    world.stop().await;
}

#[tokio::test]
async fn places_are_those_of_the_token() {
    let world = World::start().await;
    let places = world.read("/v2/locations").await["locations"].as_array().unwrap().clone();
    assert_eq!(places.len(), 2);
    assert_eq!((&places[0]["timezone"], &places[0]["currency"]), (&json!("America/New_York"), &json!("USD")));
    assert_eq!(world.read("/v2/locations/main").await["location"], places[0]);
    let merchant = world.read("/v2/merchants/me").await["merchant"].clone();
    assert_eq!(merchant["main_location_id"], places[0]["id"]);
    assert_eq!(world.read("/v2/merchants").await["merchant"], json!([merchant]));
    assert_eq!(world.get("/v2/merchants/another").await.status, 404);
    world.stop().await;
}
