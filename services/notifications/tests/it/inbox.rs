//! What people get, once, and what they view.

use std::sync::atomic::Ordering;

use saffron_core::UserId;
use saffron_proto::notifications::{
    Kind, ListCommunicationsRequest, MarkViewedRequest, RuleChange, SetRulesRequest, Shelf,
};
use serde_json::json;
use tonic::Code;
use uuid::Uuid;

use crate::world::*;

#[tokio::test]
async fn large_void_reaches_everyone_of_the_location() {
    let (world, ana, bo) = World::at(NOON).await;
    let mut subscriber = world.nats.subscribe(&format!("push.v1.person.{ana}.*")).await;
    world.checks(&[voided("c1", 84), voided("c2", 49), sold("c3", "2026-07-18T11:50:00", 900)]).await;
    world.all_delivered().await;
    for user in [ana, bo] {
        let inbox = world.inbox(user).await;
        assert_eq!(inbox.len(), 1, "{inbox:?}");
        assert_eq!(inbox[0].notification, "Large void: $84.00 at 11:42 AM");
        assert_eq!((inbox[0].kind(), inbox[0].message.as_str(), inbox[0].also), (Kind::LargeVoid, "", 0));
        assert_eq!((inbox[0].added_at.as_str(), inbox[0].viewed), ("2026-07-18T12:00:00", false));
        let target = inbox[0].target.clone().unwrap();
        assert_eq!((target.kind.as_str(), target.id.as_str()), ("check", "c1"));
        assert_eq!(inbox[0].reason, "void of $50.00 or more");
        assert_eq!(world.unread(user).await, (1, 0));
    }
    let event =
        subscriber.expect_event(|event| event.r#type == "saffron.notifications.communication_added.v1").await;
    assert_eq!(event.data["notification"], "Large void: $84.00 at 11:42 AM");
    assert_eq!(event.data["unread"], json!({"notifications": 1, "messages": 0}));
    assert_eq!(event.data["target"], json!({"kind": "check", "id": "c1"}));
}

#[tokio::test]
async fn one_of_a_kind_is_shown_an_hour_and_others_counted() {
    let (world, ana, _) = World::at(NOON).await;
    world.checks(&[voided("c1", 60)]).await;
    world.all_delivered().await;
    let id = world.inbox(ana).await[0].communication_id.clone();
    let viewed = MarkViewedRequest { communication_id: id.clone(), ..MarkViewedRequest::default() };
    world.client().mark_viewed(world.request_by(ana, viewed)).await.unwrap();
    assert_eq!(world.unread(ana).await, (0, 0));
    world.later(3_599);
    world.checks(&[voided("c2", 70), voided("c3", 80)]).await;
    world.all_delivered().await;
    let inbox = world.inbox(ana).await;
    assert_eq!((inbox.len(), inbox[0].also, &inbox[0].communication_id), (1, 2, &id));
    // It is news again.
    assert_eq!(world.unread(ana).await, (1, 0));
    // Another kind is another matter.
    let back = with(
        sold("c4", "2026-07-18T12:10:00", 0),
        json!({"refundOf": "c0",
        "items": [{"posItemID": "i1", "name": "Soup", "quantity": -1, "price": 75, "amount": -75}]}),
    );
    world.checks(&[back]).await;
    world.all_delivered().await;
    assert_eq!(world.inbox(ana).await[0].notification, "Large refund: $75.00 at 12:10 PM");
    world.later(1);
    world.checks(&[voided("c5", 90)]).await;
    world.all_delivered().await;
    let inbox = world.inbox(ana).await;
    assert_eq!((inbox.len(), inbox[0].notification.as_str()), (3, "Large void: $90.00 at 11:42 AM"));
}

#[tokio::test]
async fn check_is_delivered_once_by_its_newest_version() {
    let (world, ana, bo) = World::at(NOON).await;
    let higher =
        RuleChange { kind: Kind::LargeVoid.into(), threshold: Some(10_000), ..RuleChange::default() };
    world.set(bo, SetRulesRequest { rules: vec![higher], ..SetRulesRequest::default() }).await;
    let check = voided("c1", 60);
    world.checks(std::slice::from_ref(&check)).await;
    world.checks(&[check]).await;
    world.all_delivered().await;
    assert_eq!((world.inbox(ana).await.len(), world.inbox(bo).await.len()), (1, 0));
    world.later(4_000);
    // An older version changes nothing; a newer one is delivered to those for whom it is large only now.
    world.checks(&[with(voided("c1", 500), json!({"revision": 0}))]).await;
    world.all_delivered().await;
    assert_eq!((world.inbox(ana).await.len(), world.inbox(bo).await.len()), (1, 0));
    world.checks(&[with(voided("c1", 120), json!({"revision": 2}))]).await;
    world.all_delivered().await;
    assert_eq!((world.inbox(ana).await.len(), world.inbox(ana).await[0].also), (1, 0));
    assert_eq!(world.lines(bo, Shelf::Unspecified).await, ["Large void: $120.00 at 11:42 AM"]);
}

#[tokio::test]
async fn history_is_no_news() {
    let (world, ana, _) = World::at(NOON).await;
    let old = |date: &str| with(voided(date, 90), json!({"closeTime": format!("{date}T12:00:00")}));
    world.checks(&[old("2026-07-16"), old("2025-07-18"), old("2026-07-20")]).await;
    world.all_delivered().await;
    assert!(world.inbox(ana).await.is_empty());
    world.checks(&[old("2026-07-17")]).await;
    world.all_delivered().await;
    assert_eq!(world.inbox(ana).await.len(), 1);
}

#[tokio::test]
async fn happening_waits_while_auth_is_away() {
    let (world, ana, _) = World::at(NOON).await;
    world.others.away.store(true, Ordering::SeqCst);
    world.checks(&[voided("c1", 60)]).await;
    world.put_off("happening").await;
    assert!(world.inbox(ana).await.is_empty());
    world.others.away.store(false, Ordering::SeqCst);
    world.later(31);
    world.all_delivered().await;
    assert_eq!(world.inbox(ana).await.len(), 1);
}

#[tokio::test]
async fn pages_hold_everything_once() {
    let (world, ana, _) = World::at(NOON).await;
    for number in 0..7 {
        world.checks(&[voided(&format!("c{number}"), 60 + number)]).await;
        world.all_delivered().await;
        world.later(3_600);
    }
    let all = world.inbox(ana).await;
    assert_eq!(all.len(), 7);
    let (mut paged, mut cursor) = (Vec::new(), String::new());
    loop {
        let asked = ListCommunicationsRequest { limit: 3, cursor, ..ListCommunicationsRequest::default() };
        let (rows, next) = world.page(ana, asked).await;
        paged.extend(rows);
        match next {
            Some(next) => cursor = next,
            None => break,
        }
    }
    assert_eq!(paged, all);
    let wrong = ListCommunicationsRequest { cursor: "7".into(), ..ListCommunicationsRequest::default() };
    let refused = world.client().list_communications(world.request_by(ana, wrong)).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
}

#[tokio::test]
async fn viewing_is_published_and_limited_to_own_inbox() {
    let (world, ana, bo) = World::at(NOON).await;
    world.checks(&[voided("c1", 60)]).await;
    world.all_delivered().await;
    let of = |id: &str| MarkViewedRequest { communication_id: id.into(), ..MarkViewedRequest::default() };
    let id = world.inbox(ana).await[0].communication_id.clone();
    let mut subscriber = world.nats.subscribe(&format!("push.v1.person.{ana}.communications_changed")).await;
    for (user, asked, code) in [
        (bo, id.clone(), Code::NotFound),
        (ana, Uuid::now_v7().to_string(), Code::NotFound),
        (ana, "x".into(), Code::InvalidArgument),
    ] {
        let refused = world.client().mark_viewed(world.request_by(user, of(&asked))).await.unwrap_err();
        assert_eq!(refused.code(), code);
    }
    // Not of a location that is not theirs any more.
    let unlinked = world.request_of(UserId(ana), &[(OTHER, ZONE)], of(&id));
    assert_eq!(world.client().mark_viewed(unlinked).await.unwrap_err().code(), Code::NotFound);
    for _ in 0..2 {
        let left = world.client().mark_viewed(world.request_by(ana, of(&id))).await.unwrap().into_inner();
        assert_eq!(left.unread.unwrap().notifications, 0);
    }
    let event = subscriber.expect_event(|_| true).await;
    assert_eq!(event.data["unread"], json!({"notifications": 0, "messages": 0}));
    assert!(world.inbox(ana).await[0].viewed && !world.inbox(bo).await[0].viewed);
    let all = MarkViewedRequest { pos_ids: vec![POS.into()], ..MarkViewedRequest::default() };
    world.client().mark_viewed(world.request_by(bo, all.clone())).await.unwrap();
    assert_eq!(world.unread(bo).await, (0, 0));
    let foreign = MarkViewedRequest { pos_ids: vec![OTHER.into()], ..all };
    let refused = world.client().mark_viewed(world.request_by(ana, foreign)).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
}

/// Each call holds the inbox, and none waits for a second connection while the others wait for the inbox.
#[tokio::test]
async fn person_marks_everything_many_times_at_once() {
    let (world, ana, _) = World::at(NOON).await;
    world.checks(&[voided("c1", 60)]).await;
    world.all_delivered().await;
    let all = || MarkViewedRequest { pos_ids: vec![POS.into()], ..MarkViewedRequest::default() };
    let calls = (0..40).map(|_| async { world.client().mark_viewed(world.request_by(ana, all())).await });
    for answer in futures::future::join_all(calls).await {
        assert_eq!(answer.unwrap().into_inner().unread.unwrap().notifications, 0);
    }
}
