use futures::TryStreamExt as _;
use saffron_core::Code;
use saffron_proto::auth::{GetPersonRequest, ListPeopleRequest};
use tonic::Request;

use crate::world::{code_of, told, world};

#[tokio::test]
async fn services_learn_who_may_see_a_location_and_where_they_are_reached() {
    let world = world().await;
    let (ana, bo) = (world.enter("ana@saffron.example").await, world.enter("bo@saffron.example").await);
    let (pizza, tacos) = (world.provision("pizza").await, world.provision("tacos").await);
    world.provision("nobodys").await;
    let token = world.token(&ana).await;
    world.link(&token, "pizza", &pizza.link_code).await.unwrap();
    let code = world.link_code(&token, "pizza").await.unwrap().link_code;
    let bos = world.token(&bo).await;
    world.link(&bos, "pizza", &code).await.unwrap();
    world.link(&bos, "tacos", &tacos.link_code).await.unwrap();
    let (ana, bo) = (ana.profile.unwrap(), bo.profile.unwrap());

    let pos_ids = ["tacos", "pizza", "nobodys", "unknown"].map(str::to_owned).to_vec();
    let request = world.as_gateway(ListPeopleRequest { pos_ids });
    let answers: Vec<_> =
        told(world.people().list_people(request).await).unwrap().try_collect().await.unwrap();
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
    let person = told(world.people().get_person(request).await).unwrap();
    assert_eq!((person.email.as_str(), person.first_name.as_str()), ("ana@saffron.example", "Ana"));
    for unknown in ["", "00000000-0000-0000-0000-000000000000"] {
        let request = world.as_gateway(GetPersonRequest { user_id: unknown.into() });
        assert_eq!(code_of(told(world.people().get_person(request).await)).0, Code::NotFound);
    }
    // A person's own token is not enough.
    let request = world.as_caller(&token, GetPersonRequest { user_id: ana.user_id });
    assert_eq!(world.people().get_person(request).await.unwrap_err().code(), tonic::Code::Unauthenticated);
    let request = Request::new(ListPeopleRequest::default());
    assert_eq!(world.people().list_people(request).await.unwrap_err().code(), tonic::Code::Unauthenticated);
}
