//! Pushes, as the push service of a browser gets them and as the browser opens them.

use saffron_core::UserId;
use saffron_core::event::{DisputeOpenedV2, LocationUnlinked, SessionsEnded};
use saffron_proto::notifications::{
    AddDeviceRequest, Kind, MarkViewedRequest, QuietHours, RemoveDeviceRequest, RuleChange, SetRulesRequest,
    Subscription, TestPushRequest,
};
use saffron_sandbox::push::Mode;
use saffron_testkit::eventually;
use serde_json::json;
use tonic::Code;
use uuid::Uuid;

use crate::world::*;

#[tokio::test]
async fn closed_app_gets_a_push() {
    let (world, ana, _) = World::at(NOON).await;
    let (endpoint, id) = world.device(ana, "session-1").await;
    world.checks(&[voided("c1", 60)]).await;
    let pushed = world.pushed(&endpoint, 1).await;
    let inbox = world.inbox(ana).await;
    assert_eq!(
        pushed[0].data,
        json!({"id": inbox[0].communication_id, "posID": POS, "kind": "largeVoid", "title": NAME,
               "body": "Large void: $60.00 at 11:42 AM", "target": {"kind": "check", "id": "c1"}, "unread": 1})
    );
    assert_eq!((pushed[0].ttl, pushed[0].urgency.as_str(), &pushed[0].topic), (4 * 60 * 60, "high", &None));
    world.no_push_waits().await;
    let devices = world.devices(ana).await;
    assert_eq!((devices.len(), devices[0].device_id.as_str()), (1, id.as_str()));
    assert_eq!(devices[0].last_success_at, NOON);
    // What is folded makes no noise.
    world.checks(&[voided("c2", 70)]).await;
    world.all_delivered().await;
    world.no_push_waits().await;
    assert_eq!(world.push.pushed_to(&endpoint).len(), 1);
}

#[tokio::test]
async fn kind_without_push_is_not_pushed() {
    let (world, ana, bo) = World::at(NOON).await;
    let (of_ana, _) = world.device(ana, "session-1").await;
    let (of_bo, _) = world.device(bo, "session-2").await;
    let silent = RuleChange { kind: Kind::LargeVoid.into(), push: Some(false), ..RuleChange::default() };
    world.set(ana, SetRulesRequest { rules: vec![silent], ..SetRulesRequest::default() }).await;
    world.checks(&[voided("c1", 60)]).await;
    world.pushed(&of_bo, 1).await;
    world.no_push_waits().await;
    assert!(world.push.pushed_to(&of_ana).is_empty());
    assert_eq!(world.inbox(ana).await.len(), 1);
}

#[tokio::test]
async fn subscription_that_has_ended_is_removed() {
    let (world, ana, _) = World::at(NOON).await;
    let (endpoint, _) = world.device(ana, "session-1").await;
    let (other, _) = world.device(ana, "session-2").await;
    assert!(world.push.unsubscribe(&endpoint));
    world.checks(&[voided("c1", 60)]).await;
    world.pushed(&other, 1).await;
    world.no_push_waits().await;
    let devices = world.devices(ana).await;
    assert_eq!((devices.len(), devices[0].session_handle.as_str()), (1, "session-2"));
}

#[tokio::test]
async fn busy_or_absent_push_service_is_retried_later() {
    for mode in [Mode::RateLimited { retry_after: 20 }, Mode::Down] {
        let (world, ana, _) = World::at(NOON).await;
        let (endpoint, _) = world.device(ana, "session-1").await;
        world.push.set_mode(mode, Some(1));
        world.checks(&[voided("c1", 60)]).await;
        eventually("a try in vain", || async { (world.push.asked() == 1).then_some(()) }).await;
        // Not before it may be.
        world.put_off("push_job").await;
        assert!(world.push.pushed_to(&endpoint).is_empty());
        world.later(21);
        assert_eq!(world.pushed(&endpoint, 1).await.len(), 1, "{mode:?}");
        world.no_push_waits().await;
        assert_eq!(world.push.asked(), 2);
    }
}

#[tokio::test]
async fn expired_or_refused_push_is_given_up() {
    let (world, ana, _) = World::at(NOON).await;
    let (endpoint, _) = world.device(ana, "session-1").await;
    world.push.set_mode(Mode::Down, None);
    world.checks(&[voided("c1", 60)]).await;
    eventually("a try in vain", || async { (world.push.asked() >= 1).then_some(()) }).await;
    world.put_off("push_job").await;
    world.later(4 * 60 * 60 + 60);
    world.no_push_waits().await;
    // Our key is not taken: the device stays, the push does not.
    world.push.set_mode(Mode::Forbidden, None);
    let asked = world.push.asked();
    world.checks(&[voided("c2", 60)]).await;
    eventually("a refusal", || async { (world.push.asked() > asked).then_some(()) }).await;
    world.no_push_waits().await;
    assert_eq!((world.devices(ana).await.len(), world.push.pushed_to(&endpoint).len()), (1, 0));
}

#[tokio::test]
async fn quiet_hours_end_with_one_push_for_everything() {
    let (world, ana, bo) = World::at(NIGHT).await;
    let (endpoint, _) = world.device(ana, "session-1").await;
    let (awake, _) = world.device(bo, "session-2").await;
    let off = QuietHours { enabled: false, from: "22:00".into(), until: "08:00".into() };
    world.set(bo, SetRulesRequest { quiet_hours: Some(off), ..SetRulesRequest::default() }).await;
    // Business date July 17: it is 03:00 on July 18.
    let at = |id: &str| with(voided(id, 60), json!({"closeTime": "2026-07-18T02:42:00"}));
    let back = with(
        at("c2"),
        json!({"voided": false, "refundOf": "c0",
        "items": [{"posItemID": "i1", "name": "Soup", "quantity": -1, "price": 75, "amount": -75}]}),
    );
    world.checks(&[at("c1"), back]).await;
    world.all_delivered().await;
    assert_eq!(world.inbox(ana).await.len(), 2);
    assert_eq!(world.pushed(&awake, 2).await.len(), 2);
    assert!(world.push.pushed_to(&endpoint).is_empty());
    world.set_clock("2026-07-18T11:59:59Z");
    world.checks(&[sold("c9", "2026-07-18T07:59:00", 10)]).await;
    assert!(world.push.pushed_to(&endpoint).is_empty());
    world.set_clock("2026-07-18T12:00:00Z");
    let pushed = world.pushed(&endpoint, 1).await;
    world.no_push_waits().await;
    assert_eq!(world.push.pushed_to(&endpoint).len(), 1);
    assert_eq!((&pushed[0].data["kind"], &pushed[0].data["title"]), (&json!("several"), &json!(NAME)));
    assert_eq!(
        (&pushed[0].data["body"], &pushed[0].data["unread"]),
        (&json!("2 new notifications"), &json!(2))
    );
}

#[tokio::test]
async fn held_push_shows_what_is_still_unread() {
    let (world, ana, bo) = World::at(NIGHT).await;
    let (of_ana, _) = world.device(ana, "session-1").await;
    let (of_bo, _) = world.device(bo, "session-2").await;
    let at = |id: &str| with(voided(id, 60), json!({"closeTime": "2026-07-18T02:42:00"}));
    let back = with(
        at("c2"),
        json!({"voided": false, "refundOf": "c0",
        "items": [{"posItemID": "i1", "name": "Soup", "quantity": -1, "price": 75, "amount": -75}]}),
    );
    world.checks(&[at("c1"), back]).await;
    eventually("both to be delivered", || async { (world.waiting_pushes().await == [2, 2]).then_some(()) })
        .await;
    // Bo has viewed all of it, Ana the newer.
    let view = async |user, communication_id: String| {
        let asked = MarkViewedRequest { communication_id, ..MarkViewedRequest::default() };
        world.client().mark_viewed(world.request_by(user, asked)).await.unwrap();
    };
    view(ana, world.inbox(ana).await[0].communication_id.clone()).await;
    for one in world.inbox(bo).await {
        view(bo, one.communication_id).await;
    }
    world.set_clock("2026-07-18T12:00:00Z");
    let pushed = world.pushed(&of_ana, 1).await;
    world.no_push_waits().await;
    assert_eq!(
        (&pushed[0].data["body"], &pushed[0].data["unread"]),
        (&json!("1 new notification"), &json!(1))
    );
    assert!(world.push.pushed_to(&of_bo).is_empty());
}

#[tokio::test]
async fn person_who_left_a_location_gets_nothing_of_it() {
    let (world, ana, bo) = World::at(NIGHT).await;
    world.others.answers.lock().unwrap().people.insert(OTHER.into(), [ana, bo].into());
    let (of_ana, _) = world.device(ana, "session-1").await;
    let (of_bo, _) = world.device(bo, "session-2").await;
    world
        .publish(DisputeOpenedV2 {
            pos_id: pos_id(OTHER),
            dispute_id: "dp_1".into(),
            payment_intent_id: None,
            amount: 4_000,
            currency: "usd".into(),
            reason: "fraudulent".into(),
        })
        .await;
    eventually("the first to be delivered", || async {
        (world.waiting_pushes().await == [1, 1]).then_some(())
    })
    .await;
    let at = |id: &str| with(voided(id, 60), json!({"closeTime": "2026-07-18T02:42:00"}));
    world.checks(&[at("c1")]).await;
    eventually("the second to be delivered", || async {
        (world.waiting_pushes().await == [2, 2]).then_some(())
    })
    .await;
    assert_eq!(world.unread(ana).await, (1, 0));
    let left = LocationUnlinked { user_id: UserId(ana), pos_id: pos_id(POS) };
    world.publish(left.clone()).await;
    eventually("the event to be worked", || async { (world.unread(ana).await == (0, 0)).then_some(()) })
        .await;
    world.set_clock("2026-07-18T12:00:00Z");
    let both = world.pushed(&of_bo, 1).await;
    assert_eq!((&both[0].data["body"], &both[0].data["unread"]), (&json!("2 new notifications"), &json!(2)));
    let rest = world.pushed(&of_ana, 1).await;
    world.no_push_waits().await;
    assert_eq!((&rest[0].data["title"], &rest[0].data["unread"]), (&json!("Bo's Grill"), &json!(1)));
    assert!(rest[0].data["body"].as_str().unwrap().starts_with("Dispute"), "{}", rest[0].data);
    // What waits of that location alone is not sent at all; what happens after it was linked again is.
    world.push.set_mode(Mode::Down, None);
    let asked = world.push.asked();
    world.checks(&[voided("c2", 60)]).await;
    eventually("tries in vain", || async { (world.push.asked() >= asked + 2).then_some(()) }).await;
    world.publish(left).await;
    eventually("it to be dropped", || async { (world.waiting_pushes().await == [1]).then_some(()) }).await;
    world.push.set_mode(Mode::Normal, None);
    world.later(2 * 60 * 60);
    world.checks(&[voided("c3", 60)]).await;
    world.pushed(&of_ana, 2).await;
    world.pushed(&of_bo, 3).await;
    world.no_push_waits().await;
    assert_eq!(world.push.pushed_to(&of_ana).len(), 2);
    assert_eq!(world.unread(ana).await, (1, 0));
}

#[tokio::test]
async fn device_ends_with_its_session_and_changes_owner() {
    let (world, ana, bo) = World::at(NOON).await;
    let (endpoint, id) = world.device(ana, "session-1").await;
    world.device(ana, "session-2").await;
    let ended = |user, handles: &[&str]| SessionsEnded {
        user_id: UserId(user),
        handles: handles.iter().map(|handle| (*handle).to_owned()).collect(),
    };
    // Another person's event does not count.
    world.publish(ended(bo, &["session-1"])).await;
    world.publish(ended(ana, &["session-2", "session-9"])).await;
    eventually("the device to go", || async { (world.devices(ana).await.len() == 1).then_some(()) }).await;
    assert_eq!(world.devices(ana).await[0].device_id, id);
    // The same browser, signed in as another: the first gets nothing there any more.
    let made = world.push.subscribe(&world.vapid_key);
    let again = AddDeviceRequest {
        subscription: Some(Subscription { endpoint, p256dh: made.keys.p256dh, auth: made.keys.auth }),
        label: String::new(),
        session_handle: "session-3".into(),
    };
    world.client().add_device(world.request_by(bo, again)).await.unwrap();
    assert!(world.devices(ana).await.is_empty());
    assert_eq!(world.devices(bo).await[0].label, "Browser");
}

#[tokio::test]
async fn browser_added_by_several_people_belongs_to_one() {
    let (world, ana, bo) = World::at(NOON).await;
    let made = world.push.subscribe(&world.vapid_key);
    let people: Vec<Uuid> = [ana, bo].into_iter().chain((0..6).map(|_| Uuid::now_v7())).collect();
    let added = people.iter().map(|person| {
        let asked = AddDeviceRequest {
            subscription: Some(Subscription {
                endpoint: made.endpoint.clone(),
                p256dh: made.keys.p256dh.clone(),
                auth: made.keys.auth.clone(),
            }),
            label: String::new(),
            session_handle: "session-1".into(),
        };
        let (mut client, asked) = (world.client(), world.request_by(*person, asked));
        async move { client.add_device(asked).await.map(drop) }
    });
    let refused: Vec<_> =
        futures::future::join_all(added).await.into_iter().filter_map(Result::err).collect();
    assert!(refused.is_empty(), "{refused:?}");
    let mut owned = 0;
    for person in &people {
        owned += world.devices(*person).await.len();
    }
    assert_eq!(owned, 1);
}

#[tokio::test]
async fn only_twenty_known_subscriptions_are_accepted() {
    let (world, ana, _) = World::at(NOON).await;
    let made = world.push.subscribe(&world.vapid_key);
    let of = |endpoint: &str, p256dh: &str, auth: &str| AddDeviceRequest {
        subscription: Some(Subscription {
            endpoint: endpoint.into(),
            p256dh: p256dh.into(),
            auth: auth.into(),
        }),
        label: String::new(),
        session_handle: "session-1".into(),
    };
    let (p256dh, auth) = (made.keys.p256dh.as_str(), made.keys.auth.as_str());
    for (asked, field) in [
        (of("https://example.com/push", p256dh, auth), "subscription.endpoint"),
        (of("http://169.254.169.254/latest", p256dh, auth), "subscription.endpoint"),
        (of(&made.endpoint, "x", auth), "subscription.keys.p256dh"),
        (of(&made.endpoint, p256dh, "x"), "subscription.keys.auth"),
    ] {
        let refused = world.client().add_device(world.request_by(ana, asked)).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument);
        assert_eq!(refused.metadata().get("x-saffron-field").unwrap(), field);
    }
    for number in 0..21 {
        world.device(ana, &format!("session-{number}")).await;
        world.later(1);
    }
    let devices = world.devices(ana).await;
    assert_eq!((devices.len(), devices[0].session_handle.as_str()), (20, "session-1"));
}

#[tokio::test]
async fn test_push_returns_the_reply_of_the_push_service() {
    let (world, ana, bo) = World::at(NIGHT).await;
    let (endpoint, id) = world.device(ana, "session-1").await;
    let test = |device: &str| TestPushRequest { device_id: device.into() };
    world.client().test_push(world.request_by(ana, test(&id))).await.unwrap();
    // Whatever the hour.
    assert_eq!(world.push.pushed_to(&endpoint)[0].data["kind"], "test");
    for (user, device) in [(bo, id.clone()), (ana, Uuid::now_v7().to_string())] {
        let refused = world.client().test_push(world.request_by(user, test(&device))).await.unwrap_err();
        assert_eq!(refused.code(), Code::NotFound);
    }
    for (mode, code) in [
        (Mode::Down, Code::Unavailable),
        (Mode::Forbidden, Code::AlreadyExists),
        (Mode::Gone, Code::NotFound),
    ] {
        world.push.set_mode(mode, Some(1));
        let refused = world.client().test_push(world.request_by(ana, test(&id))).await.unwrap_err();
        assert_eq!(refused.code(), code, "{mode:?}");
    }
    assert!(world.devices(ana).await.is_empty());
    let gone = RemoveDeviceRequest { device_id: id };
    world.client().remove_device(world.request_by(ana, gone)).await.unwrap();
}
