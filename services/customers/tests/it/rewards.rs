use futures::future::join_all;
use saffron_core::{Code, UserId};
use saffron_proto::customers::{Recipient, SendRewardItemRequest, SendRewardPointRequest};
use saffron_testkit::eventually;
use serde_json::json;

use crate::world::{World, ZONE, ana, check, field, points_for, refusal, soup_for, with};

const NOW: &str = "2026-07-18T20:00:00Z";

async fn with_guests() -> World {
    let world = World::at(NOW).await;
    let bo = json!({"posID": "p1", "posCustomerID": "g2", "revision": 1, "firstName": "Bo", "email": "bo@example.com"});
    let twin = with(bo.clone(), json!({"posCustomerID": "g3", "cellPhoneNumber": "555-000-1234"}));
    world.guests("p1", &[ana("g1"), bo, twin]).await;
    world
}

#[tokio::test]
async fn granted_points_are_published() {
    let world = with_guests().await;
    let mut events = world.nats.subscribe("saffron.v1.p1.customers.>").await;
    let message = SendRewardPointRequest { valid_until: "2026-08-01".into(), ..points_for("g1", 500) };
    let answer =
        world.client().send_reward_point(world.request(&["p1"], message)).await.unwrap().into_inner();
    let (reward, guest) = (answer.reward.unwrap(), answer.customer.unwrap());
    assert_eq!((reward.points, reward.message.as_str()), (500, "Thank you!"));
    assert_eq!(
        (reward.granted_at.as_str(), reward.granted_by.as_str()),
        ("2026-07-18T16:00:00", "Ana Lopez")
    );
    assert_eq!((reward.valid_until.as_str(), reward.expired), ("2026-08-01", false));
    assert_eq!((guest.points, guest.pos_customer_id.as_str()), (500, "g1"));
    let granted = events.expect_event(|e| e.r#type == "saffron.customers.reward_granted.v1").await;
    assert_eq!(
        granted.data,
        json!({"posID": "p1", "posCustomerID": "g1", "rewardID": reward.reward_id, "kind": "points", "points": 500,
            "validUntil": "2026-08-01"})
    );
    let changed = events.expect_event(|e| e.r#type == "saffron.customers.points_changed.v1").await;
    assert_eq!(changed.data, json!({"posID": "p1", "posCustomerID": "g1", "points": 500, "owed": 0}));
    let entry = &world.ledger("p1", "g1").await[0];
    assert_eq!((entry.points, entry.reward_id.as_str()), (500, reward.reward_id.as_str()));
}

#[tokio::test]
async fn the_one_matching_guest_gets_the_reward() {
    let world = with_guests().await;
    let to = |pos_id: &str, id: &str, email: &str, phone: &str| SendRewardPointRequest {
        to: Some(Recipient {
            pos_id: pos_id.into(),
            pos_customer_id: id.into(),
            email: email.into(),
            cell_phone_number: phone.into(),
        }),
        points: 1,
        ..SendRewardPointRequest::default()
    };
    let send = async |locations: &[&str], message| {
        world.client().send_reward_point(world.request(locations, message)).await
    };
    for message in [
        to("p1", "g1", "", ""),
        to("", "g1", "", ""),
        to("p1", "", " Anabel.ZEPPELIN@example.com ", ""),
        to("p1", "", "", "(555) 867-5309"),
        to("", "", "anabel.zeppelin@example.com", "+15558675309"),
        to("p1", "g1", "anabel.zeppelin@example.com", "5558675309"),
    ] {
        let answer = send(&["p1", "p2"], message).await.unwrap().into_inner();
        assert_eq!(answer.customer.unwrap().pos_customer_id, "g1");
    }
    for (message, expected) in [
        (to("p1", "g9", "", ""), "posCustomerID"),
        (to("p1", "", "unknown@example.com", ""), "email"),
        (to("p1", "", "", "555 999 9999"), "cellPhoneNumber"),
        (to("p1", "", "bo@example.com", ""), "posCustomerID"),
        (to("p1", "g1", "bo@example.com", ""), "email"),
        (to("p1", "g1", "", "5550001234"), "cellPhoneNumber"),
        (to("p1", "", "", ""), "email"),
        (to("p2", "g1", "", ""), "posCustomerID"),
        (to("p9", "g1", "", ""), "posID"),
        (to("p1", "two words", "", ""), "posCustomerID"),
    ] {
        let named = format!("{:?}", message.to);
        assert_eq!(field(send(&["p1", "p2"], message).await), expected, "{named}");
    }
    let answer = send(&["p1"], to("p1", "", "unknown@example.com", "")).await;
    assert_eq!(refusal(answer).message, "is not a customer of this location");
    // Both have a guest g1.
    world.guests("p2", &[with(ana("g1"), json!({"posID": "p2"}))]).await;
    assert_eq!(field(send(&["p1", "p2"], to("", "g1", "", "")).await), "posID");
    assert_eq!(world.points("p1", "g1").await, (6, 0));
}

#[tokio::test]
async fn a_refused_reward_leaves_nothing() {
    let world = with_guests().await;
    let points = points_for("g1", 5);
    for (message, expected) in [
        (SendRewardPointRequest { points: 0, ..points.clone() }, "rewardPoint"),
        (SendRewardPointRequest { points: 100_001, ..points.clone() }, "rewardPoint"),
        (SendRewardPointRequest { message: "é".repeat(151), ..points.clone() }, "rewardMessage"),
        (SendRewardPointRequest { valid_until: "2026-07-17".into(), ..points.clone() }, "validUntil"),
        (SendRewardPointRequest { valid_until: "2032-07-18".into(), ..points.clone() }, "validUntil"),
        (SendRewardPointRequest { valid_until: "soon".into(), ..points.clone() }, "validUntil"),
        (SendRewardPointRequest { idempotency_key: "x".repeat(201), ..points.clone() }, "idempotencyKey"),
    ] {
        assert_eq!(field(world.client().send_reward_point(world.request(&["p1"], message)).await), expected);
    }
    for (message, expected) in [
        (SendRewardItemRequest { price: -1, ..soup_for("g1") }, "price"),
        (SendRewardItemRequest { pos_item_id: String::new(), ..soup_for("g1") }, "posItemID"),
        (SendRewardItemRequest { message: "x".repeat(151), ..soup_for("g1") }, "rewardMessage"),
    ] {
        assert_eq!(field(world.client().send_reward_item(world.request(&["p1"], message)).await), expected);
    }
    let stranger = world.client().send_reward_point(world.request(&["p2"], points)).await;
    assert_eq!(refusal(stranger).code, Code::Forbidden);
    assert_eq!(world.count("reward").await, 0);
}

#[tokio::test]
async fn a_double_tap_with_another_price_sends_one_item() {
    let world = with_guests().await;
    let message = |price| SendRewardItemRequest { price, idempotency_key: "tap-1".into(), ..soup_for("g1") };
    let send = async |request| world.client().send_reward_item(world.request(&["p1"], request)).await;
    let id = async |price| send(message(price)).await.unwrap().into_inner().reward.unwrap().reward_id;
    assert_eq!(id(800).await, id(950).await);
    assert_eq!(world.count("reward").await, 1);
    let other = refusal(send(SendRewardItemRequest { pos_item_id: "tea".into(), ..message(800) }).await);
    assert_eq!((other.code, other.field.as_deref()), (Code::Conflict, Some("idempotencyKey")));
}

#[tokio::test]
async fn a_double_tap_sends_one_reward() {
    let world = with_guests().await;
    let message =
        |points| SendRewardPointRequest { idempotency_key: "tap-1".into(), ..points_for("g1", points) };
    let send = async |request| world.client().send_reward_point(request).await;
    let at_once = join_all((0..6).map(|_| send(world.request(&["p1"], message(10))))).await;
    let ids: std::collections::BTreeSet<String> =
        at_once.into_iter().map(|answer| answer.unwrap().into_inner().reward.unwrap().reward_id).collect();
    assert_eq!((ids.len(), world.count("reward").await), (1, 1));
    assert_eq!(world.points("p1", "g1").await, (10, 0));
    let other = refusal(send(world.request(&["p1"], message(11))).await);
    assert_eq!((other.code, other.field.as_deref()), (Code::Conflict, Some("idempotencyKey")));
    // A key counts for one person, and not for a location that was taken from them.
    let someone = UserId(uuid::Uuid::from_u128(7));
    send(world.request_of(someone, &[("p1", ZONE)], message(10))).await.unwrap();
    assert_eq!(world.count("reward").await, 2);
    assert_eq!(refusal(send(world.request(&["p2"], message(10))).await).code, Code::Forbidden);
    // A refused call may be made again with its key.
    let key = |points| SendRewardPointRequest { idempotency_key: "tap-2".into(), ..points_for("g1", points) };
    assert_eq!(field(send(world.request(&["p1"], key(0))).await), "rewardPoint");
    send(world.request(&["p1"], key(5))).await.unwrap();
}

#[tokio::test]
async fn a_double_tap_with_another_item_name_sends_one_item() {
    let world = with_guests().await;
    let message = |name: &str| SendRewardItemRequest {
        idempotency_key: "tap".into(),
        item_name: name.into(),
        ..soup_for("g1")
    };
    for name in ["Soup", "Soup of the day"] {
        world.client().send_reward_item(world.request(&["p1"], message(name))).await.unwrap();
    }
    assert_eq!(world.count("reward").await, 1);
}

#[tokio::test]
async fn a_check_redeems_an_item_until_it_is_voided() {
    let world = with_guests().await;
    for end in ["2026-07-20", ""] {
        let message = SendRewardItemRequest { valid_until: end.into(), ..soup_for("g1") };
        world.client().send_reward_item(world.request(&["p1"], message)).await.unwrap();
    }
    let redeemed = async || {
        let mut found: Vec<_> = world
            .customer("p1", "g1")
            .await
            .rewards
            .into_iter()
            .map(|reward| (reward.valid_until, reward.redeemed_by_check, reward.redeemed_at))
            .collect();
        found.sort();
        found
    };
    let open = String::new;
    let mut events = world.nats.subscribe("saffron.v1.p1.customers.reward_redeemed").await;
    // Before it was granted, of another guest, of another item: none of them redeems.
    let salad = json!({"items": [{"posItemID": "salad", "name": "Salad", "amount": 5}]});
    world
        .checks(
            "p1",
            &[
                check("c1", "g1", "2026-07-18T15:59:59", 5.0),
                check("c2", "g2", "2026-07-18T17:00:00", 5.0),
                with(check("c3", "g1", "2026-07-18T17:00:00", 5.0), salad),
            ],
        )
        .await;
    assert!(redeemed().await.iter().all(|(_, check, _)| check.is_empty()));
    world.checks("p1", &[check("c5", "g1", "2026-07-19T18:00:00", 5.0)]).await;
    let by = |check: &str, at: &str| (String::from(check), String::from(at));
    let (c5, at5) = by("c5", "2026-07-19T18:00:00");
    assert_eq!(
        redeemed().await,
        [(open(), open(), open()), ("2026-07-20".into(), c5.clone(), at5.clone())],
        "the soonest end goes first"
    );
    let event = events.expect_event(|_| true).await;
    assert_eq!(event.data["posCheckID"], "c5");
    // An earlier check that comes later takes its place.
    world.checks("p1", &[check("c4", "g1", "2026-07-18T18:00:00", 5.0)]).await;
    let (c4, at4) = by("c4", "2026-07-18T18:00:00");
    assert_eq!(redeemed().await, [(open(), c5.clone(), at5.clone()), ("2026-07-20".into(), c4, at4)]);
    let void = with(check("c4", "g1", "2026-07-18T18:00:00", 5.0), json!({"revision": 2, "voided": true}));
    world.checks("p1", &[void]).await;
    assert_eq!(redeemed().await, [(open(), open(), open()), ("2026-07-20".into(), c5, at5)]);
    let opened = events.expect_event(|e| e.data.get("posCheckID").is_none()).await;
    assert_eq!(opened.data["posItemID"], "soup");
    // After its end it is expired, and no check redeems it.
    let late = with(check("c5", "g1", "2026-07-21T18:00:00", 5.0), json!({"revision": 2, "items": []}));
    world.checks("p1", &[late]).await;
    world.set_clock("2026-07-21T20:00:00Z");
    let rewards = world.customer("p1", "g1").await.rewards;
    let expired: Vec<_> = rewards.iter().map(|r| (r.valid_until.as_str(), r.expired)).collect();
    assert_eq!(expired, [("", false), ("2026-07-20", true)], "newest first");
}

#[tokio::test]
async fn points_expire_after_their_last_day_at_the_location() {
    let world = with_guests().await;
    let message = SendRewardPointRequest { valid_until: "2026-07-19".into(), ..points_for("g1", 50) };
    world.client().send_reward_point(world.request(&["p1"], message)).await.unwrap();
    world.client().send_reward_point(world.request(&["p1"], points_for("g1", 7))).await.unwrap();
    let spends = with(check("c1", "g1", "2026-07-18T18:00:00", 5.0), json!({"rewardUsed": 0.2}));
    world.checks("p1", &[spends]).await;
    assert_eq!(world.points("p1", "g1").await, (37, 0));
    // 03:59 of the next morning is still the 19th.
    world.set_clock("2026-07-20T07:59:00Z");
    let expired = saffron_proto::customers::PointsKind::Expired;
    let one = check("c2", "g2", "2026-07-18T18:00:00", 5.0);
    world.checks("p1", &[one]).await;
    assert_eq!(world.points("p1", "g1").await, (37, 0));
    world.set_clock("2026-07-20T08:00:00Z");
    eventually("points to expire", || async { (world.points("p1", "g1").await == (7, 0)).then_some(()) })
        .await;
    let newest = world.ledger("p1", "g1").await.remove(0);
    assert_eq!((newest.kind(), newest.points), (expired, -30));
    assert_eq!(newest.at, "2026-07-20T04:00:00");
    // A till that was offline sends a check late whose points were spent in time: none of them is taken twice.
    world.set_clock("2026-07-20T15:00:00Z");
    let late = with(check("c3", "g1", "2026-07-19T23:00:00", 5.0), json!({"rewardUsed": 0.32}));
    world.checks("p1", &[late]).await;
    assert_eq!(world.points("p1", "g1").await, (5, 0));
    let newest = world.ledger("p1", "g1").await.remove(0);
    assert_eq!((newest.kind(), newest.points, newest.at.as_str()), (expired, 30, "2026-07-20T11:00:00"));
    let after = with(check("c4", "g1", "2026-07-20T10:00:00", 5.0), json!({"rewardUsed": 0.06}));
    world.checks("p1", &[after]).await;
    assert_eq!(world.points("p1", "g1").await, (0, 1));
}
