use futures::future::join;
use saffron_core::{Code, Error};
use saffron_proto::auth::{ChangePasswordRequest, LoginResponse};

use crate::world::{ADDRESS, PASSWORD, World, answered, code_of, subject, world};

const ANA: &str = "ana@saffron.example";
const NEW: &str = "the oven wakes at nine";

async fn change(world: &World, session: &LoginResponse, old: &str, new: &str) -> Result<Vec<String>, Error> {
    let token = world.token(session).await;
    let request = ChangePasswordRequest {
        old_password: old.into(),
        new_password: new.into(),
        handle: session.handle.clone(),
    };
    answered(world.account().change_password(world.as_caller(&token, request)).await)
        .map(|answer| answer.ended)
}

fn wrong(field: &str) -> (Code, Option<String>) {
    (Code::Invalid, Some(field.into()))
}

#[tokio::test]
async fn a_change_ends_the_other_sessions_and_is_mailed() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let other = world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    world.ask_reset(ANA).await.unwrap();
    let link = world.token_mailed(ANA, subject::RESET, 1).await;
    let ended = change(&world, &session, PASSWORD, NEW).await.unwrap();
    assert_eq!(ended, [other.handle]);
    world.resolve(&session.session_id).await.unwrap();
    assert_eq!(code_of(world.resolve(&other.session_id).await), (Code::Unauthenticated, None));
    assert!(world.try_login(ANA, PASSWORD, ADDRESS).await.is_err());
    world.try_login(ANA, NEW, ADDRESS).await.unwrap();
    let mail = world.mailed(ANA, subject::CHANGED, 1).await;
    let code = session.profile.unwrap().unique_code;
    assert!(mail.contains(&code) && mail.contains("https://saffron.test/auth/forgot"), "{mail}");
    // A link that was mailed before is no longer valid.
    assert_eq!(code_of(world.reset(&link, "yet another good one").await), wrong("token"));
}

#[tokio::test]
async fn a_wrong_field_is_named_and_nothing_changes() {
    let world = world().await;
    let session = world.enter(ANA).await;
    for (old, new, field) in [
        ("a wrong password", NEW, "oldPassword"),
        (PASSWORD, "short", "newPassword"),
        (PASSWORD, "password1234", "newPassword"),
        (PASSWORD, PASSWORD, "newPassword"),
    ] {
        assert_eq!(code_of(change(&world, &session, old, new).await), wrong(field), "{new}");
    }
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    assert!(world.mails(ANA, subject::CHANGED).is_empty());
}

#[tokio::test]
async fn guesses_at_the_old_password_are_slowed() {
    let world = world().await;
    let session = world.enter(ANA).await;
    for _ in 0..5 {
        let refused = change(&world, &session, "a wrong password", NEW).await;
        assert_eq!(code_of(refused), wrong("oldPassword"));
    }
    assert_eq!(code_of(change(&world, &session, PASSWORD, NEW).await), (Code::TooMany, None));
    // Sign-ins at other addresses are not slowed by it.
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
}

#[tokio::test]
async fn no_session_begins_by_a_password_that_was_changed() {
    let world = world().await;
    let session = world.enter(ANA).await;
    for round in 0..6 {
        let (old, new) = if round % 2 == 0 { (PASSWORD, NEW) } else { (NEW, PASSWORD) };
        let (changed, entered) =
            join(change(&world, &session, old, new), world.try_login(ANA, old, ADDRESS)).await;
        changed.unwrap();
        // Refused, or begun before the change and ended by it.
        if let Ok(entered) = entered {
            assert_eq!(code_of(world.resolve(&entered.session_id).await), (Code::Unauthenticated, None));
        }
    }
}
