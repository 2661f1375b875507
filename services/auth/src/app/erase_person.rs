use saffron_core::event::{LocationUnlinked, LocationsChanged, PersonErased};
use saffron_core::{Error, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::end_sessions::{end_all, person_of};
use crate::domain::Subject;
use crate::store::{links, sign_ups, tries, users};

/// What an erasure ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erased {
    /// Sessions, by their handles.
    pub sessions: Vec<String>,
    /// Locations that no person has any more.
    pub deserted: Vec<PosId>,
}

/// Erases the person with this address: for operators, where the person asks for it. A running auth publishes the events.
pub async fn erase_person_of(database: &Database, email: &str) -> Result<Erased, Fault> {
    let user_id = person_of(database, email).await?;
    let mut tx = database.begin().await?;
    let erased = erase_person(&mut tx, user_id).await?;
    tx.commit().await?;
    tracing::info!(user = %user_id, sessions = erased.sessions.len(), "a person was erased by an operator");
    Ok(erased)
}

/// Erases a person with everything that hangs on the account: sessions, links, link codes, mails, pictures, devices, sign-ups
/// of the address, and what was counted of it. Other services forget the person by the event.
pub async fn erase_person(tx: &mut Tx, user_id: UserId) -> Result<Erased, Fault> {
    if !users::lock(tx, user_id).await? {
        return Err(Error::session_ended().into());
    }
    let sessions = end_all(tx, user_id, None).await?;
    let left = links::delete_all(tx, user_id).await?;
    for (pos_id, _) in &left {
        tx.publish(&LocationUnlinked { user_id, pos_id: pos_id.clone() })?;
        tx.publish(&LocationsChanged { user_id, pos_id: pos_id.clone(), linked: false })?;
    }
    let email = users::delete(tx, user_id).await?.ok_or_else(Error::session_ended)?;
    sign_ups::delete_of(tx, &email).await?;
    let subjects = [
        Subject::login_of(&email),
        Subject::sign_up_of(&email),
        Subject::reset_of(&email),
        Subject::link_of(user_id),
        Subject::change_of(user_id),
    ];
    tries::clear_all(tx, &subjects).await?;
    tx.publish(&PersonErased { user_id })?;
    let deserted = left.into_iter().filter(|(_, is_last)| *is_last).map(|(pos_id, _)| pos_id).collect();
    Ok(Erased { sessions, deserted })
}
