//! A person who is erased.

use saffron_auth::erase_person_of;
use saffron_core::Code;
use saffron_kit::Fault;

use super::profile::png;
use crate::world::{ADDRESS, PASSWORD, answered, code_of, person, pos_id, subject, world};

const ANA: &str = "ana@saffron.example";
const BO: &str = "bo@saffron.example";

#[tokio::test]
async fn no_row_of_an_erased_person_stays() {
    let world = world().await;
    let (ana, bo) = (world.enter(ANA).await, world.enter(BO).await);
    let (anas, bos) = (world.token(&ana).await, world.token(&bo).await);
    let user_id = ana.profile.clone().unwrap().user_id;
    world.link(&anas, "pizza", &world.provision("pizza").await.link_code).await.unwrap();
    world.link(&anas, "tacos", &world.provision("tacos").await.link_code).await.unwrap();
    let for_bo = world.link_code(&anas, "pizza").await.unwrap().link_code;
    world.link(&bos, "pizza", &for_bo).await.unwrap();
    let open = world.link_code(&anas, "pizza").await.unwrap().link_code;
    let picture = saffron_proto::auth::UploadPictureRequest { image: png(8, 8) };
    answered(world.account().upload_picture(world.as_caller(&anas, picture)).await).unwrap();
    world.ask_reset(ANA).await.unwrap();
    world.try_login(ANA, "a wrong password", ADDRESS).await.unwrap_err();
    world.all_sent().await;
    let mut erased = world.nats.subscribe("saffron.v1._.auth.person_erased").await;
    let mut ended = world.nats.subscribe("saffron.v1._.auth.sessions_ended").await;
    let mut unlinked = world.nats.subscribe("saffron.v1.*.auth.location_unlinked").await;
    let mut changed = world.nats.subscribe("push.v1.person.*.locations_changed").await;

    let done = erase_person_of(&world.database(), " Ana@Saffron.example").await.unwrap();
    assert_eq!((done.sessions, done.deserted), (vec![ana.handle.clone()], vec![pos_id("tacos")]));
    let event = erased.expect_event(|_| true).await;
    assert_eq!((&event.data["userID"], event.data.as_object().unwrap().len()), (&user_id.clone().into(), 1));
    assert_eq!(ended.expect_event(|_| true).await.data["handles"][0], ana.handle);
    for place in ["pizza", "tacos"] {
        let event = unlinked.expect_event(|_| true).await;
        assert_eq!((event.subject, &event.data["userID"]), (Some(pos_id(place)), &user_id.clone().into()));
        let event = changed.expect_event(|event| event.data["linked"] == false).await;
        assert_eq!(event.subject, Some(pos_id(place)));
    }
    for table in ["pictures", "resets", "mails", "devices", "sign_ups"] {
        assert_eq!(world.count(table).await, 0, "{table}");
    }
    assert_eq!((world.count("users").await, world.count("sessions").await), (1, 1));
    assert_eq!(code_of(world.resolve(&ana.session_id).await), (Code::Unauthenticated, None));
    assert_eq!(code_of(world.link(&bos, "pizza", &open).await), (Code::Invalid, Some("linkCode".into())));
    assert_eq!(code_of(world.link(&anas, "pizza", &open).await), (Code::Unauthenticated, None));
    assert!(world.try_login(ANA, PASSWORD, ADDRESS).await.is_err());
    assert_eq!(world.list(&bos).await, ["pizza"]);

    // The address is free, for another person.
    world.try_sign_up(person(ANA)).await.unwrap();
    world.confirm(&world.token_mailed(ANA, subject::CONFIRM, 2).await).await.unwrap();
    let again = world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap().profile.unwrap();
    assert_ne!(again.user_id, user_id);
}

#[tokio::test]
async fn an_address_without_an_account_erases_nothing() {
    let world = world().await;
    world.try_sign_up(person(ANA)).await.unwrap();
    for (email, code) in [(BO, Code::NotFound), ("bo", Code::Invalid)] {
        let Fault::Refused(error) = erase_person_of(&world.database(), email).await.unwrap_err() else {
            panic!()
        };
        assert_eq!((error.code, error.field.as_deref()), (code, Some("email")));
    }
    assert_eq!(world.count("sign_ups").await, 1);
}
