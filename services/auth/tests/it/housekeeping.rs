use jiff::SignedDuration;
use saffron_testkit::eventually;

use crate::world::{ADDRESS, person, subject, world};

#[tokio::test]
async fn ended_rows_are_forgotten_and_others_stay() {
    let world = world().await;
    world.enter("ana@saffron.example").await;
    world.provision("pizza").await;
    world.try_login("nobody@saffron.example", "a wrong password", ADDRESS).await.unwrap_err();
    world.pass(SignedDuration::from_hours(24 * 31));
    let fresh = world.enter("bo@saffron.example").await;
    world.provision("tacos").await;
    world.try_login("somebody@saffron.example", "a wrong password", ADDRESS).await.unwrap_err();
    // A replica does its upkeep at its start.
    world.replica().await;
    eventually("one session and one code", || async {
        let left =
            (world.count("sessions").await, world.count("link_codes").await, world.count("tries").await);
        // Four tries are left: a sign-up of and from an address, a sign-in of and from one.
        (left == (1, 1, 4)).then_some(())
    })
    .await;
    world.resolve(&fresh.session_id).await.unwrap();
}

#[tokio::test]
async fn expired_sessions_are_published_as_ended() {
    let world = world().await;
    let ana = world.enter("ana@saffron.example").await;
    let bo = world.enter("bo@saffron.example").await;
    let mut listener = world.nats.subscribe("saffron.v1._.auth.sessions_ended").await;
    world.pass(SignedDuration::from_hours(24 * 31));
    world.replica().await;
    let mut published = Vec::new();
    for _ in 0..2 {
        let event = listener.expect_event(|_| true).await;
        assert_eq!(event.r#type, "saffron.auth.sessions_ended.v1");
        published.push((event.data["userID"].clone(), event.data["handles"].clone()));
    }
    for person in [ana, bo] {
        let ended = (person.profile.unwrap().user_id.into(), vec![person.handle].into());
        assert!(published.contains(&ended), "{ended:?} {published:?}");
    }
}

#[tokio::test]
async fn old_links_and_sign_ups_are_forgotten() {
    let world = world().await;
    world.sign_up("ana@saffron.example").await;
    world.try_sign_up(person("bo@saffron.example")).await.unwrap();
    world.ask_reset("ana@saffron.example").await.unwrap();
    world.mailed("ana@saffron.example", subject::RESET, 1).await;
    world.mailed("bo@saffron.example", subject::CONFIRM, 1).await;
    assert_eq!((world.count("sign_ups").await, world.count("resets").await), (1, 1));
    world.pass(SignedDuration::from_hours(24 * 30) + SignedDuration::from_secs(1));
    world.replica().await;
    eventually("nothing", || async {
        ((world.count("sign_ups").await, world.count("resets").await) == (0, 0)).then_some(())
    })
    .await;
    assert_eq!(world.count("users").await, 1);
}
