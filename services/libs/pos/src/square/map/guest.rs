//! Profiles of guests.

use jiff::Timestamp;
use saffron_core::CustomerId;
use saffron_core::id::PosGiven as _;
use saffron_till::{Event, Guest, MergedGuest};

use super::{MAPPING, SOURCE, Why};
use crate::square::model::{Customer, Merge};
use crate::time::{instant, revision};
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
    let id = customer_id(customer.id.as_deref().unwrap_or_default())?;
    let changes =
        [customer.updated_at.as_ref(), customer.created_at.as_ref()].into_iter().filter_map(instant);
    let given =
        text::name(customer.given_name.as_deref()).or_else(|| text::name(customer.nickname.as_deref()));
    let family = text::name(customer.family_name.as_deref());
    let company =
        text::name(customer.company_name.as_deref()).filter(|_| given.is_none() && family.is_none());
    let is_out = customer.preferences.as_ref().is_some_and(|wishes| wishes.email_unsubscribed == Some(true));
    Ok(Guest {
        pos_id: place.pos_id.clone(),
        id,
        revision: revision(changes, MAPPING)?,
        first_name: given.or(company).unwrap_or_default(),
        last_name: family.unwrap_or_default(),
        // A part of an address is another one.
        email: customer.email_address.as_deref().and_then(text::whole),
        cell_phone_number: customer.phone_number.as_deref().and_then(text::phone),
        // That a guest did not unsubscribe is no consent, and texts are not known to the API.
        email_consent: is_out.then_some(false),
        sms_consent: None,
    })
}

/// The merges that an event of a webhook names, made at this time: the ids that end, and the one that stays.
#[must_use]
pub fn merged_guests(place: &Place, merge: &Merge, at: Timestamp) -> Vec<Result<Event, Unmapped>> {
    let to = merge.to_customer_id.as_deref().unwrap_or_default();
    let ended = merge.from_customer_ids.iter().filter(|from| from.as_str() != to);
    let event = |from: &String| {
        let merged = || -> Result<MergedGuest, Why> {
            Ok(MergedGuest {
                pos_id: place.pos_id.clone(),
                id: customer_id(from)?,
                merged_into: customer_id(to)?,
                revision: revision([at], MAPPING)?,
            })
        };
        let merged = merged().map_err(|why| Unmapped::new(KIND, from, why))?;
        door::accepted(place, KIND, from, Event::merged_guest(SOURCE, &merged))
    };
    ended.map(event).collect()
}

fn customer_id(sent: &str) -> Result<CustomerId, Why> {
    CustomerId::of_sent(sent).map_err(|why| format!("has an id that {why}"))
}
