//! What a check says beside its money.

use saffron_core::Quantity;
use saffron_pos::clover::model::{Category, Employee, Item};
use saffron_pos::clover::{Menu, Team};
use saffron_pos::{HundredthsOfPercent, Settings};
use serde_json::{Value, json};

use crate::door::{cents, line, list, object, one, order, place, soup, try_checks, visa, with};

fn seen_with(settings: Settings, more: Value) -> crate::door::Seen {
    let mut place = place();
    place.settings = settings;
    one(try_checks(&place, &Menu::default(), &Team::default(), &with(soup(), more)).unwrap())
}

#[test]
fn server_and_cashier_are_both_known() {
    let team = Team::new(&[
        object::<Employee>(&json!({"id": "E1", "name": "Server One"})),
        object(&json!({"id": "E2", "nickname": "Bar"})),
    ]);
    let sent = with(
        order(vec![line("Soup", 1000)], vec![with(visa(1000), json!({"employee": {"id": "E2"}}))]),
        json!({"employee": {"id": "E1"}}),
    );
    let seen = one(try_checks(&place(), &Menu::default(), &team, &sent).unwrap());
    assert_eq!(seen.data["employee"], json!({"id": "E1", "name": "Server One"}));
    assert_eq!(seen.data["cashier"], json!({"id": "E2", "name": "Bar"}));
    // Without the permission people are known by their ids.
    let seen = one(try_checks(&place(), &Menu::default(), &Team::default(), &sent).unwrap());
    assert_eq!(seen.data["employee"], json!({"id": "E1", "name": "E1"}));
}

#[test]
fn title_is_a_table_only_where_the_owner_says_so() {
    assert!(seen_with(Settings::default(), json!({"title": "12"})).data.get("table").is_none());
    let settings = Settings { tickets_are_tables: true, ..Settings::default() };
    assert_eq!(seen_with(settings, json!({"title": " 12 "})).data["table"], "12");
}

#[test]
fn order_type_is_its_label() {
    let seen = seen_with(Settings::default(), json!({"orderType": {"id": "T", "label": "Dine In"}}));
    assert_eq!((&seen.data["orderType"], &seen.data["orderInputType"]), (&json!("Dine In"), &json!("pos")));
    assert!(seen.data.get("orderSource").is_none());
}

#[test]
fn online_order_is_one_by_its_object_or_its_type() {
    let settings = Settings {
        source_fees: [("DoorDash".to_owned(), HundredthsOfPercent(1_500))].into(),
        ..Settings::default()
    };
    let seen = seen_with(settings.clone(), json!({"orderType": {"label": "DoorDash"}}));
    assert_eq!(
        (&seen.data["orderInputType"], &seen.data["orderSource"]),
        (&json!("online"), &json!("DoorDash"))
    );
    assert_eq!(seen.data["sourceFee"].as_f64(), Some(1.5));
    let seen = seen_with(settings, json!({"onlineOrder": {"id": "X"}, "orderType": {"label": "Pickup"}}));
    assert_eq!(seen.data["orderInputType"], "online");
}

#[test]
fn device_names_the_revenue_center() {
    let settings = Settings { areas: [("D1".to_owned(), "Bar".to_owned())].into(), ..Settings::default() };
    assert_eq!(seen_with(settings, json!({"device": {"id": "D1"}})).data["revenueCenter"], "Bar");
}

#[test]
fn guest_of_an_order_is_its_first_customer() {
    let seen = seen_with(
        Settings::default(),
        json!({"customers": list(vec![json!({"id": "C1"}), json!({"id": "C2"})])}),
    );
    assert_eq!(seen.data["posCustomerID"], "C1");
}

#[test]
fn promotion_is_a_discount_by_its_name() {
    let settings = Settings { promo_codes: ["SUMMER"].into_iter().collect(), ..Settings::default() };
    let mut place = place();
    place.settings = settings;
    let sent = with(
        order(vec![line("Soup", 1000)], vec![visa(900)]),
        json!({"discounts": list(vec![json!({"name": "SUMMER", "percentage": 10})])}),
    );
    let seen = one(try_checks(&place, &Menu::default(), &Team::default(), &sent).unwrap());
    assert_eq!(
        (&seen.data["promoCode"], &seen.data["discounts"][0]["kind"]),
        (&json!("SUMMER"), &json!("promotion"))
    );
}

#[test]
fn line_has_cost_and_categories_of_its_item() {
    let menu = Menu::new(
        &place(),
        &[
            object::<Category>(&json!({"id": "C1", "name": "Food"})),
            object(&json!({"id": "C2", "name": "Soups", "parentCategory": {"id": "C1"}})),
        ],
        &[object::<Item>(&json!({"id": "I-Soup", "name": "Soup", "price": 1000, "cost": 320,
            "categories": list(vec![json!({"id": "C2", "name": "Soups", "sortOrder": 1})])}))],
    );
    let seen = one(try_checks(&place(), &menu, &Team::default(), &soup()).unwrap());
    let line = &seen.check().lines[0];
    assert_eq!((line.cost.map(cents), line.quantity), (Some(320), Quantity::ONE));
    assert_eq!(
        (&seen.data["items"][0]["majorCategory"], &seen.data["items"][0]["minorCategory"]),
        (&json!("Food"), &json!("Soups"))
    );
}
