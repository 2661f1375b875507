//! What owners set, as the adapters write it.

use jiff::SignedDuration;
use saffron_core::{ItemId, Money, Quantity, Secret};
use saffron_pos::PosError;
use saffron_pos::adapter::{Adapter as _, Change, Feed, Reader, Set};
use saffron_sandbox::square::variation_id;
use saffron_till::Item;
use serde_json::{Value, json};

use crate::dice::PLACE;
use crate::{clover, common, square};

fn item(pos_id: &str, id: &str) -> Item {
    Item {
        pos_id: pos_id.parse().unwrap(),
        id: id.parse().unwrap(),
        revision: 1,
        name: id.to_owned(),
        major_category: "Food".to_owned(),
        minor_category: "Soups".to_owned(),
        price: Some(Money::from_cents(900)),
        cost: None,
        stock: None,
        low_stock: None,
        sold_out: false,
        sold_out_until: None,
    }
}

fn change(item: &ItemId, sequence: i64, set: Set) -> Change {
    Change { item: item.clone(), sequence, at: "2026-07-22T11:59:00Z".parse().unwrap(), set }
}

const fn price(cents: i64) -> Set {
    Set::Price(Money::from_cents(cents))
}

/// What the menu is read as.
async fn menu(reader: &mut Box<dyn Reader>, id: &ItemId) -> Value {
    let from = "2020-01-01T00:00:00Z".parse().unwrap();
    let asked = saffron_pos::adapter::Asked::Of(from, "2026-07-23T00:00:00Z".parse().unwrap());
    let facts = common::read(reader, Feed::Menu, asked).await;
    let events = facts.iter().map(|fact| serde_json::from_str::<Value>(fact.event.json()).unwrap());
    let mut found = events.filter(|event| event["data"]["posItemID"] == id.as_str());
    found.next().unwrap()["data"].take()
}

/// Of Square: the variation, and what is left of it at the location.
async fn variation(world: &square::World, id: &ItemId) -> Value {
    let url = format!("{}/v2/catalog/object/{id}", world.stand_in.url());
    let answer = reqwest::Client::builder().no_proxy().build().unwrap().get(url).bearer_auth(square::TOKEN);
    let answer = answer.send().await.unwrap().text().await.unwrap();
    let mut answer: Value = serde_json::from_str(&answer).unwrap();
    answer["object"]["item_variation_data"].take()
}

fn of_place<'a>(variation: &'a Value, place: &str) -> &'a Value {
    let all = variation["location_overrides"].as_array().unwrap();
    all.iter().find(|one| one["location_id"] == place).unwrap_or(&Value::Null)
}

/// A dish of both locations.
fn dish(world: &square::World, id: &str, stock: Option<i64>) -> ItemId {
    for pos_id in ["square-other", PLACE] {
        let stock = stock.map(Quantity::from_milli);
        world.stand_in.put_item(&Item { stock, ..item(pos_id, id) }, world.clock.now()).unwrap();
    }
    variation_id(&world.merchant.id, &id.parse().unwrap()).parse().unwrap()
}

fn later(world: &square::World) {
    world.clock.set(world.clock.now() + SignedDuration::from_mins(1));
}

/// What a change replaces, and the change.
async fn write(reader: &mut Box<dyn Reader>, change: &Change) -> Option<String> {
    let before = reader.before(change).await.unwrap();
    reader.write(change, before.as_deref()).await.unwrap();
    before
}

#[tokio::test]
async fn price_of_square_is_set_at_its_location_alone() {
    let world = square::World::start().await;
    let soup = dish(&world, "soup", None);
    later(&world);
    let mut reader = world.reader().await;
    write(&mut reader, &change(&soup, 1, price(1_050))).await;
    let shown = variation(&world, &soup).await;
    let [other, here] = [0, 1].map(|at: usize| world.merchant.locations[at].id.as_str());
    assert_eq!(of_place(&shown, here)["price_money"]["amount"], 1_050, "{shown}");
    assert_eq!(of_place(&shown, other)["price_money"], Value::Null, "{shown}");
    assert_eq!(shown["price_money"]["amount"], 900);
    assert_eq!(menu(&mut reader, &soup).await["price"].as_f64(), Some(10.5));
    world.stop().await;
}

#[tokio::test]
async fn same_change_of_square_twice_is_one() {
    let world = square::World::start().await;
    let soup = dish(&world, "soup", None);
    later(&world);
    let set = change(&soup, 1, price(1_050));
    write(&mut world.reader().await, &set).await;
    let written = variation(&world, &soup).await;
    later(&world);
    write(&mut world.reader().await, &set).await;
    assert_eq!(variation(&world, &soup).await, written);
    world.stop().await;
}

#[tokio::test]
async fn what_square_says_beside_the_price_stays() {
    let world = square::World::start().await;
    let soup = dish(&world, "soup", Some(7_000));
    let before = variation(&world, &soup).await;
    later(&world);
    write(&mut world.reader().await, &change(&soup, 1, price(100))).await;
    let mut after = variation(&world, &soup).await;
    let here = world.merchant.locations[1].id.clone();
    for one in after["location_overrides"].as_array_mut().unwrap() {
        if one["location_id"] == here.as_str() {
            one.as_object_mut().unwrap().retain(|name, _| name != "price_money" && name != "pricing_type");
        }
    }
    assert_eq!(after, before);
    world.stop().await;
}

#[tokio::test]
async fn mark_of_a_dish_that_square_does_not_count_is_taken_back() {
    let world = square::World::start().await;
    let soup = dish(&world, "soup", None);
    let here = world.merchant.locations[1].id.clone();
    let mut reader = world.reader().await;
    later(&world);
    let out = change(&soup, 1, Set::SoldOut(true));
    let before = write(&mut reader, &out).await;
    assert!(before.is_some());
    let shown = variation(&world, &soup).await;
    let place = of_place(&shown, &here);
    assert_eq!((&place["sold_out"], &place["track_inventory"]), (&json!(true), &json!(true)), "{shown}");
    assert_eq!(menu(&mut reader, &soup).await["soldOut"], true);
    // By a worker that goes on after another one died: it knows what was kept.
    later(&world);
    reader.write(&out, before.as_deref()).await.unwrap();
    reader.write(&change(&soup, 2, Set::SoldOut(false)), before.as_deref()).await.unwrap();
    let shown = variation(&world, &soup).await;
    let place = of_place(&shown, &here);
    assert_eq!((&place["sold_out"], &place["track_inventory"]), (&Value::Null, &json!(false)), "{shown}");
    let read = menu(&mut reader, &soup).await;
    assert_eq!((&read["soldOut"], &read["stock"]), (&Value::Null, &Value::Null), "{read}");
    world.stop().await;
}

#[tokio::test]
async fn mark_of_a_counted_dish_of_square_gives_its_stock_back() {
    let world = square::World::start().await;
    let soup = dish(&world, "soup", Some(7_000));
    let mut reader = world.reader().await;
    later(&world);
    let before = write(&mut reader, &change(&soup, 1, Set::SoldOut(true))).await;
    let read = menu(&mut reader, &soup).await;
    assert_eq!((&read["soldOut"], read["stock"].as_f64()), (&json!(true), Some(0.0)), "{read}");
    later(&world);
    let back = change(&soup, 2, Set::SoldOut(false));
    reader.write(&back, before.as_deref()).await.unwrap();
    later(&world);
    assert_eq!(menu(&mut reader, &soup).await["stock"].as_f64(), Some(7.0));
    // Without what was kept it is not known how much there is.
    later(&world);
    write(&mut reader, &change(&soup, 3, Set::SoldOut(true))).await;
    let refused = reader.write(&change(&soup, 4, Set::SoldOut(false)), None).await;
    assert_eq!(refused, Err(PosError::Refused("it has none of it in stock".to_owned())));
    world.stop().await;
}

#[tokio::test]
async fn permission_for_writing_to_square_is_named() {
    let world = square::World::start().await;
    let soup = dish(&world, "soup", Some(7_000));
    let scopes = ["ITEMS_READ", "INVENTORY_READ", "MERCHANT_PROFILE_READ"];
    world.stand_in.add_token(&world.merchant.id, &Secret::new("EAAA-read"), Some(&scopes));
    let mut reader = world.reader_of("EAAA-read").await;
    let lacks = |scope: &str| Err(PosError::Lacks(scope.to_owned()));
    assert_eq!(reader.write(&change(&soup, 1, price(100)), None).await, lacks("ITEMS_WRITE"));
    assert_eq!(reader.write(&change(&soup, 2, Set::SoldOut(true)), None).await, lacks("INVENTORY_WRITE"));
    let gone = "NO-SUCH-VARIATION".parse().unwrap();
    assert_eq!(reader.write(&change(&gone, 3, price(100)), None).await, Err(PosError::Missing));
    world.stop().await;
}

#[tokio::test]
async fn clover_takes_prices_and_marks() {
    let world = clover::World::start().await;
    let now = world.clock.now();
    world.stand_in.put_item(&item(PLACE, "soup"), now).unwrap();
    world.stand_in.put_item(&Item { price: None, ..item(PLACE, "fish") }, now).unwrap();
    let mut reader = world.reader().await;
    let id_of = |id: &str| world.stand_in.item_id(&world.merchant.id, &id.parse().unwrap()).unwrap();
    let [fish, soup] = ["fish", "soup"].map(|id| id_of(id).parse::<ItemId>().unwrap());
    world.clock.set(now + SignedDuration::from_mins(1));
    write(&mut reader, &change(&soup, 1, price(1_050))).await;
    write(&mut reader, &change(&soup, 2, Set::SoldOut(true))).await;
    // The price of one that is asked for at the sale is fixed by that.
    write(&mut reader, &change(&fish, 3, price(2_000))).await;
    let read = menu(&mut reader, &soup).await;
    assert_eq!((read["price"].as_f64(), &read["soldOut"]), (Some(10.5), &json!(true)), "{read}");
    assert_eq!(menu(&mut reader, &fish).await["price"].as_f64(), Some(20.0));
    write(&mut reader, &change(&soup, 4, Set::SoldOut(false))).await;
    world.clock.set(now + SignedDuration::from_mins(3));
    assert_eq!(menu(&mut reader, &soup).await["soldOut"], Value::Null);

    world.stand_in.add_token(
        &world.merchant.id,
        &Secret::new("read-only"),
        Some(&["MERCHANT_R", "INVENTORY_R"]),
    );
    let mut reader = world.reader_of("read-only").await;
    let refused = reader.write(&change(&soup, 5, price(1)), None).await;
    assert_eq!(refused, Err(PosError::Lacks("Write inventory".to_owned())));
    world.stop().await;
}

#[tokio::test]
async fn toast_takes_no_changes() {
    let world = crate::toast::World::start().await;
    let toast = world.toast();
    assert!(!toast.takes_writes());
    let mut reader = world.reader().await;
    let refused = reader.write(&change(&"soup".parse().unwrap(), 1, price(100)), None).await;
    assert!(matches!(refused, Err(PosError::Refused(_))), "{refused:?}");
    world.stop().await;
}
