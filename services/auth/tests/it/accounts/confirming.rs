use jiff::SignedDuration;
use saffron_core::Code;
use saffron_proto::auth::{ConfirmAddressRequest, SignUpRequest};
use saffron_sandbox::mail::{Mode, Refusal};
use saffron_testkit::eventually;

use crate::world::{ADDRESS, PASSWORD, World, answered, code_of, person, subject, world};

const ANA: &str = "ana@saffron.example";

/// The answer to a wrong password.
async fn is_a_stranger(world: &World) {
    let waiting = world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap_err();
    let wrong = world.try_login(ANA, "a wrong password", "198.51.100.9").await.unwrap_err();
    assert_eq!(waiting, wrong);
    assert_eq!(wrong.message, "Email or Password is incorrect!");
}

fn bad_link() -> (Code, Option<String>) {
    (Code::Invalid, Some("token".into()))
}

fn wrong_password() -> (Code, Option<String>) {
    (Code::Invalid, Some("password".into()))
}

#[tokio::test]
async fn an_address_signs_in_only_after_its_link_was_used_once() {
    let world = world().await;
    world.try_sign_up(person(ANA)).await.unwrap();
    let token = world.token_mailed(ANA, subject::CONFIRM, 1).await;
    assert_eq!(world.count("users").await, 0);
    is_a_stranger(&world).await;
    for wrong in ["", "x", &token[1..], &token.to_lowercase()] {
        assert_eq!(code_of(world.confirm(wrong).await), bad_link());
    }
    assert_eq!(code_of(world.confirm_with(&token, "a wrong password").await), wrong_password());
    assert_eq!(world.count("users").await, 0);
    world.confirm(&token).await.unwrap();
    let profile = world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap().profile.unwrap();
    assert_eq!((profile.first_name.as_str(), profile.unique_code.len()), ("Ana", 8));
    assert_eq!(code_of(world.confirm(&token).await), bad_link());
}

#[tokio::test]
async fn a_link_is_valid_for_a_day_and_renewed_at_a_sign_in() {
    let world = world().await;
    world.try_sign_up(person(ANA)).await.unwrap();
    let first = world.token_mailed(ANA, subject::CONFIRM, 1).await;
    world.pass(SignedDuration::from_mins(5) - SignedDuration::from_secs(1));
    is_a_stranger(&world).await;
    world.all_sent().await;
    assert_eq!(world.mails(ANA, subject::CONFIRM).len(), 1);
    world.pass(SignedDuration::from_secs(1));
    is_a_stranger(&world).await;
    let second = world.token_mailed(ANA, subject::CONFIRM, 2).await;
    assert_eq!(code_of(world.confirm(&first).await), bad_link());
    world.pass(SignedDuration::from_hours(24));
    assert_eq!(code_of(world.confirm(&second).await), bad_link());
    is_a_stranger(&world).await;
    let third = world.token_mailed(ANA, subject::CONFIRM, 3).await;
    world.pass(SignedDuration::from_hours(24) - SignedDuration::from_secs(1));
    world.confirm(&third).await.unwrap();
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
}

#[tokio::test]
async fn the_link_that_is_used_first_gets_the_account() {
    let world = world().await;
    world.try_sign_up(person(ANA)).await.unwrap();
    let anas = world.token_mailed(ANA, subject::CONFIRM, 1).await;
    let mallory = SignUpRequest { password: "another one of hers".into(), ..person(ANA) };
    world.try_sign_up(mallory).await.unwrap();
    let mallorys = world.token_mailed(ANA, subject::CONFIRM, 2).await;
    // The link of a stranger's sign-up does not work without the stranger's password.
    assert_eq!(code_of(world.confirm(&mallorys).await), wrong_password());
    world.confirm(&anas).await.unwrap();
    assert_eq!(code_of(world.confirm_with(&mallorys, "another one of hers").await), bad_link());
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    assert!(world.try_login(ANA, "another one of hers", ADDRESS).await.is_err());
}

#[tokio::test]
async fn wrong_links_are_slowed() {
    let world = world().await;
    for _ in 0..20 {
        assert_eq!(code_of(world.confirm("no such link").await), bad_link());
    }
    assert_eq!(code_of(world.confirm("no such link").await), (Code::TooMany, None));
    assert_eq!(code_of(world.reset("no such link", PASSWORD).await), (Code::TooMany, None));
}

#[tokio::test]
async fn a_mail_that_is_not_taken_is_sent_again_with_a_valid_link() {
    let world = world().await;
    world.post.set_mode(Mode::Later, Some(1));
    world.post.refuse("nobody@saffron.example", Some(Refusal::Permanent), None);
    world.try_sign_up(person("nobody@saffron.example")).await.unwrap();
    world.try_sign_up(person(ANA)).await.unwrap();
    eventually("the mail", || async {
        // Time passes for the mail that waits.
        world.pass(SignedDuration::from_secs(2));
        (!world.mails(ANA, subject::CONFIRM).is_empty()).then_some(())
    })
    .await;
    let token = world.token_mailed(ANA, subject::CONFIRM, 1).await;
    world.confirm(&token).await.unwrap();
    // A mail that is refused for good is not sent again.
    world.all_sent().await;
}

#[tokio::test]
async fn a_mail_outlives_the_service() {
    let mut world = world().await;
    world.post.set_mode(Mode::Closed, None);
    world.try_sign_up(person(ANA)).await.unwrap();
    world.service.stop().await;
    assert_eq!(world.count("mails").await, 1);
    world.post.set_mode(Mode::Normal, None);
    world.pass(SignedDuration::from_mins(5));
    world.service.restart().await;
    let token = world.token_mailed(ANA, subject::CONFIRM, 1).await;
    world.confirm(&token).await.unwrap();
}

#[tokio::test]
async fn sign_ups_of_a_stranger_leave_an_earlier_link_valid() {
    let world = world().await;
    world.try_sign_up(person(ANA)).await.unwrap();
    let anas = world.token_mailed(ANA, subject::CONFIRM, 1).await;
    for _ in 0..8 {
        world.pass(SignedDuration::from_mins(15));
        let mallory = SignUpRequest { password: "another one of hers".into(), ..person(ANA) };
        world.try_sign_up(mallory).await.unwrap();
    }
    world.all_sent().await;
    world.confirm(&anas).await.unwrap();
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
}

#[tokio::test]
async fn a_link_without_the_password_makes_no_account() {
    let world = world().await;
    world.try_sign_up(person(ANA)).await.unwrap();
    let token = world.token_mailed(ANA, subject::CONFIRM, 1).await;
    let before = ConfirmAddressRequest { token: token.clone(), remote_address: ADDRESS.into() };
    let refused = answered(world.sessions().confirm_address(world.as_gateway(before)).await);
    assert_eq!(code_of(refused), wrong_password());
    assert_eq!(world.count("users").await, 0);
    world.confirm(&token).await.unwrap();
}

#[tokio::test]
async fn guesses_at_the_password_of_a_link_are_slowed() {
    let world = world().await;
    world.try_sign_up(person(ANA)).await.unwrap();
    let token = world.token_mailed(ANA, subject::CONFIRM, 1).await;
    for _ in 0..5 {
        assert_eq!(code_of(world.confirm_with(&token, "a wrong password").await), wrong_password());
    }
    let error = world.confirm(&token).await.unwrap_err();
    assert_eq!((error.code, error.retry_after), (Code::TooMany, Some(32)));
    // Another link is not slowed.
    world.sign_up("bo@saffron.example").await;
    world.pass(SignedDuration::from_secs(32));
    world.confirm(&token).await.unwrap();
}
