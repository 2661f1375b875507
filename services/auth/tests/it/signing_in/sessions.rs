use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::Timestamp as Stored;
use saffron_core::Code;

use crate::world::{ADDRESS, PASSWORD, World, code_of, pos_id, world};

const ANA: &str = "ana@saffron.example";
const DAY: SignedDuration = SignedDuration::from_hours(24);

async fn expiry(world: &World) -> Timestamp {
    let at: Stored =
        sqlx::query_scalar("SELECT expires_at FROM sessions").fetch_one(&world.pool).await.unwrap();
    at.to_jiff()
}

#[tokio::test]
async fn a_session_ends_thirty_days_after_its_last_use() {
    let world = world().await;
    let session = world.enter(ANA).await;
    for _ in 0..3 {
        world.pass(DAY * 29);
        world.resolve(&session.session_id).await.unwrap();
    }
    world.pass(DAY * 30);
    let error = world.resolve(&session.session_id).await.unwrap_err();
    assert_eq!(error.code, Code::Unauthenticated);
    assert_eq!(error.message, "Your session has been expired. Please login again.");
}

#[tokio::test]
async fn a_use_of_a_session_is_stored_once_a_day() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let first = expiry(&world).await;
    assert_eq!(first, world.now() + DAY * 30);
    world.pass(SignedDuration::from_hours(23));
    world.resolve(&session.session_id).await.unwrap();
    assert_eq!(expiry(&world).await, first);
    world.pass(SignedDuration::from_hours(1));
    world.resolve(&session.session_id).await.unwrap();
    assert_eq!(expiry(&world).await, world.now() + DAY * 30);
}

#[tokio::test]
async fn only_the_id_itself_resolves_a_session() {
    let world = world().await;
    let session = world.enter(ANA).await;
    for wrong in
        ["", "x", session.handle.as_str(), &session.session_id[1..], &session.session_id.to_lowercase()]
    {
        assert_eq!(code_of(world.resolve(wrong).await), (Code::Unauthenticated, None));
    }
    let stored: Vec<u8> =
        sqlx::query_scalar("SELECT secret_hash FROM sessions").fetch_one(&world.pool).await.unwrap();
    assert_eq!(stored.len(), 32);
    let resolved = world.resolve(&session.session_id).await.unwrap();
    assert_eq!((resolved.handle, resolved.web), (session.handle, true));
    assert_eq!(resolved.user_id, session.profile.unwrap().user_id);
}

#[tokio::test]
async fn logout_ends_one_session_everywhere() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let other = world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    let mut listener = world.nats.subscribe("push.v1.gateway._.session_ended").await;
    world.logout("no session at all").await;
    world.logout(&session.session_id).await;
    let event = listener.expect_event(|_| true).await;
    assert_eq!(event.r#type, "saffron.auth.session_ended.v1");
    assert_eq!(event.data["handle"], session.handle);
    assert_eq!(code_of(world.resolve(&session.session_id).await), (Code::Unauthenticated, None));
    world.resolve(&other.session_id).await.unwrap();
    world.logout(&session.session_id).await;
}

#[tokio::test]
async fn the_token_holds_exactly_the_linked_locations() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let token = world.token(&session).await;
    assert!(world.claims(&token).loc.is_empty());
    let (a, b) = (world.provision("a").await, world.provision("b").await);
    world.provision("not-hers").await;
    world.link(&token, "a", &a.link_code).await.unwrap();
    world.link(&token, "b", &b.link_code).await.unwrap();
    let resolved = world.resolve(&session.session_id).await.unwrap();
    let claims = world.claims(&resolved.token);
    assert_eq!(claims.loc["America/Chicago"], [pos_id("a"), pos_id("b")]);
    assert_eq!((claims.loc.len(), claims.role.as_str()), (1, "owner"));
    assert_eq!(claims.sub.to_string(), session.profile.unwrap().user_id);
    assert_eq!(resolved.token_expires_at, world.now().as_second() + 60);
    let listed: Vec<_> = resolved.locations.iter().map(|location| location.pos_id.as_str()).collect();
    assert_eq!(listed, ["a", "b"]);
    world.unlink(&token, "a").await.unwrap();
    let claims = world.claims(&world.token(&world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap()).await);
    assert_eq!(claims.loc["America/Chicago"], [pos_id("b")]);
}
