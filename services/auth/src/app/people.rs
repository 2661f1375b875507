//! Operators' changes of people (`saffron people`).

use saffron_core::event::PersonErased;
use saffron_core::{Code, Error, PosId, UserId, parse_field};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::locations::{publish_unlinked, unlink};
use super::sessions::{end_sessions, find_user_id};
use crate::domain::{PersonAt, Subject};
use crate::store;

/// The most rows that one statement reads.
const PAGE: i64 = 500;

/// The people of a location, earliest link first: for operators.
pub async fn people_at(database: &Database, pos_id: &str) -> Result<Vec<PersonAt>, Fault> {
    let pos_id = existing_location(database, pos_id).await?;
    let (mut people, mut after) = (Vec::new(), None);
    loop {
        let page = store::page_of_people(database, &pos_id, after, PAGE).await?;
        let Some((user_id, last)) = page.last() else { return Ok(people) };
        after = Some((last.linked_at, *user_id));
        people.extend(page.into_iter().map(|(_, person)| person));
    }
}

/// Unlinks a location from the person with this address, like the person's own unlink: for operators, if a person left or a
/// restaurant was sold. The link codes that the person made are void, and so are those of the POS vendor,
/// which the person may have; returns how many codes of the vendor. A running auth publishes the events.
pub async fn remove_person(database: &Database, email: &str, pos_id: &str) -> Result<u64, Fault> {
    let user_id = find_user_id(database, email).await?;
    let pos_id = existing_location(database, pos_id).await?;
    let mut tx = database.begin().await?;
    if !unlink(&mut tx, user_id, &pos_id).await? {
        let message = "This person does not have this location. `saffron people list` shows who has it.";
        return Err(Error::new(Code::NotFound, message).about("email").into());
    }
    let voided = store::delete_link_codes(&mut tx, &pos_id, None).await?;
    tx.commit().await?;
    tracing::info!(user = %user_id, %pos_id, "a person was taken off a location by an operator");
    Ok(voided)
}

/// Reads the posID of a location, as an operator types it.
async fn existing_location(database: &Database, pos_id: &str) -> Result<PosId, Fault> {
    let pos_id: PosId = parse_field("posID", pos_id.trim())?;
    if store::location_exists(database, &pos_id).await? {
        return Ok(pos_id);
    }
    Err(Error::new(Code::NotFound, "There is no location with this posID.").about("posID").into())
}

/// The result of an erasure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erased {
    /// Sessions that ended, by their handles.
    pub sessions: Vec<String>,
    /// Locations that no person has any more.
    pub deserted: Vec<PosId>,
}

/// Erases the person with this address: for operators, if the person asks for it. A running auth publishes the events.
pub async fn erase_person_of(database: &Database, email: &str) -> Result<Erased, Fault> {
    let user_id = find_user_id(database, email).await?;
    let mut tx = database.begin().await?;
    let erased = erase_person(&mut tx, user_id).await?;
    tx.commit().await?;
    tracing::info!(user = %user_id, sessions = erased.sessions.len(), "a person was erased by an operator");
    Ok(erased)
}

/// Erases a person with all rows of the account: sessions, links, link codes, mails, pictures, devices, sign-ups of the
/// address, and tries. The event makes other services erase the person too.
async fn erase_person(tx: &mut Tx, user_id: UserId) -> Result<Erased, Fault> {
    if !store::lock_person(tx, user_id).await? {
        return Err(Error::session_ended().into());
    }
    let sessions = end_sessions(tx, user_id, None).await?;
    let unlinked = store::delete_links(tx, user_id).await?;
    unlinked.iter().try_for_each(|(pos_id, _)| publish_unlinked(tx, user_id, pos_id))?;
    let email = store::delete_person(tx, user_id).await?.ok_or_else(Error::session_ended)?;
    store::delete_sign_ups(tx, &email).await?;
    let subjects = [
        Subject::login_of(&email, None),
        Subject::sign_up_of(&email),
        Subject::reset_of(&email, None),
        Subject::link_code_of(user_id),
        Subject::password_change_of(user_id),
    ];
    store::clear_tries(tx, &subjects).await?;
    tx.publish(&PersonErased { user_id })?;
    let deserted = unlinked.into_iter().filter(|(_, is_last)| *is_last).map(|(pos_id, _)| pos_id).collect();
    Ok(Erased { sessions, deserted })
}
