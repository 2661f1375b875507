use futures::future::join_all;
use jiff::SignedDuration;
use saffron_core::{Code, Error};
use saffron_proto::auth::LoginRequest;

use crate::world::{ADDRESS, PASSWORD, World, code_of, world};

const ANA: &str = "ana@saffron.example";

fn wait_of<T: std::fmt::Debug>(answer: Result<T, Error>) -> u32 {
    let error = answer.unwrap_err();
    assert_eq!(error.code, Code::TooMany, "{error}");
    error.retry_after.unwrap()
}

async fn fail(world: &World, email: &str, address: &str, times: usize) {
    for _ in 0..times {
        let error = world.try_login(email, "a wrong password", address).await.unwrap_err();
        assert_eq!(
            (error.code, error.message.as_str()),
            (Code::Unauthenticated, "Email or Password is incorrect!")
        );
    }
}

#[tokio::test]
async fn a_session_is_for_the_right_password_only() {
    let world = world().await;
    world.sign_up(ANA).await;
    let session = world.try_login(" Ana@SAFFRON.example", PASSWORD, ADDRESS).await.unwrap();
    assert_eq!((session.session_id.len(), session.handle.len()), (43, 22));
    let wrong = world.try_login(ANA, "a wrong password", ADDRESS).await.unwrap_err();
    let unknown = world.try_login("nobody@saffron.example", PASSWORD, ADDRESS).await.unwrap_err();
    assert_eq!(wrong, unknown);
    assert_eq!(
        (wrong.code, wrong.message.as_str()),
        (Code::Unauthenticated, "Email or Password is incorrect!")
    );
    assert_eq!(world.count("sessions").await, 1);
}

#[tokio::test]
async fn a_notification_token_is_kept_within_bounds() {
    let world = world().await;
    world.sign_up(ANA).await;
    let request = |length: usize| LoginRequest {
        username: ANA.into(),
        password: PASSWORD.into(),
        firebase_notification_token: "t".repeat(length),
        ..LoginRequest::default()
    };
    world.try_login_with(request(4096)).await.unwrap();
    let kept: Option<String> = sqlx::query_scalar("SELECT firebase_notification_token FROM sessions")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(kept.unwrap().len(), 4096);
    let refused = code_of(world.try_login_with(request(4097)).await);
    assert_eq!(refused, (Code::Invalid, Some("firebaseNotificationToken".into())));
}

#[tokio::test]
async fn failures_slow_an_account_down_also_for_its_password() {
    let world = world().await;
    world.sign_up(ANA).await;
    fail(&world, ANA, ADDRESS, 5).await;
    assert_eq!(wait_of(world.try_login(ANA, PASSWORD, ADDRESS).await), 32);
    // Also from another address, and a refused try does not make it longer.
    world.pass(SignedDuration::from_secs(10));
    assert_eq!(wait_of(world.try_login(ANA, PASSWORD, "198.51.100.1").await), 22);
    world.pass(SignedDuration::from_secs(22));
    fail(&world, ANA, ADDRESS, 1).await;
    assert_eq!(wait_of(world.try_login(ANA, PASSWORD, ADDRESS).await), 64);
    world.pass(SignedDuration::from_secs(64));
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    // Success forgets the account's failures.
    fail(&world, ANA, ADDRESS, 5).await;
    assert_eq!(wait_of(world.try_login(ANA, PASSWORD, ADDRESS).await), 32);
}

#[tokio::test]
async fn an_unknown_account_is_slowed_like_a_known_one() {
    let world = world().await;
    fail(&world, "nobody@saffron.example", ADDRESS, 5).await;
    assert_eq!(wait_of(world.try_login("Nobody@saffron.example ", PASSWORD, ADDRESS).await), 32);
}

#[tokio::test]
async fn an_address_is_slowed_and_forgets_after_an_hour() {
    let world = world().await;
    world.sign_up(ANA).await;
    for n in 0..20 {
        fail(&world, &format!("guess{n}@saffron.example"), "198.51.100.1", 1).await;
    }
    assert_eq!(wait_of(world.try_login(ANA, PASSWORD, "198.51.100.1").await), 32);
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    world.pass(SignedDuration::from_secs(3600));
    fail(&world, "guess@saffron.example", "198.51.100.1", 1).await;
    world.try_login(ANA, PASSWORD, "198.51.100.1").await.unwrap();
}

#[tokio::test]
async fn many_guesses_at_once_are_slowed_too() {
    let world = world().await;
    world.sign_up(ANA).await;
    let guesses = (0..40).map(|n| {
        let (world, password) = (&world, format!("guess number {n}"));
        async move { world.try_login(ANA, &password, ADDRESS).await.unwrap_err().code }
    });
    let answers = join_all(guesses).await;
    let tried = answers.iter().filter(|code| **code == Code::Unauthenticated).count();
    let cores = std::thread::available_parallelism().unwrap().get();
    assert!((5..5 + cores).contains(&tried), "{tried} guesses were looked at");
    assert!(answers.iter().all(|code| matches!(code, Code::Unauthenticated | Code::TooMany)));
}
