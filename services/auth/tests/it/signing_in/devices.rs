//! Devices that signed in before: no stranger's tries lock them out.

use jiff::SignedDuration;
use saffron_core::{Code, Error};
use saffron_proto::auth::{LoginRequest, LoginResponse, ResetPasswordRequest};

use crate::world::{ADDRESS, PASSWORD, World, answered, code_of, subject, world};

const ANA: &str = "ana@saffron.example";
const BO: &str = "bo@saffron.example";
const ELSEWHERE: &str = "198.51.100.1";

async fn login(world: &World, email: &str, password: &str, token: &str) -> Result<LoginResponse, Error> {
    let request = LoginRequest {
        username: email.into(),
        password: password.into(),
        web: true,
        remote_address: ADDRESS.into(),
        device_token: token.into(),
        remember_device: true,
        ..LoginRequest::default()
    };
    world.try_login_with(request).await
}

async fn fail(world: &World, email: &str, times: usize) {
    for _ in 0..times {
        let error = world.try_login(email, "a wrong password", ELSEWHERE).await.unwrap_err();
        assert_eq!(error.code, Code::Unauthenticated, "{error}");
    }
}

#[tokio::test]
async fn a_known_device_passes_the_brake_of_strangers() {
    let world = world().await;
    world.sign_up(ANA).await;
    let phone = login(&world, ANA, PASSWORD, "").await.unwrap().device_token;
    assert_eq!(phone.len(), 43);
    fail(&world, ANA, 5).await;
    assert_eq!(code_of(login(&world, ANA, PASSWORD, "").await), (Code::TooMany, None));
    let again = login(&world, " Ana@saffron.example", PASSWORD, &phone).await.unwrap();
    assert_eq!(again.device_token, phone, "it keeps its token");
    assert_eq!(world.count("devices").await, 1);
    // The address does not slow it either: the people of a restaurant share one.
    for n in 0..20 {
        world.try_login(&format!("g{n}@saffron.example"), "a wrong password", ADDRESS).await.unwrap_err();
    }
    assert_eq!(code_of(world.try_login(ANA, PASSWORD, ADDRESS).await), (Code::TooMany, None));
    login(&world, ANA, PASSWORD, &phone).await.unwrap();
}

#[tokio::test]
async fn a_known_device_is_slowed_by_its_own_failures() {
    let world = world().await;
    world.sign_up(ANA).await;
    let phone = login(&world, ANA, PASSWORD, "").await.unwrap().device_token;
    let tablet = login(&world, ANA, PASSWORD, "").await.unwrap().device_token;
    assert_ne!(phone, tablet);
    for _ in 0..5 {
        let wrong = login(&world, ANA, "a wrong password", &phone).await.unwrap_err();
        assert_eq!(wrong.message, "Email or Password is incorrect!");
    }
    let slowed = login(&world, ANA, PASSWORD, &phone).await.unwrap_err();
    assert_eq!((slowed.code, slowed.retry_after), (Code::TooMany, Some(32)));
    // They slow no other device.
    login(&world, ANA, PASSWORD, &tablet).await.unwrap();
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    world.pass(SignedDuration::from_secs(32));
    login(&world, ANA, PASSWORD, &phone).await.unwrap();
}

#[tokio::test]
async fn a_device_is_known_to_its_own_accounts_only() {
    let world = world().await;
    world.sign_up(ANA).await;
    world.sign_up(BO).await;
    let bos = login(&world, BO, PASSWORD, "").await.unwrap().device_token;
    fail(&world, ANA, 5).await;
    for token in [bos.as_str(), "x", &"x".repeat(43)] {
        assert_eq!(code_of(login(&world, ANA, PASSWORD, token).await), (Code::TooMany, None));
    }
    // An unknown account gives the same answer.
    for _ in 0..5 {
        login(&world, "nobody@saffron.example", PASSWORD, &bos).await.unwrap_err();
    }
    let unknown = login(&world, "nobody@saffron.example", PASSWORD, &bos).await;
    assert_eq!(code_of(unknown), (Code::TooMany, None));
    // A browser that both use is known to both by one token; an invented token is never accepted.
    world.pass(SignedDuration::from_hours(1));
    assert_eq!(login(&world, ANA, PASSWORD, &bos).await.unwrap().device_token, bos);
    assert_ne!(login(&world, ANA, PASSWORD, &"x".repeat(43)).await.unwrap().device_token, "x".repeat(43));
    fail(&world, ANA, 5).await;
    login(&world, ANA, PASSWORD, &bos).await.unwrap();
}

#[tokio::test]
async fn an_account_knows_fifty_devices_for_half_a_year() {
    let world = world().await;
    world.sign_up(ANA).await;
    let first = login(&world, ANA, PASSWORD, "").await.unwrap().device_token;
    world.pass(SignedDuration::from_secs(1));
    sqlx::raw_sql(
        "INSERT INTO devices SELECT sha256(n::text::bytea), user_id, '2026-07-18T12:00:00Z' FROM users,
           generate_series(1, 49) AS g (n)",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    assert_eq!(world.count("devices").await, 50);
    login(&world, ANA, PASSWORD, &first).await.unwrap();
    let another = login(&world, ANA, PASSWORD, "").await.unwrap().device_token;
    assert_eq!(world.count("devices").await, 50);
    fail(&world, ANA, 5).await;
    for token in [&first, &another] {
        login(&world, ANA, PASSWORD, token).await.unwrap();
    }
    world.pass(SignedDuration::from_hours(180 * 24));
    fail(&world, ANA, 5).await;
    assert_eq!(code_of(login(&world, ANA, PASSWORD, &first).await), (Code::TooMany, None));
}

#[tokio::test]
async fn a_client_without_a_request_gets_no_device_token() {
    let world = world().await;
    let session = world.enter(ANA).await;
    assert_eq!((session.device_token.as_str(), world.count("devices").await), ("", 0));
}

#[tokio::test]
async fn a_known_device_gets_a_reset_link_whatever_strangers_ask() {
    let world = world().await;
    world.sign_up(ANA).await;
    let phone = login(&world, ANA, PASSWORD, "").await.unwrap().device_token;
    for _ in 0..3 {
        world.ask_reset(ANA).await.unwrap();
    }
    assert_eq!(code_of(world.ask_reset(ANA).await), (Code::TooMany, None));
    world.ask_reset_on(&phone, ANA).await.unwrap();
    world.all_sent().await;
    world.mailed(ANA, subject::RESET, 4).await;
    // It has a brake of its own.
    for _ in 0..2 {
        world.ask_reset_on(&phone, ANA).await.unwrap();
    }
    assert_eq!(code_of(world.ask_reset_on(&phone, ANA).await), (Code::TooMany, None));
    // To another account it is a stranger.
    for _ in 0..3 {
        world.ask_reset_on(&phone, BO).await.unwrap();
    }
    assert_eq!(code_of(world.ask_reset_on(&phone, BO).await), (Code::TooMany, None));
}

#[tokio::test]
async fn a_reset_makes_its_browser_known_and_forgets_others() {
    let world = world().await;
    world.sign_up(ANA).await;
    let phone = login(&world, ANA, PASSWORD, "").await.unwrap().device_token;
    world.ask_reset(ANA).await.unwrap();
    let request = ResetPasswordRequest {
        token: world.token_mailed(ANA, subject::RESET, 1).await,
        password: "the oven wakes at nine".into(),
        remote_address: ADDRESS.into(),
        remember_device: true,
    };
    let done = answered(world.sessions().reset_password(world.as_gateway(request)).await).unwrap();
    fail(&world, ANA, 5).await;
    assert_eq!(code_of(login(&world, ANA, PASSWORD, &phone).await), (Code::TooMany, None));
    login(&world, ANA, "the oven wakes at nine", &done.device_token).await.unwrap();
}
