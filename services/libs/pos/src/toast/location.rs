//! A restaurant, as it is offered to the owner.

use super::model::{Address, General, Restaurant};
use crate::Unmapped;
use crate::adapter::Offer;
use crate::location::Described;

/// What a `posID` begins with, before Toast's own GUID.
const PREFIX: &str = "toast-";

/// A restaurant as it can be connected. Its days begin at its closeout hour; at noon none of ours can.
///
/// # Errors
/// Why it cannot be.
pub fn offer(restaurant: &Restaurant) -> Result<Offer, Unmapped> {
    let (general, address) = (restaurant.general.as_ref(), restaurant.location.as_ref());
    let id = restaurant.guid.as_deref().unwrap_or_default();
    if general.is_some_and(|of| of.archived == Some(true)) {
        return Err(Unmapped::new("location", id, "is archived: restore it in Toast".to_owned()));
    }
    let part = |of: fn(&Address) -> Option<&String>| address.and_then(of).map(String::as_str);
    let text = |of: fn(&General) -> Option<&String>| general.and_then(of).map(String::as_str);
    // The name of its place is what tells a restaurant from others of its name.
    let names = [text(|of| of.name.as_ref()), text(|of| of.location_name.as_ref())];
    let names: Vec<&str> =
        names.into_iter().flatten().map(str::trim).filter(|name| !name.is_empty()).collect();
    let name = names.join(" - ");
    let mut offer = Described {
        id,
        name: Some(name.as_str()),
        zone: text(|of| of.time_zone.as_ref()),
        currency: text(|of| of.currency_code.as_ref()),
        website: restaurant.urls.as_ref().and_then(|of| of.website.as_deref()),
        phone: part(|of| of.phone.as_ref()),
        address: [
            part(|of| of.address1.as_ref()),
            part(|of| of.address2.as_ref()),
            part(|of| of.city.as_ref()),
            part(|of| of.administrative_area.as_ref()).or_else(|| part(|of| of.state_code.as_ref())),
            part(|of| of.zip_code.as_ref()),
        ],
    }
    .offer("Toast", PREFIX)?;
    let hour = general.and_then(|of| of.closeout_hour);
    offer.registration.day_start = hour.and_then(|hour| format!("{hour:02}:00").parse().ok());
    Ok(offer)
}
