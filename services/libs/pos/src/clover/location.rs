//! A merchant, as it is offered to the owner.

use super::model::{Address, Merchant};
use crate::Unmapped;
use crate::adapter::Offer;
use crate::location::Described;

/// What a `posID` begins with, before Clover's own id.
const PREFIX: &str = "clover-";

/// A merchant as it can be connected. When its days begin is asked: the hour of its reports is in no object.
///
/// # Errors
/// Why it cannot be.
pub fn offer(merchant: &Merchant) -> Result<Offer, Unmapped> {
    let (address, properties) = (merchant.address.as_ref(), merchant.properties.as_ref());
    let part = |of: fn(&Address) -> Option<&String>| address.and_then(of).map(String::as_str);
    Described {
        id: merchant.id.as_deref().unwrap_or_default(),
        name: merchant.name.as_deref(),
        zone: properties.and_then(|of| of.timezone.as_deref()),
        currency: properties.and_then(|of| of.default_currency.as_deref()),
        website: merchant.website.as_deref(),
        phone: merchant.phone_number.as_deref(),
        address: [
            part(|of| of.address1.as_ref()),
            part(|of| of.address2.as_ref()),
            part(|of| of.city.as_ref()),
            part(|of| of.state.as_ref()),
            part(|of| of.zip.as_ref()),
        ],
    }
    .offer("Clover", PREFIX)
}
