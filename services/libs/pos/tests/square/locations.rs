use serde_json::{Value, json};

use saffron_pos::Unmapped;
use saffron_pos::adapter::Offer;
use saffron_pos::square::offer;

use crate::door::{object, with};

fn offered(more: Value) -> Result<Offer, Unmapped> {
    let location = json!({"id": "L1", "name": "Corner", "timezone": "America/New_York", "currency": "USD", "status": "ACTIVE",
        "address": {"address_line_1": "1 Main St", "locality": "Albany", "administrative_district_level_1": "NY", "postal_code": "12207"}});
    offer(&object(&with(location, more)))
}

#[test]
fn location_is_offered_with_its_zone_and_address() {
    let Offer { location, currency, registration } = offered(json!({})).unwrap();
    assert_eq!(
        (location.as_str(), currency.as_str(), registration.pos_id.as_str()),
        ("L1", "USD", "square-L1")
    );
    assert_eq!(registration.time_zone.as_deref(), Some("America/New_York"));
    assert_eq!(registration.postal_address.as_deref(), Some("1 Main St, Albany, NY 12207"));
    assert_eq!(offered(json!({"address": {}})).unwrap().registration.postal_address, None);
    // The owner is asked about another currency.
    assert_eq!(offered(json!({"currency": "eur"})).unwrap().currency, "EUR");
}

#[test]
fn location_that_cannot_be_connected_says_why() {
    for (more, part) in [
        (json!({"status": "INACTIVE"}), "inactive"),
        (json!({"timezone": "Moon/Crater"}), "time zone"),
        (json!({"timezone": null}), "time zone"),
        (json!({"name": ""}), "name"),
        (json!({"id": "ü"}), "id"),
    ] {
        let why = offered(more).unwrap_err();
        assert!(why.kind == "location" && why.why.contains(part), "{why:?} has no {part}");
    }
}
