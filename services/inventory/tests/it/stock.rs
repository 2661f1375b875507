//! What is left: counts of both, less what was sold since.

use saffron_proto::inventory::{ListItemsRequest, StockLevel, UpdateItemRequest};
use saffron_testkit::eventually;
use serde_json::json;

use crate::world::{World, check, edit, soup};

async fn stock(world: &World) -> Option<i64> {
    world.item("soup").await.stock
}

fn counted(milli: i64) -> UpdateItemRequest {
    UpdateItemRequest { stock: Some(milli), ..edit("soup") }
}

#[tokio::test]
async fn sales_corrections_and_voids_move_the_stock_by_the_difference() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    assert_eq!((stock(&world).await, world.item("soup").await.level()), (None, StockLevel::Unspecified));
    world.update(counted(10_000)).await.unwrap();
    // Sold before the count: it saw that.
    world.check(check("c0", "2026-07-18T11:59:00", 3.0)).await;
    assert_eq!(stock(&world).await, Some(10_000));
    world.check(check("c1", "2026-07-18T12:10:00", 2.5)).await;
    assert_eq!(stock(&world).await, Some(7_500));
    let mut corrected = check("c1", "2026-07-18T12:10:00", 4.0);
    corrected["revision"] = json!(2);
    world.check(corrected.clone()).await;
    assert_eq!(stock(&world).await, Some(6_000));
    world.check(check("c1", "2026-07-18T12:10:00", 2.5)).await;
    assert_eq!(stock(&world).await, Some(6_000), "an older version changes nothing");
    let mut refund = check("c2", "2026-07-18T12:20:00", -4.0);
    refund["refundOf"] = json!("c1");
    world.check(refund).await;
    assert_eq!(stock(&world).await, Some(6_000), "a refund puts nothing back");
    let mut line = check("c3", "2026-07-18T12:30:00", 1.0);
    line["items"][0]["voided"] = json!(true);
    world.check(line).await;
    assert_eq!(stock(&world).await, Some(6_000), "a voided line sold nothing");
    corrected["revision"] = json!(3);
    corrected["voided"] = json!(true);
    world.check(corrected).await;
    assert_eq!(stock(&world).await, Some(10_000));
}

#[tokio::test]
async fn count_before_1970_is_kept() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.check(check("c1", "2026-07-18T11:10:00", 1.0)).await;
    for (revision, time) in
        [(1, "-009999-01-02T01:59:59Z"), (2, "0000-01-01T00:00:00Z"), (3, "9999-12-30T22:00:00Z")]
    {
        let mut data = soup(revision);
        data["stock"] = json!(5);
        let mut event = world.event("item.upserted", data);
        event["time"] = json!(time);
        world.record("p1", &[event]).await;
        let left = if revision < 3 { 4_000 } else { 5_000 };
        assert_eq!(stock(&world).await, Some(left), "{time}");
    }
    assert_eq!(world.nats.letters().await, 0);
}

#[tokio::test]
async fn newest_count_stands_in_any_order_of_arrival() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.check(check("c1", "2026-07-18T12:10:00", 1.0)).await;
    world.check(check("c2", "2026-07-18T12:40:00", 2.0)).await;
    world.till(soup(1)).await;
    // A count that comes after the sales it did not see.
    let counts = |revision: i64, time: &str, stock: i64| {
        let mut data = soup(revision);
        data["stock"] = json!(stock);
        let mut event = world.event("item.upserted", data);
        event["time"] = json!(time);
        event
    };
    world.set_clock("2026-07-18T17:00:00Z");
    world.record("p1", &[counts(2, "2026-07-18T16:30:00Z", 20)]).await;
    assert_eq!(stock(&world).await, Some(18_000));
    world.record("p1", &[counts(3, "2026-07-18T16:05:00Z", 30)]).await;
    assert_eq!(stock(&world).await, Some(27_000), "the till's newest fact counts");
    world.update(counted(8_000)).await.unwrap();
    assert_eq!(stock(&world).await, Some(8_000));
    world.record("p1", &[counts(4, "2026-07-18T16:59:00Z", 30)]).await;
    assert_eq!(stock(&world).await, Some(8_000), "older than the owner's");
    // A clock that is ahead counts as now.
    world.set_clock("2026-07-18T18:00:00Z");
    world.record("p1", &[counts(5, "2030-01-01T00:00:00Z", 6)]).await;
    assert_eq!(stock(&world).await, Some(6_000));
    world.set_clock("2026-07-18T18:00:01Z");
    world.update(counted(7_000)).await.unwrap();
    assert_eq!(stock(&world).await, Some(7_000));
    // The till tracks it no more: the owner's count stays.
    world.till(soup(6)).await;
    assert_eq!(stock(&world).await, Some(7_000));
}

#[tokio::test]
async fn levels_follow_the_stock_and_name_what_to_purchase() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let mut other = soup(1);
    (other["posItemID"], other["name"], other["stock"], other["lowStock"]) =
        (json!("bread"), json!("Bread"), json!(30), json!(30));
    world.till(soup(1)).await;
    world.till(other).await;
    let level = async |milli| world.update(counted(milli)).await.unwrap().level();
    assert_eq!(level(5_001).await, StockLevel::Green);
    assert_eq!(level(5_000).await, StockLevel::Orange);
    assert_eq!(level(0).await, StockLevel::Red);
    let purchase =
        || ListItemsRequest { pos_id: "p1".into(), to_purchase: true, ..ListItemsRequest::default() };
    let names = async || -> Vec<String> {
        world.list(purchase()).await.0.into_iter().map(|item| item.pos_item_id).collect()
    };
    assert_eq!(names().await, ["bread", "soup"]);
    world.update(UpdateItemRequest { low_stock: Some(29_999), ..edit("bread") }).await.unwrap();
    assert_eq!(names().await, ["soup"]);
    assert_eq!(level(6_000).await, StockLevel::Green);
    assert!(names().await.is_empty());
}

#[tokio::test]
async fn running_out_is_published_once() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    world.update(counted(2_000)).await.unwrap();
    let mut subscriber = world.nats.subscribe("saffron.v1.p1.inventory.stock_ran_out").await;
    let mut push = world.nats.subscribe("push.v1.location.p1.items_changed").await;
    world.set_clock("2026-07-18T17:00:00Z");
    world.check(check("c1", "2026-07-18T12:10:00", 2.0)).await;
    let event = subscriber.expect_event(|_| true).await;
    assert_eq!(event.data, json!({"posID": "p1", "posItemID": "soup", "stock": 0.0}));
    assert_eq!(push.expect_event(|_| true).await.data["posID"], "p1");
    world.check(check("c2", "2026-07-18T12:20:00", 1.0)).await;
    world.update(counted(3_000)).await.unwrap();
    world.set_clock("2026-07-18T18:00:00Z");
    world.check(check("c3", "2026-07-18T13:20:00", 3.5)).await;
    let event = subscriber.expect_event(|_| true).await;
    assert_eq!(event.data["stock"], json!(-0.5), "the second crossing is the second event");
}

#[tokio::test]
async fn old_check_moves_nothing_and_kept_one_is_corrected() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    world.update(counted(10_000)).await.unwrap();
    world.check(check("c1", "2026-07-18T12:30:00", 1.0)).await;
    // After 41 days it is forgotten, and a correction of it moves nothing.
    world.set_clock("2026-08-28T20:00:00Z");
    world.check(check("c2", "2026-08-28T12:30:00", 1.0)).await;
    let mut late = check("c3", "2026-07-18T12:40:00", 5.0);
    late["revision"] = json!(2);
    world.check(late).await;
    assert_eq!(stock(&world).await, Some(8_000));
    assert_eq!(world.count("sold_check").await, 2);
    // While its row is there it is exact, however old it is.
    let mut void = check("c1", "2026-07-18T12:30:00", 1.0);
    (void["revision"], void["voided"]) = (json!(2), json!(true));
    world.check(void).await;
    assert_eq!(stock(&world).await, Some(9_000));
}

#[tokio::test]
async fn sold_lines_of_old_checks_are_forgotten() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    world.update(counted(10_000)).await.unwrap();
    let mut coded = check("c1", "2026-07-18T12:30:00", 1.0);
    coded["promoCode"] = json!("ABC");
    world.check(coded).await;
    world.check(check("c2", "2026-07-18T12:30:00", 1.0)).await;
    world.check(check("c3", "2026-07-20T12:30:00", 1.0)).await;
    world.set_clock("2026-08-27T16:30:01Z");
    world.replica().await;
    let kept = eventually("the old ones to be forgotten", || async {
        let sql = "SELECT pos_check_id || coalesce(sold::text, '') FROM sold_check ORDER BY 1";
        let kept: Vec<String> = sqlx::query_scalar(sql).fetch_all(&world.pool).await.unwrap();
        (kept.len() == 2 && kept[0] == "c1").then_some(kept)
    })
    .await;
    assert_eq!(kept[1], "c3{\"soup\": 1000}");
    assert_eq!(stock(&world).await, Some(7_000));
    for id in ["c1", "c2"] {
        let mut void = check(id, "2026-07-18T12:30:00", 1.0);
        (void["revision"], void["voided"]) = (json!(2), json!(true));
        world.check(void).await;
    }
    assert_eq!(stock(&world).await, Some(7_000), "what is forgotten stays as it was counted");
}
