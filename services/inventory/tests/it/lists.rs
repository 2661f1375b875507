//! Lists of items and of edits.

use saffron_proto::inventory::{ListEditsRequest, ListItemsRequest, UpdateItemRequest};
use saffron_testkit::{listed, pages};
use serde_json::{Value, json};

use crate::world::{World, edit, soup};

fn of_p1() -> ListItemsRequest {
    ListItemsRequest { pos_id: "p1".into(), ..ListItemsRequest::default() }
}

fn named(id: &str, name: &str, price: f64) -> Value {
    let mut item = soup(1);
    (item["posItemID"], item["name"], item["price"]) = (json!(id), json!(name), json!(price));
    item
}

async fn ids(world: &World, message: ListItemsRequest) -> Vec<String> {
    world.list(message).await.0.into_iter().map(|item| item.pos_item_id).collect()
}

#[tokio::test]
async fn items_are_listed_by_display_name_page_by_page() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let menu = [
        ("i1", "soup"),
        ("i2", "Bread"),
        ("i3", "apple. Pie"),
        ("i4", "bread"),
        ("i5", "Été"),
        ("i6", "zoo"),
    ];
    let events: Vec<Value> =
        menu.iter().map(|(id, name)| world.event("item.upserted", named(id, name, 5.0))).collect();
    world.record("p1", &events).await;
    world.update(UpdateItemRequest { display_name: Some("Aardvark".into()), ..edit("i6") }).await.unwrap();
    let sorted = ["i6", "i3", "i2", "i4", "i1", "i5"];
    assert_eq!(ids(&world, of_p1()).await, sorted);
    for limit in 1..=6 {
        let seen = pages(async |cursor| {
            let (items, next) = world.list(ListItemsRequest { limit, cursor, ..of_p1() }).await;
            assert!(items.len() <= limit as usize);
            (items.into_iter().map(|item| item.pos_item_id).collect(), next)
        });
        assert_eq!(seen.await.concat(), sorted, "{limit} at a time");
    }
}

#[tokio::test]
async fn search_finds_parts_of_names_and_prices() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let menu = [("i1", "Tomato Soup", 12.5), ("i2", "100% Bread_x", 2.0), ("i3", "Café", 112.5)];
    let events: Vec<Value> =
        menu.iter().map(|(id, name, price)| world.event("item.upserted", named(id, name, *price))).collect();
    world.record("p1", &events).await;
    world.update(UpdateItemRequest { display_name: Some("Daily".into()), ..edit("i1") }).await.unwrap();
    world.update(UpdateItemRequest { price: Some(205), ..edit("i2") }).await.unwrap();
    let search = async |text: &str| ids(&world, ListItemsRequest { search: text.into(), ..of_p1() }).await;
    assert_eq!(search("SOUP").await, ["i1"]);
    assert_eq!(search("dail").await, ["i1"]);
    assert_eq!(search("12.5").await, ["i3", "i1"]);
    assert_eq!(search(" $12.50 ").await, ["i3", "i1"]);
    assert_eq!(search("2.05").await, ["i2"], "the price in force");
    assert_eq!(search("2.00").await, Vec::<String>::new());
    assert_eq!(search("CAFÉ").await, ["i3"]);
    assert_eq!(search("0% bread_").await, ["i2"]);
    assert_eq!(search("%").await, ["i2"], "no pattern");
    assert_eq!(search("").await.len(), 3);
}

#[tokio::test]
async fn edits_are_listed_newest_first_page_by_page() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    world.till(named("bread", "Bread", 2.0)).await;
    for cents in 1..=5 {
        let id = if cents == 3 { "bread" } else { "soup" };
        world.update(UpdateItemRequest { price: Some(cents), ..edit(id) }).await.unwrap();
    }
    let page = async |cursor| {
        let message = ListEditsRequest { pos_id: "p1".into(), pos_item_id: "soup".into(), limit: 3, cursor };
        listed(world.client().list_edits(world.request(&["p1"], message)).await.unwrap()).await
    };
    let edits = pages(page).await.concat();
    for edit in &edits {
        assert_eq!((edit.at.as_str(), edit.item_name.as_str()), ("2026-07-18T12:00:00", "Soup"));
    }
    let seen: Vec<&str> = edits.iter().map(|edit| edit.to.as_str()).collect();
    assert_eq!(seen, ["$0.05", "$0.04", "$0.02", "$0.01"]);
    assert_eq!(world.edits("").await.len(), 5);
}

#[tokio::test]
async fn five_thousand_items_are_paged_and_searched() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    for block in 0..5 {
        let events: Vec<Value> = (0..1_000)
            .map(|n| {
                let n = block * 1_000 + n;
                let mut item =
                    named(&format!("i{n:04}"), &format!("Dish of the house {n:04}"), f64::from(n) / 4.0);
                item["stock"] = json!(n % 40);
                world.event("item.upserted", item)
            })
            .collect();
        world.record("p1", &events).await;
    }
    assert_eq!(ids(&world, of_p1()).await.len(), 5_000);
    let page = async |cursor| world.list(ListItemsRequest { limit: 100, cursor, ..of_p1() }).await;
    let seen: Vec<String> = pages(page).await.concat().into_iter().map(|item| item.pos_item_id).collect();
    assert_eq!(seen, (0..5_000).map(|n| format!("i{n:04}")).collect::<Vec<_>>());
    let found = async |search: &str| ids(&world, ListItemsRequest { search: search.into(), ..of_p1() }).await;
    assert_eq!(found("house 4321").await, ["i4321"]);
    assert_eq!(found("house 432").await.len(), 10);
    let none = ListItemsRequest { search: "nothing".into(), to_purchase: true, ..of_p1() };
    assert!(ids(&world, none).await.is_empty());
}
