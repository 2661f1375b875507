//! Items of the inventory.

use saffron_pos::clover::model::Item;
use saffron_pos::clover::{Menu, item};
use serde_json::{Value, json};

use crate::door::{Seen, list, ms, object, place, through, with};

fn soup() -> Value {
    json!({"id": "I1", "name": "Soup", "price": 1000, "priceType": "FIXED", "cost": 320, "hidden": false, "available": true,
        "isRevenue": true, "modifiedTime": ms("2026-07-01T10:00:00Z"),
        "itemStock": {"item": {"id": "I1"}, "quantity": 12.5, "modifiedTime": ms("2026-07-02T10:00:00Z")},
        "categories": list(vec![json!({"id": "C2", "name": "Starters", "sortOrder": 2}), json!({"id": "C1", "name": "Soups", "sortOrder": 1})])})
}

fn seen(more: Value) -> Seen {
    let sent: Item = object(&with(soup(), more));
    let menu = Menu::new(&place(), &[], std::slice::from_ref(&sent));
    through(&place(), &item(&place(), &menu, &sent).unwrap().unwrap())
}

#[test]
fn item_has_price_cost_stock_and_category() {
    let seen = seen(json!({}));
    assert_eq!(seen.kind, "item.upserted");
    assert_eq!(seen.revision, ms("2026-07-02T10:00:00Z") * 16 + 1);
    for (name, value) in [
        ("name", json!("Soup")),
        ("price", json!(10.0)),
        ("cost", json!(3.2)),
        ("stock", json!(12.5)),
        ("majorCategory", json!("Soups")),
        ("minorCategory", json!("Soups")),
    ] {
        assert_eq!(seen.data[name], value, "{name}");
    }
}

#[test]
fn price_that_is_asked_for_is_none() {
    assert!(seen(json!({"priceType": "VARIABLE", "price": 0})).data.get("price").is_none());
    assert_eq!(seen(json!({"priceType": "PER_UNIT", "unitName": "lb"})).data["price"], json!(10.0));
}

#[test]
fn hidden_or_deleted_item_is_removed() {
    assert_eq!(seen(json!({"hidden": true})).kind, "item.removed");
    assert_eq!(seen(json!({"deletedTime": ms("2026-07-03T10:00:00Z")})).kind, "item.removed");
    assert_eq!(seen(json!({"deletedTime": 0})).kind, "item.upserted");
}

#[test]
fn item_that_is_not_available_is_sold_out() {
    assert_eq!(seen(json!({"available": false})).data["soldOut"], json!(true));
}

#[test]
fn stock_that_nobody_counts_is_none() {
    assert!(seen(json!({"itemStock": {"item": {"id": "I1"}}})).data.get("stock").is_none());
    assert_eq!(seen(json!({"itemStock": {"quantity": -3.0}})).data["stock"], json!(-3.0));
    let sent: Item = object(&soup());
    let menu = Menu::default();
    let untracked = through(&place(), &item(&place(), &menu, &sent).unwrap().unwrap());
    assert!(untracked.data.get("stock").is_none());
}

#[test]
fn cost_of_nothing_is_not_known() {
    assert!(seen(json!({"cost": 0})).data.get("cost").is_none());
}

#[test]
fn item_that_is_no_revenue_is_no_item_of_a_menu() {
    let card: Item = object(&with(soup(), json!({"isRevenue": false})));
    assert!(item(&place(), &Menu::default(), &card).unwrap().is_none());
}

#[test]
fn item_without_a_name_says_why() {
    let nameless: Item = object(&with(soup(), json!({"name": " "})));
    assert!(item(&place(), &Menu::default(), &nameless).unwrap_err().why.contains("name"));
}
