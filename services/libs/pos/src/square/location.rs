//! Locations of a seller, as they are offered to the owner.

use saffron_core::Zone;
use saffron_till::Registration;

use super::model::{Address, Location};
use crate::adapter::Offer;
use crate::{Unmapped, text};

/// What a `posID` begins with, before Square's own id.
const PREFIX: &str = "square-";

/// A location as it can be connected.
///
/// # Errors
/// Why it cannot be: an inactive one is not offered.
pub fn offer(location: &Location) -> Result<Offer, Unmapped> {
    let id = location.id.as_deref().unwrap_or_default();
    let unmapped = |why: &str| Unmapped::new("location", id, why.to_owned());
    if location.status.as_deref() == Some("INACTIVE") {
        return Err(unmapped("is inactive at Square: activate it there to connect it"));
    }
    let pos_id = format!("{PREFIX}{id}").parse();
    let zone = location.timezone.as_deref().and_then(|zone| zone.parse::<Zone>().ok());
    let zone = zone.ok_or_else(|| unmapped("has no time zone that is known: set one at Square"))?;
    let name = text::name(location.name.as_deref());
    Ok(Offer {
        location: id.to_owned(),
        currency: text::cut(location.currency.as_deref().unwrap_or("USD"), 20).to_uppercase(),
        registration: Registration {
            pos_id: pos_id.map_err(|_| unmapped("has an id that is none: report it"))?,
            name: Some(name.ok_or_else(|| unmapped("has no name: enter one at Square"))?),
            time_zone: Some(zone.name().to_owned()),
            day_start: None,
            website: text::name(location.website_url.as_deref()),
            postal_address: location.address.as_ref().and_then(on_one_line),
            phone: text::name(location.phone_number.as_deref()),
            rotate_ingest_key: false,
            ingest_key_name: None,
        },
    })
}

fn on_one_line(address: &Address) -> Option<String> {
    let state = [&address.administrative_district_level_1, &address.postal_code];
    let state = state.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
    let parts = [&address.address_line_1, &address.address_line_2, &address.locality].into_iter().flatten();
    let parts =
        parts.map(String::as_str).chain([state.as_str()]).map(str::trim).filter(|part| !part.is_empty());
    text::name(Some(&parts.collect::<Vec<_>>().join(", ")))
}
