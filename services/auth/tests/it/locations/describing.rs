//! Descriptions of locations for other services.

use saffron_proto::auth::{Location, ProvisionLocationRequest};
use saffron_testkit::eventually;

use crate::world::{registration, world};

const SUBJECT: &str = "saffron.v1.pizza.auth.location_described";

fn pizza(name: &str, address: &str) -> ProvisionLocationRequest {
    let location = Location {
        pos_id: "pizza".into(),
        name: name.into(),
        website: "https://pizza.example".into(),
        time_zone: "America/New_York".into(),
        postal_address: address.into(),
        phone: "518-555-0100".into(),
        day_starts: String::new(),
    };
    ProvisionLocationRequest { location: Some(location), ..registration("pizza") }
}

#[tokio::test]
async fn a_new_or_changed_location_is_described() {
    let world = world().await;
    let mut listener = world.nats.subscribe(SUBJECT).await;
    world.try_provision(pizza("Demo Pizza", "1 Main St, Albany, NY 12207")).await.unwrap();
    let first = listener.expect_event(|_| true).await;
    for (field, value) in [
        ("posID", "pizza"),
        ("name", "Demo Pizza"),
        ("website", "https://pizza.example"),
        ("timeZone", "America/New_York"),
        ("postalAddress", "1 Main St, Albany, NY 12207"),
        ("phone", "5185550100"),
    ] {
        assert_eq!(first.data[field], value, "{field}");
    }
    // The same again is not published, and neither is another card account.
    world.try_provision(pizza("Demo Pizza", "1 Main St, Albany, NY 12207")).await.unwrap();
    let account = ProvisionLocationRequest { card_account: "acct_1".into(), ..pizza("Demo Pizza", "") };
    world.try_provision(account).await.unwrap();
    world.try_provision(pizza("Pizza", "")).await.unwrap();
    let second = listener.expect_event(|_| true).await;
    assert_eq!(second.data["name"], "Pizza");
    assert_eq!(second.data["postalAddress"], "1 Main St, Albany, NY 12207", "left out, it keeps its value");
}

#[tokio::test]
async fn an_undescribed_location_is_described_once() {
    let world = world().await;
    world.try_provision(pizza("Demo Pizza", "")).await.unwrap();
    sqlx::query("UPDATE locations SET described = false").execute(&world.pool).await.unwrap();
    let mut listener = world.nats.subscribe(SUBJECT).await;
    // A replica does its upkeep at its start.
    world.replica().await;
    assert_eq!(listener.expect_event(|_| true).await.data["name"], "Demo Pizza");
    eventually("a note of it", || async {
        (world.count("locations WHERE NOT described").await == 0).then_some(())
    })
    .await;
}
