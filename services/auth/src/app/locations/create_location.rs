use saffron_core::event::{BusinessDaySet, LocationProvisioned, LocationsChanged};
use saffron_core::{Code, DayStarts, Error, UserId};
use saffron_kit::token::MAX_LOCATIONS;
use saffron_kit::{Fault, Secret};

use super::publish_description;
use super::samples::end_sample;
use crate::app::{App, log_access, rate_limit};
use crate::domain::{Location, NO_VENDOR, Registration, SentLocation, Subject, new_pos_id};
use crate::store::{self, Registered};

/// Makes a location of a person's own and links it to them. Sales come to it by named ingest keys: the key that a POS vendor
/// would have is nobody's.
///
/// # Errors
/// Invalid, naming the field; conflict, if the person has a location of that name or too many of them.
pub async fn create_location(app: &App, user_id: UserId, sent: SentLocation) -> Result<Location, Fault> {
    let pos_id = new_pos_id(&sent.name)?.to_string();
    let registration = Registration::check(SentLocation { pos_id, ..sent })?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    // The person is locked, so that a request that was sent twice finds the first one's location.
    if !store::lock_person(&mut tx, user_id).await? {
        return Err(Error::session_ended().into());
    }
    end_sample(&mut tx, user_id).await?;
    let Location { pos_id, name, time_zone, .. } = registration.location.clone();
    if store::has_location_named(&mut tx, user_id, &name).await? {
        let message =
            "You have a location of this name. Give the new one another name, such as the street it is in.";
        return Err(Error::new(Code::Conflict, message).about("name").into());
    }
    if store::count_other_locations(&mut tx, user_id, &pos_id).await? >= MAX_LOCATIONS {
        let message = format!("You have {MAX_LOCATIONS} locations, which is the maximum. Unlink one first.");
        return Err(Error::new(Code::Conflict, message).into());
    }
    rate_limit::count_or_refuse(&mut tx, &[Subject::locations_of(user_id)]).await?;
    let key_hash = Secret::random().digest();
    let registered = store::register(&mut tx, NO_VENDOR, &registration, &key_hash, false, now).await?;
    if !matches!(registered, Registered::Done(_)) {
        return Err(Fault::Permanent(format!("{pos_id} is registered already")));
    }
    store::insert_link(&mut tx, user_id, &pos_id, now).await?;
    let calendar = registration.location.calendar();
    if calendar.starts() != &DayStarts::default() {
        tx.publish(&BusinessDaySet::of(pos_id.clone(), &calendar))?;
    }
    tx.publish(&LocationProvisioned { pos_id: pos_id.clone(), name, time_zone: time_zone.into() })?;
    publish_description(&mut tx, registration.location.clone())?;
    tx.publish(&LocationsChanged { user_id, pos_id, linked: true })?;
    tx.commit().await?;
    log_access("location made", Some(user_id), "");
    Ok(registration.location)
}
