use futures::future::join_all;
use saffron_core::{Code, Error};
use saffron_proto::auth::{CreateLocationRequest, Location};

use crate::world::{World, answered, code_of, world};

const ANA: &str = "ana@saffron.example";
const BEA: &str = "bea@saffron.example";

async fn create(world: &World, token: &str, name: &str, day_start: &str) -> Result<Location, Error> {
    let request = CreateLocationRequest {
        name: name.into(),
        time_zone: "America/Denver".into(),
        day_start: day_start.into(),
    };
    let answer = world.locations().create_location(world.as_caller(token, request)).await;
    answered(answer).map(|answer| answer.location.unwrap())
}

#[tokio::test]
async fn person_without_a_vendor_makes_a_location() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let token = world.token(&session).await;
    let mut listener = world.nats.subscribe("saffron.v1.*.auth.>").await;
    let made = create(&world, &token, "  Chez Léa & Söhne ", "06:00").await.unwrap();
    assert!(made.pos_id.starts_with("chez-l-a-s-hne-"), "{}", made.pos_id);
    assert_eq!((made.name.as_str(), made.time_zone.as_str()), ("Chez Léa & Söhne", "America/Denver"));
    assert_eq!(world.list(&token).await, [made.pos_id.as_str()]);
    let found = listener.expect_event(|event| event.data["name"] == "Chez Léa & Söhne").await;
    assert_eq!(found.subject.unwrap().as_str(), made.pos_id);
    let fresh = world.token(&session).await;
    assert!(world.claims(&fresh).locations().unwrap().keys().any(|pos_id| pos_id.as_str() == made.pos_id));
}

#[tokio::test]
async fn location_sent_twice_at_once_is_made_once() {
    let world = world().await;
    let (ana, bea) = (world.token(&world.enter(ANA).await).await, world.token(&world.enter(BEA).await).await);
    let answers = join_all((0..4).map(|_| create(&world, &ana, "Harbor Grill", ""))).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(made.len(), 1);
    for refused in refused {
        assert_eq!(code_of(refused), (Code::Conflict, Some("name".into())));
    }
    assert_eq!(code_of(create(&world, &ana, "HARBOR grill", "").await).0, Code::Conflict);
    assert_eq!(world.list(&ana).await.len(), 1);
    // Another person may have one of that name.
    create(&world, &bea, "Harbor Grill", "").await.unwrap();
}

#[tokio::test]
async fn wrong_location_is_refused_by_field() {
    let world = world().await;
    let token = world.token(&world.enter(ANA).await).await;
    for (name, day_start, field) in [("  ", "", "name"), ("Grill", "25:00", "dayStart")] {
        let refused = create(&world, &token, name, day_start).await;
        assert_eq!(code_of(refused), (Code::Invalid, Some(field.into())));
    }
    assert!(world.list(&token).await.is_empty());
}

#[tokio::test]
async fn vendor_cannot_take_a_location_that_a_person_made() {
    let world = world().await;
    let token = world.token(&world.enter(ANA).await).await;
    let made = create(&world, &token, "Harbor Grill", "").await.unwrap();
    let taken = world.try_provision(crate::world::registration(&made.pos_id)).await;
    assert_eq!(code_of(taken), (Code::Forbidden, Some("posID".into())));
}

#[tokio::test]
async fn machine_that_makes_locations_has_to_wait() {
    let world = world().await;
    let token = world.token(&world.enter(ANA).await).await;
    for number in 0..20 {
        create(&world, &token, &format!("Place {number}"), "").await.unwrap();
    }
    assert_eq!(code_of(create(&world, &token, "One more", "").await).0, Code::TooMany);
}
