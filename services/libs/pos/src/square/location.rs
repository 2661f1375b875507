//! Locations of a seller, as they are offered to the owner.

use super::model::{Address, Location};
use crate::Unmapped;
use crate::adapter::Offer;
use crate::location::Described;

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
    let address = location.address.as_ref();
    let part = |of: fn(&Address) -> Option<&String>| address.and_then(of).map(String::as_str);
    Described {
        id,
        name: location.name.as_deref(),
        zone: location.timezone.as_deref(),
        currency: location.currency.as_deref(),
        website: location.website_url.as_deref(),
        phone: location.phone_number.as_deref(),
        address: [
            part(|of| of.address_line_1.as_ref()),
            part(|of| of.address_line_2.as_ref()),
            part(|of| of.locality.as_ref()),
            part(|of| of.administrative_district_level_1.as_ref()),
            part(|of| of.postal_code.as_ref()),
        ],
    }
    .offer("Square", PREFIX)
}
