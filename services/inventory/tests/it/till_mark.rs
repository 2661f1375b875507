//! The till marks items as sold out, beside the owner.

use saffron_proto::inventory::{Item, ItemName, ListItemsRequest, MarkSoldOutRequest, MarkedBy, StockLevel};
use saffron_testkit::eventually;
use serde_json::{Value, json};

use crate::world::{World, soup};

/// 16:00 in New York.
const END: &str = "2026-07-18T16:00:00";

/// Soup that the till marks as sold out, or does not.
fn marked(revision: i64, sold_out: bool) -> Value {
    let mut data = soup(revision);
    data["soldOut"] = json!(sold_out);
    data
}

fn marked_until(revision: i64, end: &str) -> Value {
    let mut data = marked(revision, true);
    data["soldOutUntil"] = json!(end);
    data
}

/// An owner marks the soup of p1, or takes the mark back.
async fn owner(world: &World, sold_out: bool, until: &str) -> Item {
    let items = vec![ItemName { pos_id: "p1".into(), pos_item_id: "soup".into() }];
    let message = MarkSoldOutRequest { items, sold_out, until: until.into(), until_opening: false };
    let answer = world.client().mark_sold_out(world.request(&["p1"], message)).await.unwrap();
    answer.into_inner().items.remove(0)
}

/// Whose mark the soup has, and its end.
async fn state(world: &World) -> (MarkedBy, String) {
    state_of(&world.item("soup").await)
}

fn state_of(item: &Item) -> (MarkedBy, String) {
    assert_eq!(item.sold_out, item.sold_out_by() != MarkedBy::Unspecified);
    (item.sold_out_by(), item.sold_out_until.clone())
}

fn of(by: MarkedBy) -> (MarkedBy, String) {
    (by, String::new())
}

async fn to_purchase(world: &World) -> usize {
    let message = ListItemsRequest { pos_id: "p1".into(), to_purchase: true, ..Default::default() };
    world.list(message).await.0.len()
}

#[tokio::test]
async fn mark_of_the_till_is_shown_and_not_sent_back() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let mut published = world.nats.subscribe("saffron.v1.p1.inventory.*").await;
    let mut push = world.nats.subscribe("push.v1.location.p1.items_changed").await;
    world.till(marked_until(2, END)).await;
    let item = world.item("soup").await;
    assert_eq!(state_of(&item), (MarkedBy::Till, END.into()));
    assert_eq!((item.level(), item.version), (StockLevel::Red, 2));
    assert_eq!(to_purchase(&world).await, 1);
    let pushed = push.expect_event(|_| true).await;
    let event = published.expect_event(|_| true).await;
    assert_eq!(event.r#type, "saffron.inventory.till_availability_changed.v1");
    assert_eq!(event.data, json!({"posID": "p1", "posItemID": "soup", "soldOut": true, "until": END}));
    // The same again changes nothing; its end has come, and the mark ends by itself.
    world.till(marked_until(3, END)).await;
    assert_eq!(world.item("soup").await.version, 2);
    world.set_clock("2026-07-18T20:00:00Z");
    assert_eq!((state(&world).await, to_purchase(&world).await), (of(MarkedBy::Unspecified), 0));
    let event = published.expect_event(|_| true).await;
    assert_eq!(event.data, json!({"posID": "p1", "posItemID": "soup", "soldOut": false}));
    push.expect_event(|event| event.data["version"] != pushed.data["version"]).await;
    assert_eq!(world.count("item WHERE till_sold_out OR till_sold_out_until IS NOT NULL").await, 0);
    // A mark that has ended when it comes is none.
    world.till(marked_until(4, END)).await;
    assert_eq!(
        (state(&world).await, world.count("item WHERE till_sold_out").await),
        (of(MarkedBy::Unspecified), 0)
    );
    world.till(marked(5, true)).await;
    world.till(marked(6, false)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Unspecified));
    assert!(world.changes("p1").await.is_empty() && world.edits("soup").await.is_empty());
}

#[tokio::test]
async fn owner_takes_the_tills_mark_back_until_it_agrees() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(marked(1, true)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Till));
    let item = owner(&world, false, "").await;
    assert_eq!(state_of(&item), of(MarkedBy::Unspecified));
    let changes = world.changes("p1").await;
    assert_eq!((changes.len(), changes[0].sold_out), (1, Some(false)));
    // The till says the same as before: the owner's word stands.
    world.till(marked(2, true)).await;
    assert_eq!((state(&world).await, to_purchase(&world).await), (of(MarkedBy::Unspecified), 0));
    // It agrees, and is in force again from then on; facts of before do not matter.
    world.till(marked(4, false)).await;
    world.till(marked(3, true)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Unspecified));
    world.till(marked(5, true)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Till));
    assert_eq!(world.changes("p1").await.len(), 1);
    let line = |by: &str, from: &str, to: &str| (by.into(), "soldOut".into(), from.into(), to.into());
    assert_eq!(
        world.edits("soup").await,
        [line("", "sold out", ""), line("Ana Lopez", "sold out", "")],
        "the till's change is noted beside the owner's word alone"
    );
}

#[tokio::test]
async fn owners_mark_stays_until_the_till_confirms_it() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    owner(&world, true, "").await;
    world.till(marked(2, false)).await;
    world.till(soup(3)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Owner));
    // A mark that is over confirms nothing.
    world.till(marked_until(3, "2026-07-18T11:00:00")).await;
    world.till(marked_until(4, "2026-07-18T12:00:00")).await;
    assert_eq!(state(&world).await, of(MarkedBy::Owner));
    // The end of a mark that confirms one without an end is the till's own.
    world.till(marked_until(5, END)).await;
    assert_eq!(state(&world).await, (MarkedBy::Till, END.into()));
    world.till(marked(6, false)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Unspecified));
    // With an end it is confirmed by the same end alone.
    owner(&world, true, END).await;
    world.till(marked(7, true)).await;
    assert_eq!(state(&world).await, (MarkedBy::Owner, END.into()));
    world.till(marked_until(8, "2026-07-18T20:00:00Z")).await;
    assert_eq!(state(&world).await, (MarkedBy::Till, END.into()));
    // One that was stored without the till's newest fact is confirmed by a newer one too.
    world.till(marked(9, false)).await;
    owner(&world, true, "").await;
    let sql = "UPDATE item SET own_marked_at = NULL, own_mark_revision = NULL, own_mark_event_id = NULL";
    sqlx::query(sql).execute(&world.pool).await.unwrap();
    world.till(marked(8, true)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Owner));
    world.till(marked(10, true)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Till));
}

#[tokio::test]
async fn tills_mark_stands_when_the_owners_ends() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    owner(&world, true, END).await;
    world.till(marked(2, true)).await;
    let mut published = world.nats.subscribe("saffron.v1.p1.inventory.availability_changed").await;
    world.set_clock("2026-07-18T20:00:00Z");
    assert_eq!(state(&world).await, of(MarkedBy::Till));
    // A till that echoes marks without their ends reads of the end.
    let event = published.expect_event(|_| true).await;
    assert_eq!((&event.data["why"], &event.data["soldOut"]), (&json!("ended"), &json!(false)));
    assert_eq!(world.changes("p1").await.len(), 2);
    world.till(marked(3, false)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Unspecified));
}

#[tokio::test]
async fn mark_taken_back_is_over_with_the_tills_end() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(marked_until(1, END)).await;
    owner(&world, false, "").await;
    world.till(marked_until(2, "2026-07-18T18:00:00")).await;
    assert_eq!(state(&world).await, of(MarkedBy::Unspecified));
    let mut push = world.nats.subscribe("push.v1.location.p1.items_changed").await;
    world.set_clock("2026-07-18T20:00:00Z");
    assert_eq!((state(&world).await.0, to_purchase(&world).await), (MarkedBy::Till, 1));
    push.expect_event(|_| true).await;
    eventually("the word to be forgotten", || async {
        (world.count("item WHERE taken_back").await == 0).then_some(())
    })
    .await;
    assert_eq!((state(&world).await.0, to_purchase(&world).await), (MarkedBy::Till, 1));
    // A row of the version before, which knows only its own mark.
    let sql = "UPDATE item SET sold_out = true, taken_back = true, taken_back_until = '2026-07-18T19:00:00Z'";
    sqlx::query(sql).execute(&world.pool).await.unwrap();
    assert_eq!(state(&world).await, of(MarkedBy::Owner));
}

#[tokio::test]
async fn removed_item_is_marked_as_it_comes_back() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(marked(1, true)).await;
    let removed = json!({"posID": "p1", "posItemID": "soup", "revision": 2});
    world.record("p1", &[world.event("item.removed", removed)]).await;
    world.till(marked(1, false)).await;
    assert_eq!(to_purchase(&world).await, 0);
    world.till(soup(3)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Unspecified));
    // The owner's word outlives a removal, as a price does.
    owner(&world, true, "").await;
    let removed = json!({"posID": "p1", "posItemID": "soup", "revision": 4});
    world.record("p1", &[world.event("item.removed", removed)]).await;
    world.till(marked(5, false)).await;
    assert_eq!(state(&world).await, of(MarkedBy::Owner));
}
