//! The till and the owner speak of the same item.

use saffron_proto::inventory::{GetItemFactsRequest, GetItemRequest, ListItemsRequest, UpdateItemRequest};
use serde_json::{Value, json};

use crate::world::{World, edit, refusal, soup};

const ANA: &str = "Ana Lopez";

#[tokio::test]
async fn price_of_an_owner_stays_until_the_till_confirms_it() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let edited = UpdateItemRequest { price: Some(1250), estimated_cost: Some(400), ..edit("soup") };
    let item = world.update(edited).await.unwrap();
    assert_eq!(
        (item.price, item.till_price, item.estimated_cost, item.till_cost),
        (1250, Some(1000), Some(400), Some(300))
    );
    // Another price of the till is kept beside the owner's, and noted in the audit list.
    let mut other = soup(2);
    other["price"] = json!(11);
    world.till(other).await;
    let item = world.item("soup").await;
    assert_eq!((item.price, item.till_price), (1250, Some(1100)));
    let price = |from: &str, to: &str| (String::new(), "price".to_owned(), from.to_owned(), to.to_owned());
    assert_eq!(world.edits("soup").await[0], price("$10.00", "$11.00"));
    // The same price confirms the owner's: from then on the till's counts.
    let mut same = soup(3);
    same["price"] = json!(12.50);
    world.till(same).await;
    let item = world.item("soup").await;
    assert_eq!((item.price, item.till_price, item.till_cost), (1250, None, Some(300)));
    let mut next = soup(4);
    next["price"] = json!(13);
    world.till(next).await;
    let item = world.item("soup").await;
    assert_eq!((item.price, item.till_price, item.estimated_cost), (1300, None, Some(400)));
}

#[tokio::test]
async fn confirmation_counts_in_any_order_and_replay_does_not() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let mut first = soup(1);
    first["price"] = json!(12.50);
    let first = world.event("item.upserted", first);
    world.record("p1", std::slice::from_ref(&first)).await;
    world.till(soup(2)).await;
    world.update(UpdateItemRequest { price: Some(1250), ..edit("soup") }).await.unwrap();
    // A fact of the till before the edit of the owner agrees by chance.
    world.record("p1", &[first]).await;
    assert_eq!(world.item("soup").await.till_price, Some(1000));
    let (mut confirms, mut after) = (soup(3), soup(4));
    (confirms["price"], after["price"]) = (json!(12.50), json!(14));
    world.till(after).await;
    assert_eq!(world.item("soup").await.price, 1250);
    world.till(confirms).await;
    assert_eq!((world.item("soup").await.price, world.item("soup").await.till_price), (1400, None));
}

#[tokio::test]
async fn owner_can_use_the_values_of_the_till_again() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let edited = UpdateItemRequest {
        price: Some(1250),
        estimated_cost: Some(0),
        display_name: Some("  Soup of the day ".into()),
        ..edit("soup")
    };
    let item = world.update(edited).await.unwrap();
    assert_eq!((item.display_name.as_str(), item.item_name.as_str()), ("Soup of the day", "Soup"));
    assert_eq!(item.version, 2);
    let taken = UpdateItemRequest {
        take_till_price: true,
        take_till_cost: true,
        display_name: Some(String::new()),
        ..edit("soup")
    };
    let item = world.update(taken).await.unwrap();
    assert_eq!((item.price, item.estimated_cost, item.display_name.as_str()), (1000, Some(300), "Soup"));
    assert_eq!((item.till_price, item.till_cost, item.version), (None, None, 3));
    let by = |field: &str, from: &str, to: &str| {
        (ANA.to_owned(), field.to_owned(), from.to_owned(), to.to_owned())
    };
    assert_eq!(
        world.edits("soup").await,
        [
            by("displayName", "Soup of the day", "Soup"),
            by("estimatedCost", "$0.00", "$3.00"),
            by("price", "$12.50", "$10.00"),
            by("displayName", "Soup", "Soup of the day"),
            by("estimatedCost", "$3.00", "$0.00"),
            by("price", "$10.00", "$12.50"),
        ]
    );
}

#[tokio::test]
async fn edit_that_changes_nothing_leaves_no_trace() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let same = UpdateItemRequest {
        price: Some(1000),
        estimated_cost: Some(300),
        display_name: Some("Soup".into()),
        ..edit("soup")
    };
    assert_eq!(world.update(same).await.unwrap().version, 1);
    assert!(world.edits("").await.is_empty() && world.changes("p1").await.is_empty());
    // The till stays free to change what the owner left to it.
    let mut other = soup(2);
    other["price"] = json!(11);
    world.till(other).await;
    assert_eq!((world.item("soup").await.price, world.item("soup").await.till_price), (1100, None));
}

#[tokio::test]
async fn name_of_the_till_may_change_below_the_owners() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    world.update(UpdateItemRequest { display_name: Some("Grandma's".into()), ..edit("soup") }).await.unwrap();
    let mut other = soup(2);
    other["name"] = json!("Bouillon");
    world.till(other).await;
    let item = world.item("soup").await;
    assert_eq!((item.display_name.as_str(), item.item_name.as_str()), ("Grandma's", "Bouillon"));
    assert_eq!(world.edits("soup").await[0].1, "displayName");
}

#[tokio::test]
async fn second_edit_from_one_version_is_refused() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    for round in 1..=5 {
        let from = world.item("soup").await.version;
        let price = |cents| UpdateItemRequest { price: Some(cents), version: from, ..edit("soup") };
        let (one, two) = tokio::join!(world.update(price(2000 + round)), world.update(price(3000 + round)));
        let mut codes = [refusal(one), refusal(two)];
        codes.sort_by_key(|(code, _)| *code as i32);
        assert_eq!(codes[0].0, tonic::Code::Ok);
        assert_eq!(codes[1], (tonic::Code::AlreadyExists, "version".into()));
    }
    // A sale is no edit.
    world.update(UpdateItemRequest { stock: Some(5000), ..edit("soup") }).await.unwrap();
    let before = world.item("soup").await.version;
    world.set_clock("2026-07-18T16:30:00Z");
    world.check(crate::world::check("c1", "2026-07-18T12:20:00", 1.0)).await;
    let item = world.item("soup").await;
    assert_eq!((item.version, item.stock), (before, Some(4000)));
}

#[tokio::test]
async fn same_dish_elsewhere_is_found_by_id_or_else_by_name() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let at = |pos_id: &str, id: &str, name: &str| {
        let mut item = soup(1);
        (item["posID"], item["posItemID"], item["name"]) = (json!(pos_id), json!(id), json!(name));
        item
    };
    for item in [
        at("p1", "soup", "Soup"),
        // Of this id although another one has the name; by name in any case; neither.
        at("p2", "soup", "Bisque"),
        at("p2", "s-1", "Soup"),
        at("p3", "s-9", "SOUP"),
        at("p3", "s-8", "soup"),
        at("p4", "stew", "Soup of the day"),
        at("p5", "soup", "Soup"),
    ] {
        world.till(item).await;
    }
    let asked = GetItemRequest { pos_id: "p1".into(), pos_item_id: "soup".into() };
    let places = ["p1", "p2", "p3", "p4"];
    let found = world.client().get_item(world.request(&places, asked)).await.unwrap().into_inner();
    let same: Vec<_> =
        found.same_items.iter().map(|one| (one.pos_id.as_str(), one.pos_item_id.as_str())).collect();
    // p5 is not theirs.
    assert_eq!(same, [("p2", "soup"), ("p3", "s-8")]);
    assert_eq!(found.also_at, ["p2"]);
}

#[tokio::test]
async fn item_is_found_at_the_only_location_that_has_it() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let any = |id: &str| GetItemRequest { pos_id: String::new(), pos_item_id: id.into() };
    let get = async |places: &[&str], message| world.client().get_item(world.request(places, message)).await;
    let found = get(&["p1", "p2"], any("soup")).await.unwrap().into_inner();
    assert_eq!((found.item.unwrap().pos_id.as_str(), found.also_at.len()), ("p1", 0));
    let mut other = soup(1);
    other["posID"] = json!("p2");
    world.till(other).await;
    let ambiguous = get(&["p1", "p2"], any("soup")).await;
    assert_eq!(refusal(ambiguous), (tonic::Code::InvalidArgument, "posID".into()));
    let named = GetItemRequest { pos_id: "p1".into(), ..any("soup") };
    assert_eq!(get(&["p1", "p2"], named.clone()).await.unwrap().into_inner().also_at, ["p2"]);
    assert!(get(&["p1"], named).await.unwrap().into_inner().also_at.is_empty());
    let everywhere = UpdateItemRequest { pos_id: String::new(), price: Some(1), ..edit("soup") };
    let ambiguous = world.client().update_item(world.request(&["p1", "p2"], everywhere)).await;
    assert_eq!(refusal(ambiguous), (tonic::Code::InvalidArgument, "posID".into()));
}

#[tokio::test]
async fn removed_item_is_in_no_list_until_it_comes_back() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let removed = |id: &str, revision| {
        world.event("item.removed", json!({"posID": "p1", "posItemID": id, "revision": revision}))
    };
    world.till(soup(1)).await;
    world.record("p1", &[removed("soup", 2), removed("salad", 2)]).await;
    let list =
        || async { world.list(ListItemsRequest { pos_id: "p1".into(), ..Default::default() }).await.0.len() };
    assert_eq!(list().await, 0);
    assert_eq!(refusal(world.update(edit("soup")).await).1, "posItemID");
    // Older facts do not bring them back, whether they were known or not.
    let mut salad = soup(1);
    salad["posItemID"] = json!("salad");
    world.till(salad.clone()).await;
    world.till(soup(1)).await;
    assert_eq!(list().await, 0);
    salad["revision"] = json!(3);
    world.till(salad).await;
    world.till(soup(3)).await;
    assert_eq!(list().await, 2);
    assert_eq!(world.item("salad").await.item_name, "Soup");
}

#[tokio::test]
async fn item_without_a_price_has_an_open_one() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let mut open = soup(1);
    open.as_object_mut().unwrap().remove("price");
    world.till(open.clone()).await;
    let item = world.item("soup").await;
    assert_eq!((item.price, item.open_price, item.till_price), (0, true, None));
    // The price of an owner closes it, and without it it is open again, which is no price of 0 for tills.
    let item = world.update(UpdateItemRequest { price: Some(900), ..edit("soup") }).await.unwrap();
    assert_eq!((item.price, item.open_price), (900, false));
    let item = world.update(UpdateItemRequest { take_till_price: true, ..edit("soup") }).await.unwrap();
    assert_eq!((item.price, item.open_price), (0, true));
    world.till(soup(2)).await;
    let item = world.item("soup").await;
    assert_eq!((item.price, item.open_price), (1000, false));
}

#[tokio::test]
async fn items_are_given_as_the_till_sent_them() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let asked = async |pos_id: &str, ids: &[&str]| {
        let ids = ids.iter().map(|id| (*id).to_owned()).collect();
        let message = GetItemFactsRequest { pos_id: pos_id.to_owned(), pos_item_ids: ids };
        let answer = world.client().get_item_facts(world.request(&["p1"], message)).await;
        answer.map(|answer| answer.into_inner().items)
    };
    let mut data = soup(2);
    (data["stock"], data["soldOut"]) = (json!(7), json!(true));
    world.till(data.clone()).await;
    // What the owner changes is none of it, nor what was sold since.
    world.update(UpdateItemRequest { price: Some(1_234), ..edit("soup") }).await.unwrap();
    world
        .record(
            "p1",
            &[world.event("item.removed", json!({"posID": "p1", "posItemID": "stew", "revision": 4}))],
        )
        .await;
    let items = asked("p1", &["soup", "stew", "salad"]).await.unwrap();
    let versions: Vec<_> =
        items.iter().map(|one| (one.pos_item_id.as_str(), one.revision, one.removed)).collect();
    assert_eq!(versions, [("soup", 2, false), ("stew", 4, true)]);
    assert!(!items[0].counted_at.is_empty() && items[1].counted_at.is_empty());
    let again: Value = serde_json::from_str(&items[0].data).unwrap();
    for field in ["posItemID", "name", "revision", "soldOut"] {
        assert_eq!(again[field], data[field], "{field}");
    }
    for field in ["price", "cost", "stock"] {
        assert_eq!(again[field].as_f64(), data[field].as_f64(), "{field}");
    }
    assert_eq!(refusal(asked("p2", &[]).await).0, tonic::Code::PermissionDenied);
    assert_eq!(refusal(asked("p1", &["soup"; 1_001]).await).1, "posItemIDs");
}
