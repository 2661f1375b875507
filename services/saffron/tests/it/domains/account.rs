//! One's own account: the links that are mailed, the password, the profile, and where one is signed in.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{ImageFormat, RgbImage};
use jiff::SignedDuration;
use saffron_testkit::eventually;
use serde_json::{Value, json};

use crate::operations::binary::Talkative;
use crate::post::token_in;
use crate::world::{API, Answer, PASSWORD, Person, World, world};

const ANA: &str = "ana@example.com";
const NEW: &str = "the oven wakes at nine";
const JSON: (&str, &str) = ("content-type", "application/json");

async fn login(world: &World, password: &str) -> Answer {
    world.call("login", json!({"username": ANA, "password": password})).await
}

fn own(person: &Person) -> Value {
    json!({"sessionID": person.session_id})
}

async fn is_in(world: &World, person: &Person) -> bool {
    world.call_as(person, "get-profile", own(person)).await.status == 200
}

/// Asks for a link to set another password; what stands behind its `#`.
async fn forgot(world: &World) -> String {
    let before = world.post.mails_to(ANA).len();
    assert_eq!(world.call("forgot-password", json!({"email": ANA})).await.ok(), Value::Null);
    token_in(world.post.mailed(ANA, before + 1).await.as_ref()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_signs_in_only_after_its_confirmation() {
    let world = world().await;
    let mail = world.signed_up(ANA).await;
    assert_eq!((mail.subject().as_str(), mail.header("list-unsubscribe")), ("Confirm your email", None));
    let waiting = login(&world, PASSWORD).await;
    assert_eq!((waiting.status, waiting.message.as_str()), (401, "Email or Password is incorrect!"));
    let token = token_in(&mail).unwrap();
    let alone = world.call("confirm-address", json!({"token": token})).await;
    assert_eq!((alone.status, alone.field()), (400, "password"));
    let wrong = world.call("confirm-sign-up", json!({"token": token, "password": NEW})).await;
    assert_eq!((wrong.status, wrong.field()), (400, "password"));
    assert_eq!(login(&world, PASSWORD).await.status, 401);
    let confirm = json!({"token": token, "password": PASSWORD});
    assert_eq!(world.call("confirm-sign-up", confirm.clone()).await.ok(), Value::Null);
    login(&world, PASSWORD).await.ok();
    let again = world.call("confirm-sign-up", confirm).await;
    assert_eq!((again.status, again.field()), (400, "token"));
    assert!(!again.message.is_empty());
    // A second sign-up with it is answered the same, changes nothing, and sends a mail only.
    let mail = world.signed_up(ANA).await;
    assert!(mail.subject().contains("Someone tried to sign up") && token_in(&mail).is_none());
    login(&world, PASSWORD).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_password_ends_every_session() {
    let world = world().await;
    let bo = world.person("bo@example.com").await;
    world.sign_up(ANA).await;
    let (ana, web) = (world.login(ANA).await, world.login_web(ANA).await);
    let other = world.another_gateway().await;
    let mut stream = world.stream(&web, None).await;
    stream.standing().await;
    let token = forgot(&world).await;
    assert!(is_in(&world, &ana).await);
    let short = world.call("reset-password", json!({"token": token, "password": "short"})).await;
    assert_eq!((short.status, short.field()), (400, "password"));
    let reset = json!({"token": token, "password": NEW});
    assert_eq!(world.call("reset-password", reset.clone()).await.ok(), Value::Null);
    // Here when it is answered, at another gateway within a second.
    assert!(!is_in(&world, &ana).await && !is_in(&world, &web).await);
    while stream.next().await.is_some() {}
    eventually("the end at the other gateway", || async {
        let url = format!("http://{other}{API}/get-profile");
        let answer = world.http.post(url).json(&own(&ana)).send().await.unwrap();
        (answer.status() == 401).then_some(())
    })
    .await;
    assert!(is_in(&world, &bo).await);
    assert_eq!(login(&world, PASSWORD).await.status, 401);
    login(&world, NEW).await.ok();
    let again = world.call("reset-password", reset).await;
    assert_eq!((again.status, again.field()), (400, "token"));
    eventually("the word to its owner", || async {
        (world.post.mails_to(ANA).last()?.subject() == "Your password was changed").then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_for_a_link_reveals_nothing_and_is_slowed() {
    let world = world().await;
    world.sign_up(ANA).await;
    for email in [ANA, "nobody@example.com"] {
        let ask = json!({"email": email});
        for _ in 0..3 {
            assert_eq!(world.call("forgot-password", ask.clone()).await.ok(), Value::Null);
        }
        let refused = world.call("forgot-password", ask).await;
        assert_eq!(
            (refused.status, refused.headers["retry-after"].to_str().unwrap()),
            (429, "32"),
            "{email}"
        );
    }
    let wrong = world.call("forgot-password", json!({"email": "nobody"})).await;
    assert_eq!((wrong.status, wrong.field()), (400, "email"));
    let foreign = [JSON, ("origin", "https://evil.example")];
    for call in ["confirm-address", "confirm-sign-up", "forgot-password", "reset-password"] {
        let body = json!({"email": ANA, "token": "x", "password": NEW}).to_string();
        assert_eq!(world.post(&format!("{API}/{call}"), &foreign, body).await.status, 403, "{call}");
    }
    world.post.mailed(ANA, 4).await;
    assert!(world.post.mails_to("nobody@example.com").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_password_ends_the_other_sessions() {
    let world = world().await;
    world.sign_up(ANA).await;
    let (web, ana) = (world.login_web(ANA).await, world.login(ANA).await);
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    let change =
        |old: &str, new: &str| json!({"sessionID": web.session_id, "oldPassword": old, "newPassword": new});
    for (old, new, field) in [("a wrong one", NEW, "oldPassword"), (PASSWORD, "short", "newPassword")] {
        let refused = world.call_as(&web, "change-password", change(old, new)).await;
        assert_eq!((refused.status, refused.field()), (400, field));
    }
    let (cookie, _) = web.cookies.clone().unwrap();
    let unproved = [JSON, ("cookie", cookie.as_str())];
    let body = change(PASSWORD, NEW).to_string();
    assert_eq!(
        world.post(&format!("{API}/change-password"), &unproved, body).await.status,
        403,
        "no XSRF token"
    );
    assert_eq!(world.call_as(&web, "change-password", change(PASSWORD, NEW)).await.ok(), Value::Null);
    assert!(is_in(&world, &web).await && !is_in(&world, &ana).await);
    while stream.next().await.is_some() {}
    login(&world, NEW).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_sees_their_sessions_and_ends_them() {
    let world = world().await;
    world.sign_up(ANA).await;
    let bo = world.person("bo@example.com").await;
    let android = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36";
    let body = json!({"username": ANA, "password": PASSWORD}).to_string();
    let phone = world.post(&format!("{API}/login"), &[JSON, ("user-agent", android)], body).await.ok();
    let phone = Person { session_id: phone["sessionGuid"].as_str().unwrap().to_owned(), cookies: None };
    world.clock.set(world.clock.now() + SignedDuration::from_secs(30));
    let (web, till) = (world.login_web(ANA).await, world.login(ANA).await);
    let mut stream = world.stream(&phone, None).await;
    stream.standing().await;
    let list = world.call_as(&web, "get-sessions", own(&web)).await.ok()["sessionList"].clone();
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 3);
    let current: Vec<_> = list.iter().filter(|one| one["current"] == true).collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0]["handle"], web.session_id);
    let oldest = &list[2];
    assert_eq!(oldest["device"], "Chrome on Android");
    assert_eq!(
        (&oldest["startedAt"], &oldest["lastSeenAt"]),
        (&json!("2026-07-18T16:00:00Z"), &json!("2026-07-18T16:00:00Z"))
    );
    for one in list {
        assert!(![&phone.session_id, &till.session_id].iter().any(|secret| one["handle"] == **secret));
    }

    let end = |person: &Person, handle: &Value| json!({"sessionID": person.session_id, "handle": handle});
    let strangers = world.call("end-session", end(&bo, &oldest["handle"])).await;
    assert_eq!((strangers.status, strangers.field()), (404, "handle"));
    assert!(is_in(&world, &phone).await);
    assert_eq!(world.call_as(&web, "end-session", end(&web, &oldest["handle"])).await.ok(), Value::Null);
    assert!(!is_in(&world, &phone).await);
    while stream.next().await.is_some() {}
    assert_eq!(world.call_as(&web, "end-other-sessions", own(&web)).await.ok(), Value::Null);
    assert!(!is_in(&world, &till).await && is_in(&world, &web).await && is_in(&world, &bo).await);
    let list = world.call_as(&web, "get-sessions", own(&web)).await.ok()["sessionList"].clone();
    assert_eq!(list.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_not_remembered_ends_after_an_idle_day() {
    let world = world().await;
    world.sign_up(ANA).await;
    let login = |remember: bool| json!({"username": ANA, "password": PASSWORD, "rememberMe": remember});
    let mut people = Vec::new();
    for remember in [false, true] {
        let profile = world.call("login", login(remember)).await.ok();
        let session_id = profile["sessionGuid"].as_str().unwrap().to_owned();
        people.push(Person { session_id, cookies: None });
    }
    world.clock.set(world.clock.now() + SignedDuration::from_hours(23));
    assert!(is_in(&world, &people[0]).await && is_in(&world, &people[1]).await);
    world.clock.set(world.clock.now() + SignedDuration::from_hours(24));
    assert!(!is_in(&world, &people[0]).await && is_in(&world, &people[1]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_edits_their_profile_and_their_picture() {
    let world = world().await;
    world.sign_up(ANA).await;
    let web = world.login_web(ANA).await;
    let profile = world.call_as(&web, "get-profile", own(&web)).await.ok();
    assert_eq!((&profile["firstName"], &profile["profileImage"]), (&json!("Ana"), &Value::Null));
    assert_eq!(profile["uniqueCode"].as_str().unwrap().len(), 8);
    let edit = json!({"sessionID": web.session_id, "firstName": "Anna", "lastName": "Silva",
                      "profileDescription": "Runs the oven."});
    let edited = world.call_as(&web, "update-profile", edit.clone()).await.ok();
    assert_eq!(edited["profileDescription"], "Runs the oven.");
    assert_eq!(world.call_as(&web, "get-profile", own(&web)).await.ok(), edited);
    let mut wrong = edit;
    wrong["profileDescription"] = json!("x".repeat(151));
    let refused = world.call_as(&web, "update-profile", wrong).await;
    assert_eq!((refused.status, refused.field()), (400, "profileDescription"));

    let mut png = Cursor::new(Vec::new());
    RgbImage::new(90, 60).write_to(&mut png, ImageFormat::Png).unwrap();
    let upload = |image: String| json!({"sessionID": web.session_id, "image": image});
    let image = STANDARD.encode(png.into_inner());
    let shown = world.call_as(&web, "upload-profile-image", upload(image)).await.ok();
    let url = shown["profileImage"].as_str().unwrap().to_owned();
    let picture = world.http.get(world.url(&url)).send().await.unwrap();
    assert_eq!(
        (picture.status().as_u16(), &picture.headers()["content-type"]),
        (200, &"image/jpeg".parse().unwrap())
    );
    assert!(picture.headers()["cache-control"].to_str().unwrap().starts_with("private"));
    assert_eq!(picture.headers()["x-content-type-options"], "nosniff");
    let bytes = picture.bytes().await.unwrap();
    assert_eq!(image::load_from_memory(&bytes).unwrap().width(), 512);
    for bad in ["no base64!", "R0lGODlh"] {
        let refused = world.call_as(&web, "upload-profile-image", upload(bad.into())).await;
        assert_eq!((refused.status, refused.field()), (400, "image"), "{bad}");
    }
    let removed = world.call_as(&web, "remove-profile-image", own(&web)).await.ok();
    assert_eq!(removed["profileImage"], Value::Null);
    assert_eq!(world.http.get(world.url(&url)).send().await.unwrap().status(), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_mailed_link_is_logged() {
    let mut world = world().await;
    let gateway = Talkative::start(&world).await;
    world.address = gateway.address;
    let confirm = token_in(world.signed_up(ANA).await.as_ref()).unwrap();
    world.call("confirm-sign-up", json!({"token": confirm, "password": PASSWORD})).await.ok();
    let reset = forgot(&world).await;
    world.call("reset-password", json!({"token": reset, "password": "short"})).await;
    world.call("reset-password", json!({"token": reset, "password": NEW})).await.ok();
    world.call("reset-password", json!({"token": reset, "password": NEW})).await;
    let logged = gateway.end().await;
    assert!(logged.contains("/reset-password"), "{logged}");
    for secret in [confirm.as_str(), reset.as_str(), PASSWORD, NEW, ANA] {
        assert!(!logged.contains(secret), "{secret} stands in the log");
    }
}
