//! Restaurants as they are offered.

use saffron_pos::toast::model::{Read, Restaurant};
use saffron_pos::toast::offer;
use serde_json::{Value, json};

use crate::door::with;

fn general(more: Value) -> Value {
    let general = json!({"name": "Corner", "locationName": "Main Street", "timeZone": "America/New_York", "closeoutHour": 5,
        "managementGroupGuid": "m1", "currencyCode": "USD", "archived": false});
    json!({"guid": "0b1c2d3e-0000-4000-8000-000000000001", "general": with(general, more), "urls": {"website": "https://corner.example"},
        "location": {"address1": "1 Main St", "city": "Albany", "stateCode": "NY", "zipCode": "12207", "phone": "5185550143"}})
}

fn offered(more: Value) -> Result<saffron_pos::adapter::Offer, saffron_pos::Unmapped> {
    offer(&Read::<Restaurant>::of(&general(more).to_string()).object().unwrap())
}

#[test]
fn restaurant_brings_its_zone_address_and_closeout_hour() {
    let offer = offered(json!({})).unwrap();
    let registration = &offer.registration;
    assert_eq!(registration.pos_id.as_str(), "toast-0b1c2d3e-0000-4000-8000-000000000001");
    assert_eq!(registration.name.as_deref(), Some("Corner - Main Street"));
    assert_eq!(registration.postal_address.as_deref(), Some("1 Main St, Albany, NY 12207"));
    assert_eq!(registration.day_start.unwrap().to_string(), "05:00");
    assert_eq!(
        (offer.currency.as_str(), registration.time_zone.as_deref()),
        ("USD", Some("America/New_York"))
    );
}

#[test]
fn closeout_at_noon_is_asked_for() {
    assert!(offered(json!({"closeoutHour": 12})).unwrap().registration.day_start.is_none());
    assert!(offered(json!({"closeoutHour": null})).unwrap().registration.day_start.is_none());
}

#[test]
fn restaurant_that_cannot_be_connected_says_why() {
    for (more, word) in [
        (json!({"archived": true}), "archived"),
        (json!({"timeZone": "Mars"}), "time zone"),
        (json!({"name": null, "locationName": " "}), "name"),
    ] {
        let why = offered(more).unwrap_err();
        assert!(why.why.contains(word), "{}", why.why);
    }
}
