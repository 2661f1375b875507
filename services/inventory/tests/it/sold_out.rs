//! Marks that items are sold out.

use saffron_proto::inventory::{Item, ItemName, MarkSoldOutRequest, StockLevel, UpdateItemRequest};
use saffron_testkit::{OWNER, eventually};
use serde_json::json;
use tonic::{Code, Status};

use crate::world::{World, edit, refusal, soup};

const BOTH: [(&str, &str); 2] = [("p1", "America/New_York"), ("p2", "America/Los_Angeles")];

fn names(of: &[(&str, &str)]) -> Vec<ItemName> {
    of.iter().map(|(pos_id, id)| ItemName { pos_id: (*pos_id).into(), pos_item_id: (*id).into() }).collect()
}

async fn mark(
    world: &World,
    items: &[(&str, &str)],
    sold_out: bool,
    until: &str,
) -> Result<Vec<Item>, Status> {
    let message =
        MarkSoldOutRequest { items: names(items), sold_out, until: until.into(), until_opening: false };
    let answer = world.client().mark_sold_out(world.request_of(OWNER, &BOTH, message)).await;
    answer.map(|answer| answer.into_inner().items)
}

async fn world() -> World {
    let world = World::at("2026-07-18T16:00:00Z").await;
    for pos_id in ["p1", "p2"] {
        for id in ["soup", "bread"] {
            let mut item = soup(1);
            (item["posID"], item["posItemID"]) = (json!(pos_id), json!(id));
            world.till(item).await;
        }
    }
    world
}

#[tokio::test]
async fn items_of_several_locations_are_marked_and_taken_back_at_once() {
    let world = world().await;
    let mut subscriber = world.nats.subscribe("saffron.v1.*.inventory.availability_changed").await;
    let mut push = world.nats.subscribe("push.v1.location.p2.items_changed").await;
    let all = [("p1", "soup"), ("p1", "bread"), ("p2", "soup")];
    let items = mark(&world, &all, true, "").await.unwrap();
    assert!(items.iter().all(|item| item.sold_out && item.level() == StockLevel::Red));
    let event = subscriber.expect_event(|event| event.data["posID"] == "p2").await;
    let user = uuid::Uuid::nil().to_string();
    assert_eq!(
        event.data,
        json!({"posID": "p2", "posItemID": "soup", "change": 1, "soldOut": true, "why": "marked", "userID": user})
    );
    push.expect_event(|_| true).await;
    // Again: nothing changes.
    mark(&world, &all, true, "").await.unwrap();
    let changes = world.changes("p1").await;
    let seen: Vec<_> = changes.iter().map(|c| (c.sequence, c.pos_item_id.as_str(), c.sold_out)).collect();
    assert_eq!(seen, [(1, "bread", Some(true)), (2, "soup", Some(true))]);
    let items = mark(&world, &all, false, "").await.unwrap();
    assert!(items.iter().all(|item| !item.sold_out && item.level() == StockLevel::Unspecified));
    subscriber
        .expect_event(|event| event.data["why"] == "taken_back" && event.data["soldOut"] == false)
        .await;
    assert_eq!(world.changes("p2").await.len(), 2);
    let soldout = |from: &str, to: &str| ("Ana Lopez".into(), "soldOut".into(), from.into(), to.into());
    assert_eq!(world.edits("soup").await, [soldout("sold out", ""), soldout("", "sold out")]);
}

#[tokio::test]
async fn all_items_are_marked_or_none() {
    let world = world().await;
    let wrong = mark(&world, &[("p1", "soup"), ("p2", "ghost")], true, "").await;
    assert_eq!(refusal(wrong), (Code::NotFound, "posItemID".into()));
    assert!(!world.item("soup").await.sold_out);
    let foreign = mark(&world, &[("p1", "soup"), ("p9", "soup")], true, "").await;
    assert_eq!(refusal(foreign), (Code::PermissionDenied, "posID".into()));
    let none = mark(&world, &[], true, "").await;
    assert_eq!(refusal(none), (Code::InvalidArgument, "items".into()));
    let many = mark(&world, &vec![("p1", "soup"); 501], true, "").await;
    assert_eq!(refusal(many), (Code::InvalidArgument, "items".into()));
    for until in ["2026-07-18T12:00:00", "2026-08-30T12:00:00", "soon"] {
        let wrong = mark(&world, &[("p1", "soup")], true, until).await;
        assert_eq!(refusal(wrong), (Code::InvalidArgument, "until".into()), "{until}");
    }
    // 14:00 is to come in New York, and in Los Angeles too; 11:00 only there.
    let wrong = mark(&world, &[("p1", "soup"), ("p2", "soup")], true, "2026-07-18T11:00:00").await;
    assert_eq!(refusal(wrong), (Code::InvalidArgument, "until".into()));
    let pointless = mark(&world, &[("p1", "soup")], false, "2026-07-18T14:00:00").await;
    assert_eq!(refusal(pointless), (Code::InvalidArgument, "until".into()));
}

#[tokio::test]
async fn mark_ends_at_the_wall_time_of_each_location() {
    let world = world().await;
    let mut subscriber = world.nats.subscribe("saffron.v1.*.inventory.availability_changed").await;
    let until = "2026-07-18T14:00:00";
    let items = mark(&world, &[("p1", "soup"), ("p2", "soup")], true, until).await.unwrap();
    assert!(items.iter().all(|item| item.sold_out_until == until));
    world.set_clock("2026-07-18T17:59:59.999Z");
    assert!(world.item("soup").await.sold_out);
    world.set_clock("2026-07-18T18:00:00Z");
    let item = world.item("soup").await;
    assert!(!item.sold_out && item.sold_out_until.is_empty(), "also before the job has run");
    let ended = subscriber.expect_event(|event| event.data["why"] == "ended").await;
    assert_eq!(
        ended.data,
        json!({"posID": "p1", "posItemID": "soup", "change": 2, "soldOut": false, "why": "ended"})
    );
    let changes = eventually("the change for the till", || async {
        let changes = world.changes("p1").await;
        (changes.len() == 2).then_some(changes)
    })
    .await;
    assert_eq!((changes[0].sold_out, changes[0].sold_out_until.as_str()), (Some(true), until));
    assert_eq!((changes[1].sold_out, changes[1].sold_out_until.as_str()), (Some(false), ""));
    assert_eq!(changes[1].at, until);
    assert_eq!(world.changes("p2").await.len(), 1, "it is 11 there");
    world.set_clock("2026-07-18T21:00:00Z");
    subscriber.expect_event(|event| event.data["posID"] == "p2" && event.data["why"] == "ended").await;
    assert_eq!(world.count("item WHERE sold_out").await, 0);
}

#[tokio::test]
async fn mark_until_opening_ends_with_each_locations_own_day() {
    let world = world().await;
    let request = |sold_out, until: &str, until_opening| {
        let items = names(&[("p1", "soup"), ("p2", "soup")]);
        world.request_of(
            OWNER,
            &BOTH,
            MarkSoldOutRequest { items, sold_out, until: until.into(), until_opening },
        )
    };
    // 5 AM in New York, where the next day has begun; 2 AM in Los Angeles.
    world.set_clock("2026-07-19T09:00:00Z");
    let answer = world.client().mark_sold_out(request(true, "", true)).await.unwrap();
    let ends = answer.into_inner().items.into_iter().map(|item| (item.pos_id, item.sold_out_until));
    let end = |pos_id: &str, until: &str| (pos_id.to_owned(), until.to_owned());
    assert_eq!(
        ends.collect::<Vec<_>>(),
        [end("p1", "2026-07-20T04:00:00"), end("p2", "2026-07-19T04:00:00")]
    );
    for wrong in [request(false, "", true), request(true, "2026-07-20T12:00:00", true)] {
        let refused = world.client().mark_sold_out(wrong).await;
        assert_eq!(refusal(refused), (Code::InvalidArgument, "untilOpening".into()));
    }
}

#[tokio::test]
async fn marks_and_edits_at_once_do_not_block_each_other() {
    let world = world().await;
    let (there, back) = ([("p1", "soup"), ("p2", "soup")], [("p2", "soup"), ("p1", "soup")]);
    for round in 0..10 {
        let priced = UpdateItemRequest { price: Some(2000 + round), ..edit("soup") };
        let (one, two, three) = tokio::join!(
            mark(&world, &there, round % 2 == 0, ""),
            mark(&world, &back, round % 2 == 1, ""),
            world.update(priced)
        );
        one.unwrap();
        two.unwrap();
        three.unwrap();
    }
    // Numbered without gaps, whichever came first.
    let changes = world.changes("p1").await;
    let numbers: Vec<i64> = changes.iter().map(|change| change.sequence).collect();
    assert_eq!(numbers, (1..=changes.len() as i64).collect::<Vec<_>>());
    assert!(
        changes.windows(2).all(|pair| pair[0].sold_out.is_none() || pair[0].sold_out != pair[1].sold_out)
    );
}
