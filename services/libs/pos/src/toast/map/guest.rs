//! Guests: Toast has no list of them, and names them on their checks.

use saffron_core::CustomerId;
use saffron_core::id::PosGiven as _;
use saffron_till::{Event, Guest};

use super::{MAPPING, SOURCE, Why};
use crate::time::{instant, revision};
use crate::toast::model::{Check, Customer};
use crate::{Place, Unmapped, door, text};

const KIND: &str = "guest";

/// The guest of a check. None where it names nobody, or nothing of the guest but a GUID.
///
/// # Errors
/// What is wrong, and what to do.
pub fn guest(place: &Place, check: &Check) -> Result<Option<Event>, Unmapped> {
    let Some(customer) = &check.customer else { return Ok(None) };
    let named = [&customer.first_name, &customer.last_name, &customer.email, &customer.phone];
    if named.into_iter().all(|part| text::name(part.as_deref()).is_none()) {
        return Ok(None);
    }
    let id = customer.guid.as_deref().unwrap_or_default();
    let guest = mapped(place, check, customer).map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::guest(SOURCE, &guest)).map(Some)
}

fn mapped(place: &Place, check: &Check, customer: &Customer) -> Result<Guest, Why> {
    let id = customer.guid.as_deref().unwrap_or_default();
    let changes = [&check.modified_date, &check.opened_date].map(|at| instant(at.as_ref()));
    Ok(Guest {
        pos_id: place.pos_id.clone(),
        id: CustomerId::of_sent(id).map_err(|why| format!("has an id that {why}"))?,
        // What a later check says of the guest is what counts.
        revision: revision(changes.into_iter().flatten(), MAPPING)?,
        first_name: text::name(customer.first_name.as_deref()).unwrap_or_default(),
        last_name: text::name(customer.last_name.as_deref()).unwrap_or_default(),
        // A part of an address is another one.
        email: customer.email.as_deref().and_then(text::whole),
        cell_phone_number: customer.phone.as_deref().and_then(text::phone),
        // Toast says of nobody whether they agreed to be written to.
        email_consent: None,
        sms_consent: None,
    })
}
