use jiff::SignedDuration;
use saffron_auth::{people_at, remove_person};
use saffron_core::Code;
use saffron_kit::Fault;
use saffron_proto::auth::{GetPersonRequest, ListPeopleRequest};
use saffron_testkit::collected;
use tonic::Request;

use crate::world::{answered, code_of, world};

#[tokio::test]
async fn services_read_the_people_of_locations_and_their_addresses() {
    let world = world().await;
    let (ana, bo) = (world.enter("ana@saffron.example").await, world.enter("bo@saffron.example").await);
    let (pizza, tacos) = (world.provision("pizza").await, world.provision("tacos").await);
    world.provision("deserted").await;
    let token = world.token(&ana).await;
    world.link(&token, "pizza", &pizza.link_code).await.unwrap();
    let code = world.link_code(&token, "pizza").await.unwrap().link_code;
    let bos = world.token(&bo).await;
    world.link(&bos, "pizza", &code).await.unwrap();
    world.link(&bos, "tacos", &tacos.link_code).await.unwrap();
    let (ana, bo) = (ana.profile.unwrap(), bo.profile.unwrap());

    let pos_ids = ["tacos", "pizza", "deserted", "unknown"].map(str::to_owned).to_vec();
    let request = world.as_gateway(ListPeopleRequest { pos_ids });
    let answers = collected(world.people().list_people(request).await.unwrap()).await;
    let mut people: Vec<_> = answers.into_iter().map(|answer| (answer.pos_id, answer.user_id)).collect();
    people.sort();
    let mut want = vec![
        ("pizza".to_owned(), ana.user_id.clone()),
        ("pizza".to_owned(), bo.user_id.clone()),
        ("tacos".to_owned(), bo.user_id),
    ];
    want.sort();
    assert_eq!(people, want);

    let request = world.as_gateway(GetPersonRequest { user_id: ana.user_id.clone() });
    let person = answered(world.people().get_person(request).await).unwrap();
    assert_eq!((person.email.as_str(), person.first_name.as_str()), ("ana@saffron.example", "Ana"));
    for unknown in ["", "00000000-0000-0000-0000-000000000000"] {
        let request = world.as_gateway(GetPersonRequest { user_id: unknown.into() });
        assert_eq!(code_of(answered(world.people().get_person(request).await)).0, Code::NotFound);
    }
    // A person's own token is not enough.
    let request = world.as_caller(&token, GetPersonRequest { user_id: ana.user_id });
    assert_eq!(world.people().get_person(request).await.unwrap_err().code(), tonic::Code::Unauthenticated);
    let request = Request::new(ListPeopleRequest::default());
    assert_eq!(world.people().list_people(request).await.unwrap_err().code(), tonic::Code::Unauthenticated);
}

#[tokio::test]
async fn an_operator_takes_a_person_off_a_location() {
    let world = world().await;
    let (ana, bo) = (world.enter("ana@saffron.example").await, world.enter("bo@saffron.example").await);
    let (anas, bos) = (world.token(&ana).await, world.token(&bo).await);
    world.link(&anas, "pizza", &world.provision("pizza").await.link_code).await.unwrap();
    world.pass(SignedDuration::from_secs(1));
    world.link(&bos, "pizza", &world.link_code(&anas, "pizza").await.unwrap().link_code).await.unwrap();
    world.link(&bos, "tacos", &world.provision("tacos").await.link_code).await.unwrap();
    let of_ana = world.link_code(&anas, "pizza").await.unwrap().link_code;
    let of_bo = world.link_code(&bos, "pizza").await.unwrap().link_code;
    let of_vendor = world.provision("pizza").await.link_code;
    let listed = people_at(&world.database(), "pizza").await.unwrap();
    let emails: Vec<_> = listed.iter().map(|one| one.email.as_str()).collect();
    assert_eq!(emails, ["ana@saffron.example", "bo@saffron.example"]);
    assert!(listed.iter().all(|one| one.last_seen_at.is_some()));

    let bo_id = bo.profile.clone().unwrap().user_id;
    let mut gateways = world.nats.subscribe("push.v1.person.*.locations_changed").await;
    let mut services = world.nats.subscribe("saffron.v1.pizza.auth.location_unlinked").await;
    assert_eq!(remove_person(&world.database(), " Bo@Saffron.example", "pizza").await.unwrap(), 1);
    let event = gateways.expect_event(|event| event.data["linked"] == false).await;
    assert_eq!((&event.data["userID"], &event.data["posID"]), (&bo_id.clone().into(), &"pizza".into()));
    assert_eq!(services.expect_event(|_| true).await.data["userID"], bo_id);
    assert_eq!(people_at(&world.database(), "pizza").await.unwrap().len(), 1);
    assert_eq!(world.list(&bos).await, ["tacos"]);
    // Their own codes and the vendor's are void; another person's is valid.
    for void in [&of_bo, &of_vendor] {
        assert_eq!(code_of(world.link(&bos, "pizza", void).await), (Code::Invalid, Some("linkCode".into())));
    }
    world.link(&anas, "pizza", &of_ana).await.unwrap();

    let again = remove_person(&world.database(), "bo@saffron.example", "pizza").await.unwrap_err();
    assert!(matches!(again, Fault::Refused(error) if error.code == Code::NotFound));
    for (email, pos_id, field) in
        [("cy@saffron.example", "pizza", "email"), ("bo@saffron.example", "nowhere", "posID")]
    {
        let error = remove_person(&world.database(), email, pos_id).await.unwrap_err();
        let Fault::Refused(error) = error else { panic!("{error:?}") };
        assert_eq!((error.code, error.field.as_deref()), (Code::NotFound, Some(field)));
        assert!(!error.message.contains(email), "{error}");
    }
    assert!(people_at(&world.database(), "nowhere").await.is_err());
}
