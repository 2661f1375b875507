use std::collections::BTreeSet;

use jiff::SignedDuration;
use saffron_core::Code;

use crate::world::{ADDRESS, PASSWORD, World, code_of, person, subject, world};

const ANA: &str = "ana@saffron.example";
const BO: &str = "bo@saffron.example";
const NEW: &str = "the oven wakes at nine";

async fn link(world: &World, email: &str, count: usize) -> String {
    world.ask_reset(email).await.unwrap();
    world.token_mailed(email, subject::RESET, count).await
}

fn bad_link() -> (Code, Option<String>) {
    (Code::Invalid, Some("token".into()))
}

#[tokio::test]
async fn a_link_sets_another_password_once_and_ends_all_sessions() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let other = world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    let bo = world.enter(BO).await;
    let mut gateways = world.nats.subscribe("push.v1.gateway._.session_ended").await;
    let mut services = world.nats.subscribe("saffron.v1._.auth.sessions_ended").await;
    world.ask_reset(" ANA@saffron.example").await.unwrap();
    let token = world.token_mailed(ANA, subject::RESET, 1).await;
    assert!(world.resolve(&session.session_id).await.is_ok(), "asking ends nothing");
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();

    let ended = world.reset(&token, NEW).await.unwrap();
    assert_eq!(ended.len(), 3);
    for gone in [&session, &other] {
        assert!(ended.contains(&gone.handle));
        assert_eq!(code_of(world.resolve(&gone.session_id).await), (Code::Unauthenticated, None));
    }
    let mut published = Vec::new();
    while published.len() < ended.len() {
        published.push(gateways.expect_event(|_| true).await.data["handle"].as_str().unwrap().to_owned());
    }
    assert_eq!(BTreeSet::from_iter(published), BTreeSet::from_iter(ended));
    let event = services.expect_event(|_| true).await;
    assert_eq!(event.data["userID"], session.profile.unwrap().user_id);
    assert_eq!(event.data["handles"].as_array().unwrap().len(), 3);
    world.resolve(&bo.session_id).await.unwrap();

    assert!(world.try_login(ANA, PASSWORD, ADDRESS).await.is_err());
    world.try_login(ANA, NEW, ADDRESS).await.unwrap();
    assert_eq!(code_of(world.reset(&token, "yet another good one").await), bad_link());
    world.try_login(ANA, NEW, ADDRESS).await.unwrap();
    let mail = world.mailed(ANA, subject::CHANGED, 1).await;
    assert!(mail.contains("Saturday, Jul 18, 2026 at 12:00 UTC") && !mail.contains('#'), "{mail}");
}

#[tokio::test]
async fn a_link_is_valid_for_thirty_minutes() {
    let world = world().await;
    world.sign_up(ANA).await;
    let token = link(&world, ANA, 1).await;
    world.pass(SignedDuration::from_mins(30));
    assert_eq!(code_of(world.reset(&token, NEW).await), bad_link());
    let token = link(&world, ANA, 2).await;
    world.pass(SignedDuration::from_mins(30) - SignedDuration::from_secs(1));
    world.reset(&token, NEW).await.unwrap();
}

#[tokio::test]
async fn only_the_newest_link_works_and_only_for_its_person() {
    let world = world().await;
    world.sign_up(ANA).await;
    world.sign_up(BO).await;
    let first = link(&world, ANA, 1).await;
    let second = link(&world, ANA, 2).await;
    let bos = link(&world, BO, 1).await;
    assert_eq!(code_of(world.reset(&first, NEW).await), bad_link());
    world.reset(&bos, NEW).await.unwrap();
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    world.try_login(BO, NEW, ADDRESS).await.unwrap();
    world.reset(&second, NEW).await.unwrap();
}

#[tokio::test]
async fn a_link_has_one_purpose() {
    let world = world().await;
    world.sign_up(ANA).await;
    world.try_sign_up(person(BO)).await.unwrap();
    let confirm = world.token_mailed(BO, subject::CONFIRM, 1).await;
    let reset = link(&world, ANA, 1).await;
    assert_eq!(code_of(world.reset(&confirm, NEW).await), bad_link());
    assert_eq!(code_of(world.confirm(&reset).await), bad_link());
    world.confirm(&confirm).await.unwrap();
    world.reset(&reset, NEW).await.unwrap();
}

#[tokio::test]
async fn a_refused_password_leaves_the_link_valid() {
    let world = world().await;
    world.sign_up(ANA).await;
    let token = link(&world, ANA, 1).await;
    for bad in ["short", "password1234"] {
        assert_eq!(code_of(world.reset(&token, bad).await), (Code::Invalid, Some("password".into())));
    }
    world.reset(&token, NEW).await.unwrap();
}

#[tokio::test]
async fn a_reset_request_is_the_same_for_known_and_unknown_addresses() {
    let world = world().await;
    world.sign_up(ANA).await;
    for email in [ANA, "nobody@saffron.example"] {
        for _ in 0..3 {
            world.ask_reset(email).await.unwrap();
        }
        let refused = world.ask_reset(email).await.unwrap_err();
        assert_eq!((refused.code, refused.retry_after), (Code::TooMany, Some(32)), "{email}");
    }
    assert_eq!(code_of(world.ask_reset("no address").await), (Code::Invalid, Some("email".into())));
    world.all_sent().await;
    world.mailed(ANA, subject::RESET, 3).await;
    assert!(world.post.mails_to("nobody@saffron.example").is_empty());
    world.pass(SignedDuration::from_secs(32));
    link(&world, ANA, 4).await;
}

#[tokio::test]
async fn a_new_password_forgets_the_failures_of_the_old() {
    let world = world().await;
    world.sign_up(ANA).await;
    for _ in 0..5 {
        world.try_login(ANA, "a wrong password", "198.51.100.1").await.unwrap_err();
    }
    assert_eq!(code_of(world.try_login(ANA, PASSWORD, ADDRESS).await), (Code::TooMany, None));
    let token = link(&world, ANA, 1).await;
    world.reset(&token, NEW).await.unwrap();
    world.try_login(ANA, NEW, ADDRESS).await.unwrap();
}

#[tokio::test]
async fn requests_at_once_mail_three_links_at_most() {
    let world = world().await;
    world.sign_up(ANA).await;
    let answers = futures::future::join_all((0..10).map(|_| world.ask_reset(ANA))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 3);
    world.all_sent().await;
    assert_eq!(world.mails(ANA, subject::RESET).len(), 3);
}
