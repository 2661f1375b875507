use saffron_core::event::{SessionEnded, SessionsEnded};
use saffron_core::{Code, Error, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::App;
use crate::domain::email::{Email, EmailError};
use crate::store::{devices, sessions, users};

/// The most handles that one event names.
const HANDLES: usize = 500;

/// Ends one session of a person, for all gateways at once.
pub async fn end_session(app: &App, user_id: UserId, handle: String) -> Result<Vec<String>, Fault> {
    let mut tx = app.database.begin().await?;
    if !sessions::delete_one(&mut tx, user_id, &handle).await? {
        let error = Error::new(Code::NotFound, "This session has ended already. Load the list again.");
        return Err(Error { field: Some("handle".into()), ..error }.into());
    }
    let ended = vec![handle];
    tell(&mut tx, user_id, &ended)?;
    tx.commit().await?;
    Ok(ended)
}

/// Ends all sessions of a person but one, for all gateways at once, and tells their handles.
pub async fn end_other_sessions(app: &App, user_id: UserId, except: &str) -> Result<Vec<String>, Fault> {
    let mut tx = app.database.begin().await?;
    users::lock(&mut tx, user_id).await?;
    let ended = end_all(&mut tx, user_id, Some(except)).await?;
    tx.commit().await?;
    Ok(ended)
}

/// Ends all sessions of the person with this address, for all gateways at once, and tells how many: for operators, where a
/// device was lost and its owner is at none, or somebody may no longer be in. No device is known to the account after it. A
/// running auth publishes the events.
pub async fn end_sessions_of(database: &Database, email: &str) -> Result<usize, Fault> {
    let user_id = person_of(database, email).await?;
    let mut tx = database.begin().await?;
    users::lock(&mut tx, user_id).await?;
    let ended = end_all(&mut tx, user_id, None).await?;
    devices::delete_of(&mut tx, user_id).await?;
    tx.commit().await?;
    tracing::info!(user = %user_id, sessions = ended.len(), "sessions ended by an operator");
    Ok(ended.len())
}

/// The person with this address, as an operator types it.
pub async fn person_of(database: &Database, email: &str) -> Result<UserId, Fault> {
    let email: Email = email.parse().map_err(|why: EmailError| Error::invalid("email", why.to_string()))?;
    let unknown = || {
        let message = "No account uses this email address. Check the spelling; the address is at the top of the \
                       person's profile.";
        Error { field: Some("email".into()), ..Error::new(Code::NotFound, message) }
    };
    Ok(users::by_email(database, email.as_str()).await?.ok_or_else(unknown)?.profile.user_id)
}

/// Ends all sessions of a person, who is held, but the one with the handle `except`.
pub async fn end_all(tx: &mut Tx, user_id: UserId, except: Option<&str>) -> Result<Vec<String>, Fault> {
    let ended = sessions::delete_others(tx, user_id, except).await?;
    tell(tx, user_id, &ended)?;
    Ok(ended)
}

/// Tells gateways that sessions ended, which they forget at once, and other services.
pub fn tell(tx: &mut Tx, user_id: UserId, handles: &[String]) -> Result<(), Fault> {
    for handle in handles {
        tx.publish(&SessionEnded { handle: handle.clone() })?;
    }
    tell_services(tx, user_id, handles)
}

/// Tells other services that sessions ended.
pub fn tell_services(tx: &mut Tx, user_id: UserId, handles: &[String]) -> Result<(), Fault> {
    for handles in handles.chunks(HANDLES) {
        tx.publish(&SessionsEnded { user_id, handles: handles.to_vec() })?;
    }
    Ok(())
}
