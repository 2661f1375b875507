use jiff::SignedDuration;
use saffron_core::{Code, Error};
use saffron_kit::Fault;
use saffron_proto::auth::{
    EndOtherSessionsRequest, EndSessionRequest, ListSessionsRequest, LoginRequest, LoginResponse, Session,
};
use saffron_testkit::collected;

use crate::world::{PASSWORD, World, answered, code_of, world};

const ANA: &str = "ana@saffron.example";

async fn enter(world: &World, device: &str, brief: bool) -> LoginResponse {
    let request = LoginRequest {
        username: ANA.into(),
        password: PASSWORD.into(),
        web: true,
        device: device.into(),
        brief,
        ..LoginRequest::default()
    };
    world.try_login_with(request).await.unwrap()
}

async fn list(world: &World, session: &LoginResponse) -> Vec<Session> {
    let token = world.token(session).await;
    let request = world.as_caller(&token, ListSessionsRequest {});
    let answers = collected(world.account().list_sessions(request).await.unwrap()).await;
    answers.into_iter().map(|answer| answer.session.unwrap()).collect()
}

async fn end(world: &World, session: &LoginResponse, handle: &str) -> Result<Vec<String>, Error> {
    let token = world.token(session).await;
    let request = world.as_caller(&token, EndSessionRequest { handle: handle.into() });
    answered(world.account().end_session(request).await).map(|answer| answer.ended)
}

#[tokio::test]
async fn a_person_lists_their_sessions() {
    let world = world().await;
    world.sign_up(ANA).await;
    let bo = world.enter("bo@saffron.example").await;
    let start = world.now();
    let phone = enter(&world, "Chrome on Android", false).await;
    world.pass(SignedDuration::from_mins(1));
    let till = enter(&world, "Firefox on\r\nLinux", true).await;
    let seen: Vec<_> = list(&world, &phone).await;
    let listed: Vec<_> = seen.iter().map(|one| (one.handle.as_str(), one.device.as_str())).collect();
    assert_eq!(listed, [(&*till.handle, "Firefox onLinux"), (&*phone.handle, "Chrome on Android")]);
    assert_eq!((seen[1].started_at, seen[1].last_seen_at), (start.as_second(), start.as_second()));
    world.pass(SignedDuration::from_hours(25));
    world.resolve(&phone.session_id).await.unwrap();
    let seen = list(&world, &phone).await;
    assert_eq!(seen.len(), 1, "the brief one has ended");
    assert_eq!((seen[0].started_at, seen[0].last_seen_at), (start.as_second(), world.now().as_second()));
    assert_eq!(list(&world, &bo).await.len(), 1);
}

#[tokio::test]
async fn a_brief_session_ends_a_day_after_its_last_use() {
    let world = world().await;
    world.sign_up(ANA).await;
    let session = enter(&world, "", true).await;
    for _ in 0..5 {
        world.pass(SignedDuration::from_hours(23));
        world.resolve(&session.session_id).await.unwrap();
    }
    world.pass(SignedDuration::from_hours(24));
    assert_eq!(code_of(world.resolve(&session.session_id).await), (Code::Unauthenticated, None));
}

#[tokio::test]
async fn a_person_ends_only_their_own_sessions() {
    let world = world().await;
    world.sign_up(ANA).await;
    let (phone, till) = (enter(&world, "", false).await, enter(&world, "", false).await);
    let bo = world.enter("bo@saffron.example").await;
    let mut gateways = world.nats.subscribe("push.v1.gateway._.session_ended").await;
    for unknown in [bo.handle.as_str(), "", "nonsense"] {
        let refused = code_of(end(&world, &phone, unknown).await);
        assert_eq!(refused, (Code::NotFound, Some("handle".into())), "{unknown}");
    }
    assert_eq!(end(&world, &phone, &till.handle).await.unwrap(), std::slice::from_ref(&till.handle));
    gateways.expect_event(|event| event.data["handle"] == till.handle).await;
    assert_eq!(code_of(world.resolve(&till.session_id).await), (Code::Unauthenticated, None));

    let third = enter(&world, "", false).await;
    let token = world.token(&phone).await;
    let request = EndOtherSessionsRequest { handle: phone.handle.clone() };
    let answer = world.account().end_other_sessions(world.as_caller(&token, request)).await;
    assert_eq!(answered(answer).unwrap().ended, [third.handle]);
    world.resolve(&phone.session_id).await.unwrap();
    world.resolve(&bo.session_id).await.unwrap();
}

#[tokio::test]
async fn an_operator_ends_a_persons_sessions_at_every_gateway() {
    let world = world().await;
    world.sign_up(ANA).await;
    let (phone, till) = (enter(&world, "", false).await, enter(&world, "", true).await);
    let bo = world.enter("bo@saffron.example").await;
    let mut gateways = world.nats.subscribe("push.v1.gateway._.session_ended").await;
    assert_eq!(saffron_auth::end_sessions_of(&world.database(), " Ana@SAFFRON.example").await.unwrap(), 2);
    let mut published = Vec::new();
    for _ in 0..2 {
        published.push(gateways.expect_event(|_| true).await.data["handle"].as_str().unwrap().to_owned());
    }
    published.sort();
    let mut ended = [phone.handle, till.handle];
    ended.sort();
    assert_eq!(published, ended);
    for session_id in [phone.session_id, till.session_id] {
        assert_eq!(code_of(world.resolve(&session_id).await), (Code::Unauthenticated, None));
    }
    world.resolve(&bo.session_id).await.unwrap();

    assert_eq!(saffron_auth::end_sessions_of(&world.database(), ANA).await.unwrap(), 0);
    for (wrong, code) in [("nobody@saffron.example", Code::NotFound), ("ana", Code::Invalid)] {
        let refused =
            saffron_auth::end_sessions_of(&world.database(), wrong).await.map_err(Fault::into_answer);
        assert_eq!(code_of(refused), (code, Some("email".into())), "{wrong}");
    }
    world.resolve(&bo.session_id).await.unwrap();
}
