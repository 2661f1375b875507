//! People, sessions and push services that go away while news are under way.

use saffron_core::UserId;
use saffron_core::event::{LocationUnlinked, SessionsEnded};
use saffron_proto::notifications::{AddDeviceRequest, Subscription};
use saffron_sandbox::push::Mode;
use saffron_testkit::eventually;
use tonic::Code;
use uuid::Uuid;

use crate::world::*;

fn unlinked(user: Uuid) -> LocationUnlinked {
    LocationUnlinked { user_id: UserId(user), pos_id: pos_id(POS) }
}

#[tokio::test]
async fn person_leaving_during_delivery_gets_nothing() {
    let (world, ana, bo) = World::at(NOON).await;
    let (of_ana, _) = world.device(ana, "session-1").await;
    let (of_bo, _) = world.device(bo, "session-2").await;
    // Auth has seen the question before the person leaves, and answers later.
    let answer_lock = world.others.answer_lock.clone().write_owned().await;
    world.checks(&[voided("c1", 60)]).await;
    eventually("it to be in hand", || async {
        let tries: Option<i32> =
            sqlx::query_scalar("SELECT max(tries) FROM happening").fetch_one(&world.pool).await.unwrap();
        (tries == Some(1)).then_some(())
    })
    .await;
    world.publish(unlinked(ana)).await;
    world.describe(OTHER, "described after it", "").await;
    drop(answer_lock);
    world.all_delivered().await;
    world.pushed(&of_bo, 1).await;
    world.no_push_waits().await;
    assert_eq!((world.inbox(bo).await.len(), world.inbox(ana).await.len()), (1, 0));
    assert_eq!(world.unread(ana).await, (0, 0));
    assert!(world.push.pushed_to(&of_ana).is_empty());
}

#[tokio::test]
async fn late_unlink_takes_what_was_delivered_meanwhile() {
    let (world, ana, _) = World::at(NOON).await;
    let (of_ana, _) = world.device(ana, "session-1").await;
    world.push.set_mode(Mode::Down, None);
    let left_at = world.clock.now();
    world.later(10);
    world.checks(&[voided("c1", 60)]).await;
    world.all_delivered().await;
    assert_eq!((world.unread(ana).await, world.count("push_job").await), ((1, 0), 1));
    world.publish_as(Uuid::now_v7(), world.next_sequence(), left_at, unlinked(ana)).await;
    eventually("the push to be dropped", || async { (world.count("push_job").await == 0).then_some(()) })
        .await;
    assert_eq!(world.unread(ana).await, (0, 0));
    // Linked again, a person gets news again.
    world.push.set_mode(Mode::Normal, None);
    world.later(60 * 60);
    world.checks(&[voided("c2", 70)]).await;
    world.all_delivered().await;
    world.pushed(&of_ana, 1).await;
    assert_eq!(world.unread(ana).await, (1, 0));
}

#[tokio::test]
async fn ended_session_adds_no_device() {
    let (world, ana, _) = World::at(NOON).await;
    world.publish(SessionsEnded { user_id: UserId(ana), handles: vec!["session-1".into()] }).await;
    world.describe(OTHER, "described after it", "").await;
    let made = world.push.subscribe(&world.vapid_key);
    let asked = AddDeviceRequest {
        subscription: Some(Subscription {
            endpoint: made.endpoint,
            p256dh: made.keys.p256dh,
            auth: made.keys.auth,
        }),
        label: "Chrome on Android".into(),
        session_handle: "session-1".into(),
    };
    let refused = world.client().add_device(world.request_by(ana, asked)).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unauthenticated);
    assert!(world.devices(ana).await.is_empty());
    world.device(ana, "session-2").await;
    assert_eq!(world.devices(ana).await.len(), 1);
}

#[tokio::test]
async fn endless_retry_after_stops_nothing() {
    let (world, ana, _) = World::at(NOON).await;
    let (endpoint, _) = world.device(ana, "session-1").await;
    world.push.set_mode(Mode::RateLimited { retry_after: u64::MAX }, Some(1));
    world.checks(&[voided("c1", 60)]).await;
    eventually("a try in vain", || async { (world.push.asked() == 1).then_some(()) }).await;
    world.later(60 * 60);
    world.checks(&[voided("c2", 70)]).await;
    world.pushed(&endpoint, 1).await;
    // A push that waits for so long is given up when it is of no use any more.
    world.later(25 * 60 * 60);
    world.no_push_waits().await;
    assert_eq!(world.push.pushed_to(&endpoint).len(), 1);
}
