use saffron_core::Code;
use saffron_proto::auth::{Location, ProvisionLocationRequest};

use crate::world::{OTHER_VENDOR, World, code_of, pos_id, registration, world};

async fn stored(world: &World, pos_id: &str) -> (String, String, Option<String>) {
    sqlx::query_as("SELECT name, website, card_account FROM locations WHERE pos_id = $1")
        .bind(pos_id)
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

fn full() -> ProvisionLocationRequest {
    ProvisionLocationRequest {
        location: Some(Location {
            pos_id: "pizza".into(),
            name: "Demo Pizza".into(),
            website: "https://pizza.example/menu".into(),
            time_zone: "America/New_York".into(),
            postal_address: "1 Main St, Albany, NY 12207".into(),
            phone: "1-518-555-0100".into(),
            day_starts: String::new(),
        }),
        card_account: "acct_1".into(),
        ..registration("pizza")
    }
}

#[tokio::test]
async fn a_location_gets_a_key_and_a_code() {
    let world = world().await;
    let mut listener = world.nats.subscribe("saffron.v1.pizza.auth.location_provisioned").await;
    let made = world.try_provision(full()).await.unwrap();
    assert_eq!((made.pos_id.as_str(), made.ingest_key.len(), made.link_code.len()), ("pizza", 43, 10));
    let till = world.resolve_ingest_key(&made.ingest_key).await.unwrap();
    assert_eq!((till.pos_id.as_str(), till.time_zone.as_str()), ("pizza", "America/New_York"));
    let event = listener.expect_event(|_| true).await;
    assert_eq!((event.subject, &event.data["name"]), (Some(pos_id("pizza")), &"Demo Pizza".into()));
    let token = world.token(&world.enter("ana@saffron.example").await).await;
    let location = world.link(&token, "pizza", &made.link_code).await.unwrap();
    assert_eq!(location, Location { phone: "5185550100".into(), ..full().location.unwrap() });
}

#[tokio::test]
async fn a_vendor_updates_its_location_and_rotates_the_key_on_request() {
    let world = world().await;
    let mut listener = world.nats.subscribe("saffron.v1.pizza.auth.location_provisioned").await;
    let made = world.try_provision(full()).await.unwrap();
    assert_eq!(listener.expect_event(|_| true).await.data["name"], "Demo Pizza");
    // The same again changes nothing, so it is not published; an omitted field keeps its value.
    let again = world.try_provision(full()).await.unwrap();
    assert!(again.ingest_key.is_empty() && again.link_code != made.link_code);
    world.try_provision(registration("pizza")).await.unwrap();
    assert_eq!(listener.expect_event(|_| true).await.data["name"], "Place pizza");
    let kept = ("Place pizza".into(), "https://pizza.example/menu".into(), Some("acct_1".into()));
    assert_eq!(stored(&world, "pizza").await, kept);
    world.resolve_ingest_key(&made.ingest_key).await.unwrap();

    let rotated =
        world.try_provision(ProvisionLocationRequest { rotate_ingest_key: true, ..full() }).await.unwrap();
    assert_eq!(rotated.ingest_key.len(), 43);
    world.resolve_ingest_key(&rotated.ingest_key).await.unwrap();
    assert_eq!(code_of(world.resolve_ingest_key(&made.ingest_key).await), (Code::Unauthenticated, None));
}

#[tokio::test]
async fn a_known_location_keeps_an_omitted_name_and_time_zone() {
    let world = world().await;
    let nameless = || {
        let location = Location { pos_id: "pizza".into(), ..Location::default() };
        ProvisionLocationRequest { location: Some(location), ..registration("pizza") }
    };
    assert_eq!(code_of(world.try_provision(nameless()).await), (Code::Invalid, Some("name".into())));
    world.try_provision(full()).await.unwrap();
    world.try_provision(nameless()).await.unwrap();
    assert_eq!(stored(&world, "pizza").await.0, "Demo Pizza");
    let made = ProvisionLocationRequest { rotate_ingest_key: true, ..nameless() };
    let made = world.try_provision(made).await.unwrap();
    assert_eq!(world.resolve_ingest_key(&made.ingest_key).await.unwrap().time_zone, "America/New_York");
}

#[tokio::test]
async fn a_location_belongs_to_the_vendor_that_registered_it() {
    let world = world().await;
    world.try_provision(full()).await.unwrap();
    let theft = ProvisionLocationRequest {
        provisioning_key: OTHER_VENDOR.into(),
        rotate_ingest_key: true,
        ..registration("pizza")
    };
    assert_eq!(code_of(world.try_provision(theft).await), (Code::Forbidden, Some("posID".into())));
    assert_eq!(stored(&world, "pizza").await.0, "Demo Pizza");
    assert_eq!(world.count("link_codes").await, 1);
}

#[tokio::test]
async fn a_card_account_belongs_to_one_location() {
    let world = world().await;
    world.try_provision(full()).await.unwrap();
    let second = ProvisionLocationRequest { card_account: "acct_1".into(), ..registration("tacos") };
    assert_eq!(code_of(world.try_provision(second).await), (Code::Conflict, Some("cardAccount".into())));
    // Nothing of the refused request is stored.
    world.provision("tacos").await;
    assert_eq!(stored(&world, "tacos").await.2, None);
    let taken = ProvisionLocationRequest { card_account: "acct_1".into(), ..registration("tacos") };
    assert_eq!(code_of(world.try_provision(taken).await), (Code::Conflict, Some("cardAccount".into())));
}

#[tokio::test]
async fn a_new_card_account_or_time_zone_is_published() {
    let world = world().await;
    let mut listener = world.nats.subscribe("saffron.v1.pizza.auth.card_account_set").await;
    // Without an account nothing is published.
    world.try_provision(registration("pizza")).await.unwrap();
    world.try_provision(full()).await.unwrap();
    let published = listener.expect_event(|_| true).await;
    assert_eq!(
        (&published.data["cardAccount"], &published.data["timeZone"]),
        (&"acct_1".into(), &"America/New_York".into())
    );
    // The same again, or another name, is not published.
    world.try_provision(full()).await.unwrap();
    world.try_provision(registration("pizza")).await.unwrap();
    let mut moved = full();
    moved.location.as_mut().unwrap().time_zone = "America/Chicago".into();
    moved.card_account = String::new();
    world.try_provision(moved).await.unwrap();
    let published = listener.expect_event(|_| true).await;
    assert_eq!(
        (&published.data["cardAccount"], &published.data["timeZone"]),
        (&"acct_1".into(), &"America/Chicago".into())
    );
}

#[tokio::test]
async fn a_wrong_field_is_named_after_the_key_was_accepted() {
    let world = world().await;
    let with = |change: fn(&mut Location)| {
        let mut request = full();
        change(request.location.as_mut().unwrap());
        request
    };
    let wrong = [
        ("posID", with(|l| l.pos_id = "a.b".into())),
        ("name", with(|l| l.name = String::new())),
        ("timeZone", with(|l| l.time_zone = "Mars/Olympus".into())),
        ("website", with(|l| l.website = "javascript:alert(1)".into())),
        ("phone", with(|l| l.phone = "12".into())),
        ("postalAddress", with(|l| l.postal_address = "x".repeat(301))),
        ("cardAccount", ProvisionLocationRequest { card_account: "a b".into(), ..full() }),
        ("posID", ProvisionLocationRequest { location: None, ..full() }),
    ];
    for (field, request) in wrong {
        assert_eq!(code_of(world.try_provision(request).await), (Code::Invalid, Some(field.into())));
    }
    for key in ["", "acme provisioning ke", "gibberish"] {
        let request =
            ProvisionLocationRequest { provisioning_key: key.into(), ..ProvisionLocationRequest::default() };
        assert_eq!(code_of(world.try_provision(request).await), (Code::Unauthenticated, None));
    }
    assert_eq!(code_of(world.resolve_ingest_key("").await), (Code::Unauthenticated, None));
}
