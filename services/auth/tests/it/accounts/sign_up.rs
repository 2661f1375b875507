use futures::future::join_all;
use saffron_core::Code;
use saffron_proto::auth::SignUpRequest;

use crate::world::{ADDRESS, PASSWORD, code_of, person, subject, world};

#[tokio::test]
async fn a_known_address_gets_the_same_answer_and_changes_nothing() {
    let world = world().await;
    world.sign_up("ana@saffron.example").await;
    let again = SignUpRequest {
        first_name: "Mallory".into(),
        password: "another one of hers".into(),
        ..person(" ANA@Saffron.example ")
    };
    world.try_sign_up(again).await.unwrap();
    assert_eq!((world.count("users").await, world.count("sign_ups").await), (1, 0));
    let mail = world.mailed("ana@saffron.example", subject::KNOWN, 1).await;
    assert!(mail.contains("Hello Ana,") && !mail.contains("Mallory") && !mail.contains('#'), "{mail}");
    let refused = world.try_login("ana@saffron.example", "another one of hers", ADDRESS).await;
    assert_eq!(refused.unwrap_err().message, "Email or Password is incorrect!");
    let profile = world.try_login("ana@saffron.example", PASSWORD, ADDRESS).await.unwrap().profile.unwrap();
    assert_eq!((profile.first_name.as_str(), profile.email.as_str()), ("Ana", "ana@saffron.example"));
    assert_eq!(profile.unique_code.len(), 8);
}

#[tokio::test]
async fn one_address_at_the_same_moment_makes_one_account() {
    let world = world().await;
    let names = ["Ada", "Bea", "Cy", "Dan"];
    let racers = names.map(|name| {
        world.try_sign_up(SignUpRequest { first_name: name.into(), ..person("race@saffron.example") })
    });
    assert!(join_all(racers).await.into_iter().all(|answer| answer.is_ok()));
    world.mailed("race@saffron.example", subject::CONFIRM, 4).await;
    let mails = world.mails("race@saffron.example", subject::CONFIRM);
    let tokens =
        mails.iter().map(|mail| mail.text().unwrap().split_once("confirm#").unwrap().1[..43].to_owned());
    let tokens: Vec<String> = tokens.collect();
    let used = join_all(tokens.iter().map(|token| world.confirm(token))).await;
    assert_eq!(used.iter().filter(|answer| answer.is_ok()).count(), 1, "{used:?}");
    assert_eq!((world.count("users").await, world.count("sign_ups").await), (1, 0));
    let profile = world.try_login("race@saffron.example", PASSWORD, ADDRESS).await.unwrap().profile.unwrap();
    assert!(names.contains(&profile.first_name.as_str()), "{profile:?}");
}

#[tokio::test]
async fn an_address_cannot_be_flooded_with_links() {
    let world = world().await;
    for n in 0..5 {
        let from = format!("198.51.100.{n}");
        let request = SignUpRequest { remote_address: from, ..person("ana@saffron.example") };
        world.try_sign_up(request).await.unwrap();
    }
    let refused = code_of(world.try_sign_up(person("ANA@saffron.example")).await);
    assert_eq!(refused, (Code::TooMany, None));
    world.try_sign_up(person("bo@saffron.example")).await.unwrap();
}

#[tokio::test]
async fn a_wrong_field_is_named() {
    let world = world().await;
    let good = || person("ana@saffron.example");
    let wrong = [
        ("firstName", SignUpRequest { first_name: " ".into(), ..good() }),
        ("lastName", SignUpRequest { last_name: "x".repeat(201), ..good() }),
        ("email", SignUpRequest { email: "ana".into(), ..good() }),
        ("phone", SignUpRequest { phone: "12".into(), ..good() }),
        ("password", SignUpRequest { password: "short".into(), ..good() }),
        ("password", SignUpRequest { password: "password1234".into(), ..good() }),
    ];
    for (field, request) in wrong {
        assert_eq!(code_of(world.try_sign_up(request).await), (Code::Invalid, Some(field.into())));
    }
    assert_eq!(world.count("users").await, 0);
    world.try_sign_up(SignUpRequest { password: "saffron-demo".into(), ..good() }).await.unwrap();
}
