//! Merchants and locations.

use serde_json::{Value, json};

use super::{listed, tidy};
use crate::square::trade::{Location, Merchant};

/// The time at which all merchants and locations were made.
const MADE: &str = "2019-05-01T09:00:00Z";

/// A merchant.
pub fn merchant(merchant: &Merchant) -> Value {
    let main = merchant.locations.first();
    tidy(json!({
        "id": merchant.id,
        "business_name": merchant.name,
        "country": main.map_or("US", |place| &place.country),
        "language_code": "en-US",
        "currency": main.map_or("USD", |place| &place.currency),
        "status": "ACTIVE",
        "main_location_id": main.map(|place| &place.id),
        "created_at": MADE,
    }))
}

/// A location.
pub fn location(merchant: &Merchant, place: &Location) -> Value {
    tidy(json!({
        "id": place.id,
        "name": place.name,
        "address": place.address.as_ref().map(|line| json!({ "address_line_1": line, "country": place.country })),
        "timezone": place.zone.name(),
        "capabilities": listed(vec![json!("CREDIT_CARD_PROCESSING"), json!("AUTOMATIC_TRANSFERS")]),
        "status": if place.is_active { "ACTIVE" } else { "INACTIVE" },
        "created_at": MADE,
        "merchant_id": merchant.id,
        "country": place.country,
        "language_code": "en-US",
        "currency": place.currency,
        "phone_number": place.phone.as_ref().map(|phone| phone.chars().take(17).collect::<String>()),
        "business_name": merchant.name,
        "type": "PHYSICAL",
        "website_url": place.website,
        "mcc": "5812",
    }))
}
