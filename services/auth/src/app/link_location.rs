use saffron_core::event::LocationsChanged;
use saffron_core::{Code, Error, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::token::MAX_LOCATIONS;

use super::note::note;
use super::{App, slow_down};
use crate::domain::{LinkCode, Location, Subject};
use crate::store::{link_codes, links, locations, tries, users};

/// Links a location to a person who has a link code of it. The code is used up, also by a person who has the
/// location already.
pub async fn link_location(
    app: &App,
    user_id: UserId,
    pos_id: &str,
    code: &LinkCode,
    remote_address: &str,
) -> Result<Location, Fault> {
    let pos_id: PosId = pos_id.trim().parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
    let person_tries = Subject::link_of(user_id);
    let subjects = [person_tries, Subject::link_from(remote_address)];
    slow_down::check(app, &subjects).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    // The person is held, so that two links at once cannot pass the limit together.
    if !users::lock(&mut tx, user_id).await? {
        return Err(Error::session_ended().into());
    }
    if !link_codes::take(&mut tx, &code.digest(&pos_id), now).await? {
        drop(tx);
        slow_down::count(app, &subjects).await?;
        note("link code refused", Some(user_id), remote_address);
        let message = "The posID or the link code is wrong, or the code was used or is older than 7 days. \
                       Check both, or ask an owner or your POS vendor for a new code.";
        return Err(Error::invalid("linkCode", message).into());
    }
    if links::count_others(&mut tx, user_id, &pos_id).await? >= MAX_LOCATIONS {
        let message = format!("You have {MAX_LOCATIONS} locations, which is the most. Unlink one first.");
        return Err(Error::new(Code::Conflict, message).into());
    }
    if links::insert(&mut tx, user_id, &pos_id, now).await? {
        tx.publish(&LocationsChanged { user_id, pos_id: pos_id.clone(), linked: true })?;
    }
    tries::clear(&mut tx, &person_tries).await?;
    let gone = || Fault::Permanent(format!("{pos_id} has a link code and no location"));
    let location = locations::find(&mut tx, &pos_id).await?.ok_or_else(gone)?;
    tx.commit().await?;
    note("location linked", Some(user_id), remote_address);
    Ok(location)
}
