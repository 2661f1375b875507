use serde_json::{Value, json};

use saffron_pos::square::{Menu, items};

use crate::door::{Seen, line, object, one, order, place, soup, through, try_checks, usd, visa, with};

/// An item with one variation, in a category below another.
fn pizza(of_variation: Value) -> Value {
    let variation = with(
        json!({"item_id": "I1", "name": "Large", "pricing_type": "FIXED_PRICING", "price_money": usd(1600)}),
        of_variation,
    );
    json!({"type": "ITEM", "id": "I1", "updated_at": "2026-07-01T10:00:00Z", "present_at_all_locations": true,
           "item_data": {"name": "Margherita", "reporting_category": {"id": "C2"}, "categories": [{"id": "C9", "ordinal": 1}],
                         "variations": [{"type": "ITEM_VARIATION", "id": "V1", "updated_at": "2026-07-02T10:00:00Z",
                                         "present_at_all_locations": true, "item_variation_data": variation}]}})
}

fn categories() -> [Value; 2] {
    let category = |id: &str, data: Value| json!({"type": "CATEGORY", "id": id, "updated_at": "2026-06-01T10:00:00Z", "category_data": data});
    [
        category("C1", json!({"name": "Food"})),
        category("C2", json!({"name": "Pizza", "parent_category": {"id": "C1"}})),
    ]
}

fn count(quantity: &str, location: &str) -> Value {
    json!({"catalog_object_id": "V1", "state": "IN_STOCK", "location_id": location, "quantity": quantity,
           "calculated_at": "2026-07-03T10:00:00Z"})
}

fn menu(item: &Value, counts: &[Value]) -> Menu {
    let objects: Vec<_> = categories().iter().chain([item]).map(object).collect();
    Menu::new(&place(), &objects, &counts.iter().map(object).collect::<Vec<_>>())
}

fn mapped(item: &Value, counts: &[Value]) -> Seen {
    let events = items(&place(), &menu(item, counts), &object(item));
    one(events.into_iter().map(|event| through(&place(), &event.unwrap())).collect())
}

/// Trap 16.
#[test]
fn item_is_its_variation() {
    let seen = mapped(&pizza(json!({})), &[]);
    assert_eq!(seen.kind, "item.upserted");
    let of = ["posItemID", "name", "majorCategory", "minorCategory"]
        .map(|field| seen.data[field].as_str().unwrap());
    assert_eq!(of, ["V1", "Margherita Large", "Food", "Pizza"]);
    assert_eq!(mapped(&pizza(json!({"name": "Regular"})), &[]).data["name"], "Margherita");
}

/// Trap 16.
#[test]
fn item_that_is_gone_is_removed() {
    let gone = |more: Value| mapped(&with(pizza(json!({})), more), &[]).kind;
    assert_eq!(gone(json!({})), "item.upserted");
    assert_eq!(gone(json!({"is_deleted": true})), "item.removed");
    assert_eq!(
        gone(json!({"present_at_all_locations": false, "present_at_location_ids": ["L2"]})),
        "item.removed"
    );
    assert_eq!(
        gone(json!({"present_at_all_locations": false, "present_at_location_ids": ["L1"]})),
        "item.upserted"
    );
    assert_eq!(gone(json!({"absent_at_location_ids": ["L1"]})), "item.removed");
    let mut archived = pizza(json!({}));
    archived["item_data"]["is_archived"] = json!(true);
    assert_eq!(mapped(&archived, &[]).kind, "item.removed");
    assert_eq!(mapped(&pizza(json!({"sellable": false})), &[]).kind, "item.removed");
    // A variation that is deleted comes alone.
    let deleted = json!({"type": "ITEM_VARIATION", "id": "V1", "updated_at": "2026-07-05T10:00:00Z", "is_deleted": true});
    assert_eq!(mapped(&deleted, &[]).kind, "item.removed");
}

/// Trap 16.
#[test]
fn price_that_is_asked_for_is_none() {
    let price = |of: Value| mapped(&pizza(of), &[]).data.get("price").cloned();
    assert_eq!(price(json!({})), Some(json!(16.00)));
    assert_eq!(price(json!({"pricing_type": "VARIABLE_PRICING", "price_money": null})), None);
}

/// Trap 16.
#[test]
fn location_has_its_own_price_and_mark() {
    let here = json!({"location_id": "L1", "price_money": usd(1750), "sold_out": true, "sold_out_valid_until": "2026-07-19T08:00:00Z"});
    let there = json!({"location_id": "L2", "price_money": usd(900), "pricing_type": "VARIABLE_PRICING"});
    let seen = mapped(&pizza(json!({"location_overrides": [there, here]})), &[]);
    assert_eq!(seen.data["price"], json!(17.50));
    assert_eq!(
        (&seen.data["soldOut"], &seen.data["soldOutUntil"]),
        (&json!(true), &json!("2026-07-19T04:00:00"))
    );
    let back =
        json!({"location_id": "L1", "sold_out": false, "sold_out_valid_until": "2026-07-19T08:00:00Z"});
    let seen = mapped(&pizza(json!({"location_overrides": [back]})), &[]);
    assert_eq!((seen.data.get("soldOut"), seen.data.get("soldOutUntil")), (None, None));
}

#[test]
fn stock_counts_where_it_is_tracked() {
    let tracked = pizza(
        json!({"track_inventory": true, "inventory_alert_type": "LOW_QUANTITY", "inventory_alert_threshold": 5}),
    );
    let seen = mapped(&tracked, &[count("-2.50000", "L1"), count("80", "L2")]);
    assert_eq!((&seen.data["stock"], &seen.data["lowStock"]), (&json!(-2.5), &json!(5.0)));
    assert_eq!(mapped(&pizza(json!({})), &[count("7", "L1")]).data.get("stock"), None);
    let off = json!({"track_inventory": true, "location_overrides": [{"location_id": "L1", "track_inventory": false}]});
    assert_eq!(mapped(&pizza(off), &[count("7", "L1")]).data.get("stock"), None);
    // A count is a change of the item.
    assert!(mapped(&tracked, &[count("7", "L1")]).revision > mapped(&tracked, &[]).revision);
}

/// Trap 17.
#[test]
fn cost_is_the_first_vendors_and_stands_on_lines() {
    let vendors =
        json!({"vendor_information": [{"unit_cost_money": usd(410)}, {"unit_cost_money": usd(999)}]});
    let item = pizza(vendors);
    assert_eq!(mapped(&item, &[]).data["cost"], json!(4.10));
    // Before version 2026-07-15 there is none.
    assert_eq!(mapped(&pizza(json!({})), &[]).data.get("cost"), None);
    let sold = with(line("Soup", 1600), json!({"name": null, "catalog_object_id": "V1"}));
    let of = order(&with(soup(), json!({"line_items": [sold]})), &[visa(1600)], &[]);
    let data = one(try_checks(&place(), &menu(&item, &[]), &of).unwrap()).data;
    let line = &data["items"][0];
    assert_eq!((&line["cost"], &line["name"]), (&json!(4.10), &json!("Margherita Large")));
    assert_eq!((&line["majorCategory"], &line["minorCategory"]), (&json!("Food"), &json!("Pizza")));
}

/// Trap 16.
#[test]
fn line_of_an_item_that_the_catalog_lost_keeps_its_name() {
    let of = order(&soup(), &[visa(1000)], &[]);
    let data = one(try_checks(&place(), &Menu::default(), &of).unwrap()).data;
    let line = &data["items"][0];
    assert_eq!(
        (&line["posItemID"], &line["name"], line.get("majorCategory")),
        (&json!("V-Soup"), &json!("Soup"), None)
    );
}

#[test]
fn circle_of_categories_ends() {
    let category = |id: &str, parent: &str| json!({"type": "CATEGORY", "id": id, "category_data": {"name": id, "parent_category": {"id": parent}}});
    let objects: Vec<_> =
        [category("C1", "C2"), category("C2", "C1"), pizza(json!({}))].iter().map(object).collect();
    let menu = Menu::new(&place(), &objects, &[]);
    let event = items(&place(), &menu, &objects[2]).remove(0).unwrap();
    assert_eq!(through(&place(), &event).data["minorCategory"], "C2");
}

#[test]
fn gift_card_is_no_item_of_the_menu() {
    let mut card = pizza(json!({}));
    card["item_data"]["product_type"] = json!("GIFT_CARD");
    assert!(items(&place(), &Menu::default(), &object(&card)).is_empty());
}
