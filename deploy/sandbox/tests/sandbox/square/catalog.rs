//! The catalog and what is left of its items.

use saffron_core::Quantity;
use saffron_sandbox::square::{item_id, variation_id};
use saffron_till::Item;
use serde_json::{Value, json};

use super::trade::{item, money};
use super::world::{OTHER, PLACE, World, cents, moment, send};

const MORNING: &str = "2026-07-19T12:00:00Z";

async fn variation(world: &World, item: &str) -> Value {
    let id = variation_id(&world.merchant.id, &item.parse().unwrap());
    world.read(&format!("/v2/catalog/object/{id}")).await["object"].clone()
}

#[tokio::test]
async fn item_of_two_places_has_overrides() {
    let world = World::start().await;
    world.running.put_item(&item("soup", Some(900)), moment(MORNING)).unwrap();
    let there = Item { pos_id: OTHER.parse().unwrap(), price: Some(money(950)), ..item("soup", Some(900)) };
    world.running.put_item(&there, moment(MORNING)).unwrap();
    world.running.put_item(&item("fish", None), moment(MORNING)).unwrap();
    let soup = variation(&world, "soup").await;
    let data = &soup["item_variation_data"];
    assert_eq!((cents(data, "price_money"), &soup["present_at_all_locations"]), (900, &json!(true)));
    let places = data["location_overrides"].as_array().unwrap();
    let other = places.iter().find(|place| place["location_id"] == json!(world.other())).unwrap();
    assert_eq!(cents(other, "price_money"), 950);
    let fish = variation(&world, "fish").await;
    assert_eq!(fish["item_variation_data"]["pricing_type"], "VARIABLE_PRICING");
    assert_eq!(fish["item_variation_data"].get("price_money"), None);
    assert_eq!(fish["present_at_location_ids"], json!([world.place()]));
    let list = world.read("/v2/catalog/list").await["objects"].as_array().unwrap().clone();
    let items: Vec<&Value> = list.iter().filter(|object| object["type"] == "ITEM").collect();
    assert_eq!(items.len(), 2);
    let leaf = &items[0]["item_data"]["reporting_category"]["id"];
    let category = list.iter().find(|object| object["id"] == *leaf).unwrap();
    let root = &category["category_data"]["root_category"];
    assert!(
        list.iter().any(|object| object["id"] == *root && object["category_data"]["is_top_level"] == true)
    );
    world.stop().await;
}

#[tokio::test]
async fn cost_is_shown_to_newer_versions_only() {
    let world = World::start().await;
    world.running.put_item(&item("soup", Some(900)), moment(MORNING)).unwrap();
    let data = variation(&world, "soup").await["item_variation_data"].clone();
    assert_eq!(cents(&data["vendor_information"][0], "unit_cost_money"), 300);
    let old = world
        .request(reqwest::Method::GET, "/v2/catalog/list?types=ITEM_VARIATION")
        .bearer_auth(&world.token);
    let old = send(old.header("Square-Version", "2025-08-20")).await;
    assert_eq!(old.body["objects"][0]["item_variation_data"].get("vendor_information"), None);
    world.stop().await;
}

#[tokio::test]
async fn deleted_items_are_in_searches_only() {
    let world = World::start().await;
    for (id, at) in [("soup", "2026-07-19T12:00:00Z"), ("salad", "2026-07-19T13:00:00Z")] {
        world.running.put_item(&item(id, Some(900)), moment(at)).unwrap();
    }
    let deleted = moment("2026-07-19T14:00:00Z");
    world.running.remove_item(&PLACE.parse().unwrap(), &"soup".parse().unwrap(), deleted).unwrap();
    let listed = world.read("/v2/catalog/list?types=item").await;
    assert_eq!(listed["objects"].as_array().unwrap().len(), 1);
    let search = async |begin: &str, with_deleted: bool| {
        let body =
            json!({ "object_types": ["ITEM"], "begin_time": begin, "include_deleted_objects": with_deleted });
        let answer = world.ask("/v2/catalog/search", body).await;
        let ids = answer["objects"].as_array().cloned().unwrap_or_default();
        ids.into_iter().map(|object| object["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let id = |item: &str| item_id(&world.merchant.id, &item.parse().unwrap());
    assert_eq!(search("2026-07-19T13:30:00Z", true).await, [id("soup")]);
    assert_eq!(search("2026-07-19T13:59:59.999Z", true).await, [id("soup")]);
    assert!(search("2026-07-19T14:00:00Z", true).await.is_empty(), "the time itself does not count");
    assert_eq!(search("2026-07-19T12:30:00Z", false).await, [id("salad")]);
    world.stop().await;
}

#[tokio::test]
async fn price_is_written_against_its_version() {
    let world = World::start().await;
    world.running.put_item(&item("soup", Some(900)), moment(MORNING)).unwrap();
    let mut object = variation(&world, "soup").await;
    object["item_variation_data"]["price_money"]["amount"] = json!(975);
    let body = |object: &Value, key: &str| json!({ "idempotency_key": key, "object": object });
    let written = world.ask("/v2/catalog/object", body(&object, "k1")).await;
    assert_eq!(cents(&written["catalog_object"]["item_variation_data"], "price_money"), 975);
    assert_eq!(cents(&variation(&world, "soup").await["item_variation_data"], "price_money"), 975);
    assert_eq!(
        world.ask("/v2/catalog/object", body(&object, "k1")).await,
        written,
        "the same key, the same answer"
    );
    let refused = world.post("/v2/catalog/object", body(&object, "k2")).await;
    assert_eq!((refused.status, refused.code()), (409, "CONFLICT"), "the version is an old one");
    world.stop().await;
}

#[tokio::test]
async fn sold_out_dish_is_counted_to_zero() {
    let world = World::start().await;
    let tracked =
        Item { stock: Some(Quantity::from_milli(12_500)), sold_out: true, ..item("soup", Some(900)) };
    world.running.put_item(&tracked, moment(MORNING)).unwrap();
    world.running.put_item(&item("salad", Some(700)), moment(MORNING)).unwrap();
    let place = &variation(&world, "soup").await["item_variation_data"]["location_overrides"][0];
    assert_eq!((&place["sold_out"], &place["track_inventory"]), (&json!(true), &json!(true)));
    let counts = async |body: Value| {
        let answer = world.ask("/v2/inventory/counts/batch-retrieve", body).await;
        answer["counts"].as_array().cloned().unwrap_or_default()
    };
    let before = counts(json!({ "location_ids": [world.place()] })).await;
    assert_eq!((before.len(), &before[0]["quantity"]), (1, &json!("12.500")));
    let id = variation_id(&world.merchant.id, &"soup".parse().unwrap());
    let change = json!({
        "idempotency_key": "out-1",
        "changes": [{ "type": "PHYSICAL_COUNT", "physical_count": {
            "catalog_object_id": id, "state": "IN_STOCK", "location_id": world.place(), "quantity": "0",
            "occurred_at": "2026-07-20T01:30:00Z",
        } }],
    });
    let changed = world.ask("/v2/inventory/changes/batch-create", change.clone()).await;
    assert_eq!(changed["counts"][0]["quantity"], "0");
    assert_eq!(world.ask("/v2/inventory/changes/batch-create", change).await, changed);
    let after = counts(json!({ "updated_after": "2026-07-20T01:00:00Z" })).await;
    assert_eq!((after.len(), &after[0]["quantity"]), (1, &json!("0")));
    assert!(counts(json!({ "updated_after": "2026-07-20T01:30:00Z" })).await.is_empty());
    world.stop().await;
}
