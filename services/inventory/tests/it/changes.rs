//! Changes for tills, and what is published.

use saffron_proto::inventory::{GetItemNamesRequest, ListChangesRequest, NamedItem, UpdateItemRequest};
use saffron_testkit::eventually;
use serde_json::json;
use tonic::{Code, Request};

use crate::world::{World, edit, refusal, soup};

#[tokio::test]
async fn tills_read_owners_changes_in_order_without_gaps() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let change = |n: i64| UpdateItemRequest { price: Some(2000 + n), ..edit("soup") };
    let all = futures::future::join_all((0..12).map(|n| world.update(change(n)))).await;
    assert!(all.iter().all(Result::is_ok));
    let edited = UpdateItemRequest {
        display_name: Some("Bisque".into()),
        estimated_cost: Some(1),
        stock: Some(1500),
        ..edit("soup")
    };
    world.update(edited).await.unwrap();
    let page = async |after, limit| {
        let message = ListChangesRequest { pos_id: "p1".into(), after, limit, items_only: false };
        world.counter().list_changes(world.as_gateway(message)).await.unwrap().into_inner()
    };
    let (mut seen, mut after) = (Vec::new(), 0);
    loop {
        let answer = page(after, 5).await;
        seen.extend(answer.changes);
        after = answer.after;
        if !answer.more {
            break;
        }
    }
    assert_eq!(seen.iter().map(|change| change.sequence).collect::<Vec<_>>(), (1..=13).collect::<Vec<_>>());
    assert_eq!(seen[11].price, Some(world.item("soup").await.price), "the last one stands");
    assert_eq!(world.item("soup").await.version, 14, "none of them was lost");
    let last = &seen[12];
    assert_eq!(
        (last.price, last.estimated_cost, last.stock, last.sold_out),
        (None, Some(1), Some(1500), None)
    );
    assert_eq!((last.display_name.as_deref(), last.at.as_str()), (Some("Bisque"), "2026-07-18T12:00:00"));
    // Nothing new: ask after the same again.
    let nothing = page(13, 5).await;
    assert_eq!((nothing.changes.len(), nothing.after, nothing.more), (0, 13, false));
    assert!(world.changes("p2").await.is_empty());
}

#[tokio::test]
async fn edit_is_published_without_personal_data() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let mut subscriber = world.nats.subscribe("saffron.v1.p1.inventory.item_edited").await;
    let mut push = world.nats.subscribe("push.v1.location.p1.items_changed").await;
    world.update(UpdateItemRequest { price: Some(1250), stock: Some(500), ..edit("soup") }).await.unwrap();
    let event = subscriber.expect_event(|_| true).await;
    let user = uuid::Uuid::nil().to_string();
    assert_eq!(
        event.data,
        json!({"posID": "p1", "posItemID": "soup", "change": 1, "userID": user, "price": 12.5, "stock": 0.5})
    );
    assert_eq!(event.r#type, "saffron.inventory.item_edited.v1");
    let pushed = push.expect_event(|_| true).await;
    assert_eq!(pushed.data.as_object().unwrap().keys().collect::<Vec<_>>(), ["posID", "version"]);
    // What tills have no use for is for apps alone.
    world.update(UpdateItemRequest { low_stock: Some(1), ..edit("soup") }).await.unwrap();
    push.expect_event(|event| event.data["version"] != pushed.data["version"]).await;
    eventually("the outbox to be empty", || async { (world.count("outbox").await == 0).then_some(()) }).await;
    assert_eq!(world.changes("p1").await.len(), 1);
}

#[tokio::test]
async fn other_services_read_names_of_items_for_guests() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let of = |pos_id: &str, ids: &[&str]| GetItemNamesRequest {
        pos_id: pos_id.into(),
        pos_item_ids: ids.iter().map(|id| (*id).to_owned()).collect(),
    };
    let names = async |asked| {
        world.counter().get_item_names(world.as_gateway(asked)).await.unwrap().into_inner().items
    };
    let named = |name: &str| [NamedItem { pos_item_id: "soup".into(), display_name: name.into() }];
    let tills_own = names(of("p1", &["soup", "nothing"])).await;
    assert_eq!(tills_own, named(&world.item("soup").await.display_name));
    let bisque = UpdateItemRequest { display_name: Some("Bisque".into()), ..edit("soup") };
    world.update(bisque).await.unwrap();
    assert_eq!(names(of("p1", &["soup"])).await, named("Bisque"));
    assert!(names(of("p2", &["soup"])).await.is_empty(), "of another location");
    let many: Vec<String> = (0..501).map(|n| format!("i{n}")).collect();
    let too_many = GetItemNamesRequest { pos_id: "p1".into(), pos_item_ids: many };
    let refused = world.counter().get_item_names(world.as_gateway(too_many)).await;
    assert_eq!(refusal(refused).0, Code::InvalidArgument);
    let unsigned = world.counter().get_item_names(Request::new(of("p1", &["soup"]))).await;
    assert_eq!(refusal(unsigned).0, Code::Unauthenticated);
}
