//! Resolves and ends sessions.

use jiff::Timestamp;
use saffron_core::event::{SessionEnded, SessionsEnded};
use saffron_core::{Code, EmailAddress, Error, UserId, parse_field};
use saffron_kit::pg::{Database, Tx};
use saffron_kit::{Fault, Secret};

use super::App;
use crate::domain::Session;
use crate::store;

/// The most handles in one event.
const HANDLES_PER_EVENT: usize = 500;

/// The person who has the account with this address, as an operator types it.
pub async fn find_user_id(database: &Database, email: &str) -> Result<UserId, Fault> {
    let email: EmailAddress = parse_field("email", email)?;
    let unknown = || {
        let message = "No account uses this email address. Check the spelling; the address is at the top of the \
                       person's profile.";
        Error::new(Code::NotFound, message).about("email")
    };
    Ok(store::credentials_by_email(database, email.as_str()).await?.ok_or_else(unknown)?.user_id)
}

/// A session with its signed token.
pub struct ResolvedSession {
    pub session: Session,
    /// The signed token that services accept.
    pub token: String,
    /// UTC.
    pub token_expires_at: Timestamp,
}

/// Finds a session by its id and signs a token for it; renews the session if that is due.
pub async fn resolve_session(app: &App, session_id: &Secret) -> Result<ResolvedSession, Fault> {
    let (secret_hash, now) = (session_id.digest(), app.now());
    let found = store::find_session(&app.database, &secret_hash, now).await?;
    let session = found.ok_or_else(Error::session_ended)?;
    if session.is_due_for_renewal(now) {
        let mut tx = app.database.begin().await?;
        store::renew(&mut tx, &secret_hash, session.kind, now).await?;
        tx.commit().await?;
    }
    let locations = session.locations.iter().map(|location| (location.pos_id.clone(), location.calendar()));
    let (token, token_expires_at) = app.signer.sign(session.user_id, &session.name, locations, now)?;
    Ok(ResolvedSession { session, token, token_expires_at })
}

/// Ends a session, for all gateways at once; an unknown one is no error.
pub async fn logout(app: &App, session_id: &Secret) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    if let Some((user_id, handle)) = store::delete_session(&mut tx, &session_id.digest()).await? {
        publish_ended(&mut tx, user_id, &[handle])?;
    }
    tx.commit().await
}

/// Ends one session of a person, for all gateways at once; returns its handle.
pub async fn end_session(app: &App, user_id: UserId, handle: String) -> Result<Vec<String>, Fault> {
    let mut tx = app.database.begin().await?;
    if !store::delete_session_by_handle(&mut tx, user_id, &handle).await? {
        let error = Error::new(Code::NotFound, "This session has ended already. Load the list again.");
        return Err(error.about("handle").into());
    }
    let ended = vec![handle];
    publish_ended(&mut tx, user_id, &ended)?;
    tx.commit().await?;
    Ok(ended)
}

/// Ends all sessions of a person but one, for all gateways at once; returns their handles.
pub async fn end_other_sessions(app: &App, user_id: UserId, except: &str) -> Result<Vec<String>, Fault> {
    let mut tx = app.database.begin().await?;
    store::lock_person(&mut tx, user_id).await?;
    let ended = end_sessions(&mut tx, user_id, Some(except)).await?;
    tx.commit().await?;
    Ok(ended)
}

/// Ends all sessions of the person with this address, for all gateways at once, and returns how many: for operators, if a
/// device was lost and its owner has no other, or a person may no longer sign in. The account's remembered devices are forgotten.
/// A running auth publishes the events.
pub async fn end_sessions_of(database: &Database, email: &str) -> Result<usize, Fault> {
    let user_id = find_user_id(database, email).await?;
    let mut tx = database.begin().await?;
    store::lock_person(&mut tx, user_id).await?;
    let ended = end_sessions(&mut tx, user_id, None).await?;
    store::delete_devices(&mut tx, user_id).await?;
    tx.commit().await?;
    tracing::info!(user = %user_id, sessions = ended.len(), "sessions ended by an operator");
    Ok(ended.len())
}

/// Ends all sessions of a locked person, except the one with the handle `except`; returns the handles.
pub async fn end_sessions(tx: &mut Tx, user_id: UserId, except: Option<&str>) -> Result<Vec<String>, Fault> {
    let ended = store::delete_others(tx, user_id, except).await?;
    publish_ended(tx, user_id, &ended)?;
    Ok(ended)
}

/// Publishes to gateways, which forget them at once, and to services that sessions ended.
fn publish_ended(tx: &mut Tx, user_id: UserId, handles: &[String]) -> Result<(), Fault> {
    for handle in handles {
        tx.publish(&SessionEnded { handle: handle.clone() })?;
    }
    publish_ended_to_services(tx, user_id, handles)
}

/// Publishes to services that sessions ended.
pub fn publish_ended_to_services(tx: &mut Tx, user_id: UserId, handles: &[String]) -> Result<(), Fault> {
    let mut chunks = handles.chunks(HANDLES_PER_EVENT);
    chunks.try_for_each(|handles| tx.publish(&SessionsEnded { user_id, handles: handles.to_vec() }))
}
