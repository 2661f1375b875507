//! The links between people and locations.

use jiff::Timestamp;
use saffron_core::event::{LocationUnlinked, LocationsChanged};
use saffron_core::{Code, Error, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use saffron_kit::token::MAX_LOCATIONS;

use super::samples::{end_sample, own_pos_id};
use crate::app::{App, log_access, rate_limit};
use crate::domain::{LINK_CODE_LIFETIME, LinkCode, Location, Subject};
use crate::store;

/// Makes a code that links another person to one of this person's locations; returns it with the time at which it ends, UTC.
pub async fn create_link_code(
    app: &App,
    user_id: UserId,
    pos_id: &str,
) -> Result<(LinkCode, Timestamp), Fault> {
    let pos_id = own_pos_id(pos_id)?;
    let (code, expires_at) = (LinkCode::random(), app.now() + LINK_CODE_LIFETIME);
    let mut tx = app.database.begin().await?;
    // The token may be older than an unlink: the stored link counts.
    if !store::lock_link(&mut tx, user_id, &pos_id).await? {
        return Err(Error::not_your_location().into());
    }
    store::insert_link_code(&mut tx, &pos_id, Some(user_id), &code.digest(&pos_id), expires_at).await?;
    tx.commit().await?;
    Ok((code, expires_at))
}

/// Links a location to a person who has a link code of it. The code is used up, also by a person who has the location
/// already.
pub async fn link_location(
    app: &App,
    user_id: UserId,
    pos_id: &str,
    code: &LinkCode,
    remote_address: &str,
) -> Result<Location, Fault> {
    let pos_id = own_pos_id(pos_id.trim())?;
    let person_tries = Subject::link_code_of(user_id);
    let subjects = [person_tries, Subject::link_code_from(remote_address)];
    rate_limit::check(app, &subjects).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    // The person is locked, so that two links at once cannot exceed the limit.
    if !store::lock_person(&mut tx, user_id).await? {
        return Err(Error::session_ended().into());
    }
    if !store::redeem_link_code(&mut tx, &code.digest(&pos_id), now).await? {
        drop(tx);
        rate_limit::count_failure(app, &subjects).await?;
        log_access("link code refused", Some(user_id), remote_address);
        let message = "The posID or the link code is wrong, or the code was used or is older than 7 days. \
                       Check both, or ask an owner or your POS vendor for a new code.";
        return Err(Error::invalid("linkCode", message).into());
    }
    if store::count_other_locations(&mut tx, user_id, &pos_id).await? >= MAX_LOCATIONS {
        let message = format!("You have {MAX_LOCATIONS} locations, which is the maximum. Unlink one first.");
        return Err(Error::new(Code::Conflict, message).into());
    }
    end_sample(&mut tx, user_id).await?;
    if store::insert_link(&mut tx, user_id, &pos_id, now).await? {
        tx.publish(&LocationsChanged { user_id, pos_id: pos_id.clone(), linked: true })?;
    }
    store::clear_tries(&mut tx, &[person_tries]).await?;
    let missing = || Fault::Permanent(format!("{pos_id} has a link code and no location"));
    let location = store::find_location(&mut tx, &pos_id).await?.ok_or_else(missing)?;
    tx.commit().await?;
    log_access("location linked", Some(user_id), remote_address);
    Ok(location)
}

/// Unlinks a location from a person, and voids the link codes that the person made for it. Other people's links stay.
pub async fn unlink_location(app: &App, user_id: UserId, pos_id: &str) -> Result<(), Fault> {
    let pos_id = own_pos_id(pos_id)?;
    let mut tx = app.database.begin().await?;
    if !unlink(&mut tx, user_id, &pos_id).await? {
        return Err(Error::not_your_location().into());
    }
    tx.commit().await
}

/// Unlinks a location from a person, voids the link codes that the person made for it, and publishes the events; false if it
/// was not linked.
pub async fn unlink(tx: &mut Tx, user_id: UserId, pos_id: &PosId) -> Result<bool, Fault> {
    if !store::delete_link(tx, user_id, pos_id).await? {
        return Ok(false);
    }
    store::delete_link_codes(tx, pos_id, Some(user_id)).await?;
    publish_unlinked(tx, user_id, pos_id)?;
    Ok(true)
}

/// Publishes to services and to gateways that a location was unlinked from a person.
pub fn publish_unlinked(tx: &mut Tx, user_id: UserId, pos_id: &PosId) -> Result<(), Fault> {
    tx.publish(&LocationUnlinked { user_id, pos_id: pos_id.clone() })?;
    tx.publish(&LocationsChanged { user_id, pos_id: pos_id.clone(), linked: false })
}
