//! Items of published menus, and what is left of them.

use saffron_pos::toast::model::{MenuItem, Menus, Stock};
use saffron_pos::toast::{Catalog, item, removed_item};
use serde_json::{Value, json};

use crate::door::{Seen, place, through, with};

fn dish() -> Value {
    json!({"guid": "i1", "name": "Soup", "price": 10.5, "pricingStrategy": "BASE_PRICE", "salesCategory": {"guid": "sc", "name": "Food"}})
}

fn menus(item: &Value) -> Value {
    json!({"lastUpdated": "2026-07-01T10:00:00.000+0000", "menus": [{"name": "Lunch", "menuGroups": [
        {"guid": "g1", "name": "Starters", "menuItems": [], "menuGroups": [{"guid": "g2", "name": "Soups", "menuItems": [item]}]}]}]})
}

fn shown(dish: &Value, stock: Option<Value>) -> Option<Seen> {
    let menus: Menus = serde_json::from_value(menus(dish)).unwrap();
    let dish: MenuItem = serde_json::from_value(dish.clone()).unwrap();
    let stock: Option<Stock> = stock.map(|stock| serde_json::from_value(stock).unwrap());
    let seen = "2026-07-18T12:00:00Z".parse().unwrap();
    let event = item(&place(), &Catalog::new(&menus), &dish, stock.as_ref(), seen).unwrap();
    event.map(|event| through(&place(), &event))
}

#[test]
fn item_has_its_sales_category_and_group() {
    let data = shown(&dish(), None).unwrap().data;
    assert_eq!(
        (data["majorCategory"].as_str(), data["minorCategory"].as_str()),
        (Some("Food"), Some("Soups"))
    );
    assert_eq!((data["price"].as_f64(), data.get("cost"), data.get("stock")), (Some(10.5), None, None));
    let without = shown(&with(dish(), json!({"salesCategory": null})), None).unwrap();
    assert_eq!(without.data["majorCategory"], "Lunch");
}

#[test]
fn price_that_depends_on_the_sale_is_none() {
    for strategy in ["OPEN_PRICE", "SIZE_PRICE"] {
        let data = shown(&with(dish(), json!({ "pricingStrategy": strategy })), None).unwrap().data;
        assert_eq!(data.get("price"), None, "{strategy}");
    }
}

#[test]
fn stock_is_counted_or_out_or_neither() {
    let counted = shown(&dish(), Some(json!({"guid": "i1", "status": "QUANTITY", "quantity": 7.0}))).unwrap();
    assert_eq!((counted.data["stock"].as_f64(), counted.data.get("soldOut")), (Some(7.0), None));
    let out =
        shown(&dish(), Some(json!({"guid": "i1", "status": "OUT_OF_STOCK", "quantity": null}))).unwrap();
    assert_eq!((out.data.get("stock"), out.data["soldOut"].as_bool()), (None, Some(true)));
}

#[test]
fn gift_card_is_no_item_of_the_menu() {
    assert!(shown(&with(dish(), json!({"isDeferred": true})), None).is_none());
}

#[test]
fn item_that_left_the_menus_is_removed() {
    let event = removed_item(&place(), "i1", "2026-07-19T12:00:00Z".parse().unwrap()).unwrap();
    let seen = through(&place(), &event);
    assert_eq!(seen.kind, "item.removed");
    assert!(seen.revision > shown(&dish(), None).unwrap().revision);
}
