use futures::future::join_all;
use jiff::SignedDuration;
use saffron_core::{Code, Error};

use crate::world::{ADDRESS, PASSWORD, World, code_of, pos_id, world};

const ANA: &str = "ana@saffron.example";
const DAY: SignedDuration = SignedDuration::from_hours(24);

async fn token_of(world: &World, email: &str) -> String {
    world.token(&world.enter(email).await).await
}

fn wrong_code<T: std::fmt::Debug>(answer: Result<T, Error>) -> String {
    let error = answer.unwrap_err();
    assert_eq!((error.code, error.field.as_deref()), (Code::Invalid, Some("linkCode")), "{error}");
    error.message
}

#[tokio::test]
async fn a_code_links_once_however_it_is_written() {
    let world = world().await;
    let token = token_of(&world, ANA).await;
    let code = world.provision("pizza").await.link_code;
    let mut listener = world.nats.subscribe("push.v1.person.*.locations_changed").await;
    let typed = format!(" {}-{} ", code[..5].to_lowercase(), &code[5..]);
    let location = world.link(&token, " pizza ", &typed).await.unwrap();
    assert_eq!((location.name.as_str(), location.time_zone.as_str()), ("Place pizza", "America/Chicago"));
    assert_eq!(world.list(&token).await, ["pizza"]);
    let event = listener.expect_event(|_| true).await;
    assert_eq!(event.subject, Some(pos_id("pizza")));
    assert_eq!((&event.data["linked"], &event.data["posID"]), (&true.into(), &"pizza".into()));
    wrong_code(world.link(&token, "pizza", &code).await);
}

#[tokio::test]
async fn a_repeated_link_uses_the_code_up_and_is_no_error() {
    let world = world().await;
    let token = token_of(&world, ANA).await;
    world.link(&token, "pizza", &world.provision("pizza").await.link_code).await.unwrap();
    let again = world.link_code(&token, "pizza").await.unwrap();
    assert_eq!(world.link(&token, "pizza", &again.link_code).await.unwrap().pos_id, "pizza");
    wrong_code(world.link(&token, "pizza", &again.link_code).await);
    assert_eq!(world.list(&token).await, ["pizza"]);
}

#[tokio::test]
async fn a_wrong_location_and_a_wrong_code_get_the_same_answer() {
    let world = world().await;
    let token = token_of(&world, ANA).await;
    let (pizza, tacos) = (world.provision("pizza").await, world.provision("tacos").await);
    let foreign = wrong_code(world.link(&token, "pizza", &tacos.link_code).await);
    let nowhere = wrong_code(world.link(&token, "no-such-place", &pizza.link_code).await);
    let guessed = wrong_code(world.link(&token, "pizza", "ABCDEFGHJK").await);
    let empty = wrong_code(world.link(&token, "pizza", "").await);
    assert!([nowhere, guessed, empty].iter().all(|message| *message == foreign));
    assert_eq!(
        code_of(world.link(&token, "pi zza", &pizza.link_code).await),
        (Code::Invalid, Some("posID".into()))
    );
    world.link(&token, "tacos", &tacos.link_code).await.unwrap();
}

#[tokio::test]
async fn a_code_is_valid_for_seven_days() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let (early, late) = (world.provision("early").await, world.provision("late").await);
    world.pass(DAY * 7 - SignedDuration::from_secs(1));
    world.link(&world.token(&session).await, "early", &early.link_code).await.unwrap();
    world.pass(SignedDuration::from_secs(1));
    wrong_code(world.link(&world.token(&session).await, "late", &late.link_code).await);
}

#[tokio::test]
async fn wrong_codes_slow_a_person_down() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let code = world.provision("pizza").await.link_code;
    for _ in 0..5 {
        wrong_code(world.link(&world.token(&session).await, "pizza", "ABCDEFGHJK").await);
    }
    let error = world.link(&world.token(&session).await, "pizza", &code).await.unwrap_err();
    assert_eq!((error.code, error.retry_after), (Code::TooMany, Some(32)));
    // Another person at the same address is not slowed, nor are sign-ins.
    let other = token_of(&world, "bo@saffron.example").await;
    world.link(&other, "pizza", &world.provision("pizza").await.link_code).await.unwrap();
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    world.pass(SignedDuration::from_secs(32));
    world.link(&world.token(&session).await, "pizza", &code).await.unwrap();
}

#[tokio::test]
async fn one_code_links_one_of_many_people_at_once() {
    let world = world().await;
    let mut tokens = Vec::new();
    for n in 0..6 {
        tokens.push(token_of(&world, &format!("p{n}@saffron.example")).await);
    }
    let code = world.provision("pizza").await.link_code;
    let answers = join_all(tokens.iter().map(|token| world.link(token, "pizza", &code))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for lost in answers.into_iter().filter(Result::is_err) {
        wrong_code(lost);
    }
    assert_eq!(world.count("links").await, 1);
}

#[tokio::test]
async fn an_owner_invites_a_manager() {
    let world = world().await;
    let (ana, bo) = (token_of(&world, ANA).await, token_of(&world, "bo@saffron.example").await);
    world.link(&ana, "pizza", &world.provision("pizza").await.link_code).await.unwrap();
    let code = world.link_code(&ana, "pizza").await.unwrap();
    assert_eq!(code.link_code.len(), 10);
    assert_eq!(code.expires_at, (world.now() + DAY * 7).as_second());
    world.link(&bo, "pizza", &code.link_code).await.unwrap();
    assert_eq!(world.list(&bo).await, ["pizza"]);
    assert_eq!(world.list(&ana).await, ["pizza"]);
}

#[tokio::test]
async fn a_location_has_twenty_open_codes_without_the_oldest() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let token = world.token(&session).await;
    world.link(&token, "pizza", &world.provision("pizza").await.link_code).await.unwrap();
    let oldest = world.link_code(&token, "pizza").await.unwrap().link_code;
    world.pass(SignedDuration::from_secs(1));
    let second = world.link_code(&token, "pizza").await.unwrap().link_code;
    world.pass(SignedDuration::from_secs(1));
    for _ in 0..19 {
        world.link_code(&token, "pizza").await.unwrap();
    }
    assert_eq!(world.count("link_codes").await, 20);
    wrong_code(world.link(&token, "pizza", &oldest).await);
    world.link(&token, "pizza", &second).await.unwrap();
}

#[tokio::test]
async fn unlinking_takes_effect_before_the_token_ends() {
    let world = world().await;
    let session = world.enter(ANA).await;
    world
        .link(&world.token(&session).await, "pizza", &world.provision("pizza").await.link_code)
        .await
        .unwrap();
    let token = world.token(&session).await;
    let mut listener = world.nats.subscribe("push.v1.person.*.locations_changed").await;
    let mut of_services = world.nats.subscribe("saffron.v1.pizza.auth.location_unlinked").await;
    world.unlink(&token, "pizza").await.unwrap();
    let event = listener.expect_event(|event| event.data["linked"] == false).await;
    let user_id = session.profile.unwrap().user_id;
    assert_eq!(event.data["userID"], user_id);
    assert_eq!(of_services.expect_event(|_| true).await.data["userID"], user_id);
    // The token still names the location; the link counts.
    assert_eq!(world.claims(&token).loc["America/Chicago"], [pos_id("pizza")]);
    let not_hers = (Code::Forbidden, Some("posID".to_owned()));
    assert_eq!(code_of(world.link_code(&token, "pizza").await), not_hers);
    assert_eq!(code_of(world.unlink(&token, "pizza").await), not_hers);
    assert!(world.list(&token).await.is_empty());
}

#[tokio::test]
async fn a_person_cannot_change_the_list_of_another() {
    let world = world().await;
    let (ana, bo) = (token_of(&world, ANA).await, token_of(&world, "bo@saffron.example").await);
    world.link(&ana, "pizza", &world.provision("pizza").await.link_code).await.unwrap();
    let not_his = (Code::Forbidden, Some("posID".to_owned()));
    assert_eq!(code_of(world.unlink(&bo, "pizza").await), not_his);
    assert_eq!(code_of(world.link_code(&bo, "pizza").await), not_his);
    assert_eq!(code_of(world.unlink(&bo, "no-such-place").await), not_his);
    assert_eq!(code_of(world.unlink(&bo, "").await), (Code::Invalid, Some("posID".into())));
    assert_eq!(world.list(&ana).await, ["pizza"]);
}

#[tokio::test]
async fn a_person_has_2000_locations_at_most_and_one_token() {
    let world = world().await;
    let session = world.enter(ANA).await;
    sqlx::raw_sql(
        "INSERT INTO locations (pos_id, vendor, name, website, time_zone, postal_address, phone, ingest_key_hash,
                                created_at, updated_at)
         SELECT 'l' || n, 'acme', 'Place ' || to_char(n, '0000'), '', 'America/Chicago', '', '',
                sha256(n::text::bytea), now(), now() FROM generate_series(1, 2000) AS g (n);
         INSERT INTO links SELECT user_id, pos_id, now() FROM users, locations;",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    let token = world.token(&session).await;
    assert_eq!(world.claims(&token).loc["America/Chicago"].len(), 2000);
    let listed = world.list(&token).await;
    assert_eq!((listed.len(), listed[0].as_str(), listed[1999].as_str()), (2000, "l1", "l2000"));
    let code = world.provision("pizza").await.link_code;
    assert_eq!(code_of(world.link(&token, "pizza", &code).await).0, Code::Conflict);
    // The code is still valid, and a repeated link is no error.
    world.link(&token, "l7", &world.link_code(&token, "l7").await.unwrap().link_code).await.unwrap();
    world.unlink(&token, "l7").await.unwrap();
    world.link(&token, "pizza", &code).await.unwrap();
    assert_eq!(world.list(&token).await.len(), 2000);
}

#[tokio::test]
async fn a_list_is_sorted_without_regard_to_case() {
    let world = world().await;
    let token = token_of(&world, ANA).await;
    for (pos_id, name) in [("z", "alpha"), ("b", "Bravo"), ("a", "Bravo"), ("c", "charlie")] {
        let mut request = crate::world::registration(pos_id);
        request.location.as_mut().unwrap().name = name.into();
        let code = world.try_provision(request).await.unwrap().link_code;
        world.link(&token, pos_id, &code).await.unwrap();
    }
    assert_eq!(world.list(&token).await, ["z", "a", "b", "c"]);
}

#[tokio::test]
async fn codes_of_a_manager_end_with_their_own_unlink() {
    let world = world().await;
    let (ana, bo) = (token_of(&world, ANA).await, token_of(&world, "bo@saffron.example").await);
    world.link(&ana, "pizza", &world.provision("pizza").await.link_code).await.unwrap();
    world.link(&bo, "pizza", &world.link_code(&ana, "pizza").await.unwrap().link_code).await.unwrap();
    let anas = world.link_code(&ana, "pizza").await.unwrap().link_code;
    let bos = world.link_code(&bo, "pizza").await.unwrap().link_code;
    world.unlink(&bo, "pizza").await.unwrap();
    wrong_code(world.link(&bo, "pizza", &bos).await);
    world.link(&bo, "pizza", &anas).await.unwrap();
}

#[tokio::test]
async fn codes_of_a_manager_leave_those_of_others() {
    let world = world().await;
    let (ana, bo) = (token_of(&world, ANA).await, token_of(&world, "bo@saffron.example").await);
    world.link(&ana, "pizza", &world.provision("pizza").await.link_code).await.unwrap();
    world.link(&bo, "pizza", &world.link_code(&ana, "pizza").await.unwrap().link_code).await.unwrap();
    let anas = world.link_code(&ana, "pizza").await.unwrap().link_code;
    let vendors = world.provision("pizza").await.link_code;
    world.pass(SignedDuration::from_secs(1));
    for _ in 0..25 {
        world.link_code(&bo, "pizza").await.unwrap();
    }
    assert_eq!(world.count("link_codes").await, 22);
    let cy = token_of(&world, "cy@saffron.example").await;
    world.link(&cy, "pizza", &anas).await.unwrap();
    world.link(&cy, "pizza", &vendors).await.unwrap();
}
