//! What operators do with people and card accounts, and what strangers cannot do to them, through the gateway.

use saffron_core::Clock;
use saffron_kit::CancellationToken;
use saffron_sandbox::card;
use saffron_testkit::eventually;
use serde_json::{Value, json};

use crate::post::token_in;
use crate::world::{
    API, Answer, CARD_KEY, NOW, ORIGIN, PASSWORD, Person, VENDOR_KEY, World, world, world_with,
};

const ANA: &str = "ana@example.com";
const BOB: &str = "bob@example.com";

/// A command of `saffron` on auth's database: whether it succeeded, and what it said.
async fn operator(world: &World, arguments: &[&str]) -> (bool, String) {
    let name = "SAFFRON_AUTH_DATABASE_URL";
    let (_, url) = world.gateway_env().iter().find(|(known, _)| known == name).unwrap();
    let done = tokio::process::Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(arguments)
        .env(name, url)
        .output()
        .await
        .unwrap();
    let said = if done.status.success() { &done.stdout } else { &done.stderr };
    (done.status.success(), String::from_utf8_lossy(said).into_owned())
}

fn today(person: &Person, pos_id: &str) -> Value {
    json!({"sessionID": person.session_id, "posID": pos_id, "startDate": "2026-07-18", "endDate": "2026-07-18"})
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_unlinks_a_person_at_every_gateway() {
    let mut world = world().await;
    let (ana, bob) = (world.person(ANA).await, world.person(BOB).await);
    world.linked(&ana, "p1").await;
    world.linked_again(&bob, &ana, "p1").await;
    let own = json!({"sessionID": bob.session_id, "posID": "p1"});
    let code = world.call("create-link-code", own).await.ok()["linkCode"].clone();
    let (done, said) = operator(&world, &["people", "list", "--pos-id", "p1"]).await;
    assert!(done && said.contains(ANA) && said.contains(BOB) && said.lines().count() == 2, "{said}");
    let home = world.address;
    world.address = world.another_gateway().await;
    let mut stream = world.stream(&bob, None).await;
    stream.standing().await;
    for address in [world.address, home] {
        world.address = address;
        assert_eq!(world.call("get-daily-sales-labor", today(&bob, "p1")).await.status, 200);
    }

    let remove = ["people", "remove", "--email", BOB, "--pos-id", "p1"];
    let (done, said) = operator(&world, &remove).await;
    assert!(done && said.starts_with("removed from p1\n"), "{said}");
    stream.expect("locations.changed").await;
    for address in [world.address, home] {
        world.address = address;
        eventually("the end of what they see", || async {
            let answer = world.call("get-daily-sales-labor", today(&bob, "p1")).await;
            (answer.status == 403).then_some(())
        })
        .await;
        assert_eq!(world.call("get-daily-sales-labor", today(&ana, "p1")).await.status, 200);
    }
    let link = json!({"sessionID": bob.session_id, "posID": "p1", "linkCode": code});
    let void = world.call("link-restaurant", link).await;
    assert_eq!((void.status, void.field()), (400, "linkCode"));
    let (done, said) = operator(&world, &remove).await;
    assert!(!done && said.contains("does not have this location") && !said.contains(BOB), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_person_is_gone_from_every_service() {
    let world = world().await;
    let (ana, bob) = (world.person(ANA).await, world.person(BOB).await);
    let key = world.linked(&ana, "p1").await;
    world.linked_again(&bob, &ana, "p1").await;
    let soup = json!({"specversion": "1.0", "id": "e-soup", "source": "till", "type": "item.upserted",
        "data": {"posID": "p1", "posItemID": "soup", "revision": 1, "name": "Soup", "price": 8, "cost": 2}});
    let guest = json!({"specversion": "1.0", "id": "e-g1", "source": "till", "type": "customer.upserted",
        "data": {"posID": "p1", "posCustomerID": "g1", "revision": 1, "firstName": "Rosa",
                 "email": "rosa@example.com"}});
    assert_eq!(world.ingest(&key, &json!([soup, guest])).await.status, 202);
    let at = |person: &Person| json!({"sessionID": person.session_id, "posID": "p1"});
    let filled = |list: &'static str| move |body: &Value| body[list].as_array().is_some_and(|l| l.len() == 1);
    world.expect("get-items-list", &at(&ana), filled("itemList")).await;
    world.expect("get-customers-list", &at(&ana), filled("customerList")).await;
    let with = |person: &Person, fields: Value| {
        let mut body = at(person);
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        body
    };
    let price = with(&bob, json!({"posItemID": "soup", "price": 9.5}));
    assert_eq!(world.call("update-positem", price).await.status, 200);
    let percent = with(&bob, json!({"rewardPercent": 5}));
    assert_eq!(world.call("update-reward-percent", percent).await.status, 200);
    let reward = with(
        &bob,
        json!({"posCustomerID": "g1", "rewardPoint": 500, "rewardMessage": "Thank you", "idempotencyKey": "k1",
               "userInformationID": 0, "validUntil": "2026-08-18T23:59:59"}),
    );
    assert_eq!(world.call("send-reward-point", reward).await.status, 200);
    // A notification: the last of a dish.
    let counted = with(&bob, json!({"posItemID": "soup", "stock": 0}));
    world.call("update-positem", counted).await;
    let edits = with(&ana, json!({"posItemID": "soup", "limit": 10}));
    let edited = world.call("get-item-edits", edits.clone()).await.ok().to_string();
    assert!(edited.contains("Ana Silva") && !edited.contains("Former user"), "{edited}");

    let (done, said) = operator(&world, &["people", "erase", "--email", BOB]).await;
    assert_eq!((done, said.as_str()), (true, "erased; sessions ended: 1\n"));
    eventually("the end of the session", || async {
        (world.call("get-profile", json!({"sessionID": bob.session_id})).await.status == 401).then_some(())
    })
    .await;
    let no_name = |body: &Value| !body.to_string().contains("Ana Silva");
    world.expect("get-item-edits", &edits, no_name).await;
    let customer = with(&ana, json!({"posCustomerID": "g1"}));
    world.expect("get-customer", &customer, no_name).await;
    assert!(world.call("get-item-edits", edits).await.ok().to_string().contains("Former user"));
    let (done, said) = operator(&world, &["people", "erase", "--email", ANA]).await;
    assert!(done && said.contains("no person has p1 any more"), "{said}");
    let (done, said) = operator(&world, &["people", "erase", "--email", ANA]).await;
    assert!(!done && said.contains("No account uses this email address"), "{said}");
}

async fn provision(world: &World, key: &str, form: Value) -> Answer {
    let bearer = format!("Bearer {key}");
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    world.post("/provision/v1/locations", &headers, form.to_string()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_account_is_set_cleared_and_allowed() {
    let (clock, stop) = (Clock::fixed(NOW.parse().unwrap()), CancellationToken::new());
    let mut config = card::Config::new(CARD_KEY, "the control key of the test", 4, clock);
    config.locations = Some(vec!["demo-bluebird".parse().unwrap(), "demo-pizza".parse().unwrap()]);
    let card = card::serve(config, stop.clone()).await.unwrap();
    let _stop = stop.drop_guard();
    let world = world_with(&[("SAFFRON_PAYMENTS_PROVIDER_URL", &card.url())]).await;
    let rival = format!("{VENDOR_KEY}-of-the-rival");
    let form = |pos_id: &str, account: Value| json!({"posID": pos_id, "name": "R", "timeZone": "America/New_York", "cardAccount": account});
    assert_eq!(provision(&world, VENDOR_KEY, form("p1", json!("acct_1"))).await.status, 200);
    for (key, pos_id, account, status) in [
        (VENDOR_KEY, "p2", json!("acct_1"), 409),
        (&rival, "r1", json!("acct_2"), 409),
        (VENDOR_KEY, "p2", json!(""), 400),
    ] {
        let refused = provision(&world, key, form(pos_id, account)).await;
        assert_eq!((refused.status, refused.field()), (status, "cardAccount"), "{refused:?}");
    }
    assert_eq!(provision(&world, VENDOR_KEY, json!({"posID": "p1"})).await.status, 200);
    assert_eq!(
        provision(&world, VENDOR_KEY, form("p2", json!("acct_1"))).await.status,
        409,
        "left out, it stays"
    );
    assert_eq!(provision(&world, VENDOR_KEY, form("p1", Value::Null)).await.status, 200);
    assert_eq!(provision(&world, VENDOR_KEY, form("p2", json!("acct_1"))).await.status, 200);

    // The provider's own metadata names the location: of this one, and of no other.
    let of = |pos_id: &str| json!(card::account_of(&pos_id.parse().unwrap()));
    let foreign = provision(&world, &rival, form("r1", of("demo-bluebird"))).await;
    assert_eq!((foreign.status, foreign.field()), (409, "cardAccount"));
    assert!(foreign.message.contains("metadata"), "{}", foreign.message);
    assert_eq!(provision(&world, &rival, form("demo-pizza", of("demo-pizza"))).await.status, 200);
    assert_eq!(provision(&world, VENDOR_KEY, form("p3", of("demo-pizza"))).await.status, 409, "it is in use");

    assert!(operator(&world, &["vendors", "allow-account", "rival", "acct_2"]).await.0);
    assert_eq!(provision(&world, &rival, form("r1", json!("acct_2"))).await.status, 200);
    let listed = operator(&world, &["vendors", "list-accounts", "rival"]).await;
    assert_eq!(listed, (true, "acct_2  r1\n".to_owned()));
    assert!(operator(&world, &["vendors", "clear-account", "acct_2"]).await.0);
    assert!(operator(&world, &["vendors", "forbid-account", "rival", "acct_2"]).await.0);
    assert_eq!(provision(&world, &rival, form("r1", json!("acct_2"))).await.status, 409);
}

/// Signs in as the web app, with these cookies.
async fn login(world: &World, password: &str, cookie: &str) -> Answer {
    let headers = [
        ("content-type", "application/json"),
        ("x-saffron-client", "web"),
        ("origin", ORIGIN),
        ("cookie", cookie),
    ];
    let body = json!({"username": ANA, "password": password}).to_string();
    world.post(&format!("{API}/login"), &headers, body).await
}

fn device_cookie(answer: &Answer) -> Option<String> {
    let set = answer.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    set.filter(|line| line.starts_with("saffron_device="))
        .map(|line| line.split(';').next().unwrap().to_owned())
        .next()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_cannot_lock_out_a_known_device() {
    let world = world().await;
    world.sign_up(ANA).await;
    let first = login(&world, PASSWORD, "").await;
    let cookie = device_cookie(&first).unwrap();
    let line = first
        .headers
        .get_all("set-cookie")
        .iter()
        .find(|v| v.to_str().unwrap().starts_with("saffron_device"));
    assert!(line.unwrap().to_str().unwrap().contains("HttpOnly; SameSite=Strict"));
    assert!(first.ok().get("deviceToken").is_none());
    let ask = json!({"username": ANA, "password": PASSWORD, "deviceToken": ""});
    let token = world.call("login", ask).await.ok()["deviceToken"].clone();
    assert_eq!(token.as_str().unwrap().len(), 43);
    assert!(
        world
            .call("login", json!({"username": ANA, "password": PASSWORD}))
            .await
            .ok()
            .get("deviceToken")
            .is_none()
    );

    for _ in 0..5 {
        let wrong = world.call("login", json!({"username": ANA, "password": "a wrong one"})).await;
        assert_eq!(wrong.status, 401);
    }
    for _ in 0..3 {
        world.call("forgot-password", json!({"email": ANA})).await.ok();
    }
    world.post.mailed(ANA, 4).await;
    assert_eq!(world.call("login", json!({"username": ANA, "password": PASSWORD})).await.status, 429);
    assert_eq!(login(&world, PASSWORD, "saffron_device=xyz").await.status, 429);
    assert_eq!(world.call("forgot-password", json!({"email": ANA})).await.status, 429);
    assert_eq!(login(&world, PASSWORD, &cookie).await.status, 200);
    for _ in 0..5 {
        world.call("login", json!({"username": ANA, "password": "a wrong one"})).await;
    }
    let known = json!({"username": ANA, "password": PASSWORD, "deviceToken": token});
    assert_eq!(world.call("login", known).await.ok()["deviceToken"], token);
    world.call("forgot-password", json!({"email": ANA, "deviceToken": token})).await.ok();
    let mail = world.post.mailed(ANA, 5).await;

    // The browser that used the mailed link is known from then on.
    let headers = [("content-type", "application/json"), ("x-saffron-client", "web"), ("origin", ORIGIN)];
    let body = json!({"token": token_in(&mail).unwrap(), "password": "the oven wakes at nine"}).to_string();
    let reset = world.post(&format!("{API}/reset-password"), &headers, body).await;
    let fresh = device_cookie(&reset).unwrap();
    assert_ne!(fresh, cookie);
    for _ in 0..5 {
        world.call("login", json!({"username": ANA, "password": "a wrong one"})).await;
    }
    assert_eq!(login(&world, "the oven wakes at nine", &cookie).await.status, 429);
    assert_eq!(login(&world, "the oven wakes at nine", &fresh).await.status, 200);
}
