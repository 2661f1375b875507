//! What operators do with the people of a location (`saffron people`).

use jiff::Timestamp;
use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::end_sessions::person_of;
use super::unlink_location::unlink;
use crate::store::{link_codes, links, locations};

/// Rows that one statement reads.
const PAGE: i64 = 500;

/// A person who may see a location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonAt {
    /// What they sign in with.
    pub email: String,
    /// When they linked it, UTC.
    pub linked_at: Timestamp,
    /// When a session of theirs that has not ended was last used, UTC, right to a day; none without one.
    pub last_seen_at: Option<Timestamp>,
}

/// Everybody who may see a location, earliest link first: for operators.
pub async fn people_at(database: &Database, pos_id: &str) -> Result<Vec<PersonAt>, Fault> {
    let pos_id = location_of(database, pos_id).await?;
    let (mut people, mut after) = (Vec::new(), None);
    loop {
        let page = links::people_at(database, &pos_id, after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(people) };
        after = Some((last.linked_at, last.user_id));
        people.extend(page.into_iter().map(|one| PersonAt {
            email: one.email,
            linked_at: one.linked_at,
            last_seen_at: one.last_seen_at,
        }));
    }
}

/// Takes a location off the list of the person with this address, as if they had unlinked it themselves: for operators,
/// where somebody left or a restaurant was sold. The link codes that the person made, and those of the POS vendor, which
/// the person may hold, are void. Tells how many of the vendor's were. A running auth publishes the events.
pub async fn remove_person(database: &Database, email: &str, pos_id: &str) -> Result<u64, Fault> {
    let user_id = person_of(database, email).await?;
    let pos_id = location_of(database, pos_id).await?;
    let mut tx = database.begin().await?;
    if !unlink(&mut tx, user_id, &pos_id).await? {
        let message = "This person does not have this location. `saffron people list` shows who has it.";
        return Err(Error { field: Some("email".into()), ..Error::new(Code::NotFound, message) }.into());
    }
    let voided = link_codes::void_of_vendor(&mut tx, &pos_id).await?;
    tx.commit().await?;
    tracing::info!(user = %user_id, %pos_id, "a person was taken off a location by an operator");
    Ok(voided)
}

async fn location_of(database: &Database, pos_id: &str) -> Result<PosId, Fault> {
    let pos_id: PosId = pos_id.trim().parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
    if locations::exists(database, &pos_id).await? {
        return Ok(pos_id);
    }
    let error = Error::new(Code::NotFound, "There is no location with this posID.");
    Err(Error { field: Some("posID".into()), ..error }.into())
}
