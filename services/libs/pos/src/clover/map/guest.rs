//! Profiles of guests.

use saffron_core::CustomerId;
use saffron_core::id::PosGiven as _;
use saffron_till::{Event, Guest};

use super::{MAPPING, SOURCE, Why, moment};
use crate::clover::model::Customer;
use crate::time::revision;
use crate::{Place, Unmapped, door, text};

const KIND: &str = "guest";

/// A guest.
///
/// # Errors
/// What is wrong with the profile, and what to do.
pub fn guest(place: &Place, customer: &Customer) -> Result<Event, Unmapped> {
    let id = customer.id.as_deref().unwrap_or_default();
    let guest = mapped(place, customer).map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::guest(SOURCE, &guest))
}

fn mapped(place: &Place, customer: &Customer) -> Result<Guest, Why> {
    let id = CustomerId::of_sent(customer.id.as_deref().unwrap_or_default())
        .map_err(|why| format!("has an id that {why}"))?;
    let metadata = customer.metadata.as_ref();
    let changes = [metadata.and_then(|of| of.modified_time), customer.customer_since];
    let family = text::name(customer.last_name.as_deref());
    let given = text::name(customer.first_name.as_deref());
    let company = metadata.and_then(|of| text::name(of.business_name.as_deref()));
    let company = company.filter(|_| given.is_none() && family.is_none());
    let addresses = || customer.email_addresses.iter();
    let primary = addresses().find(|of| of.primary_email == Some(true)).or_else(|| addresses().next());
    let phone = customer.phone_numbers.iter().find_map(|of| text::phone(of.phone_number.as_deref()?));
    Ok(Guest {
        pos_id: place.pos_id.clone(),
        id,
        revision: revision(changes.into_iter().filter_map(moment), MAPPING)?,
        first_name: given.or(company).unwrap_or_default(),
        last_name: family.unwrap_or_default(),
        // A part of an address is another one.
        email: primary.and_then(|of| text::whole(of.email_address.as_deref()?)),
        cell_phone_number: phone,
        // One answer for all ways is one about email at most.
        email_consent: customer.marketing_allowed,
        sms_consent: None,
    })
}
