use jiff::Timestamp;
use saffron_core::Error;
use saffron_kit::{Fault, Secret};

use super::App;
use crate::domain::session::Session;
use crate::store::sessions;

/// A session with its signed token.
pub struct Resolved {
    /// Whose it is, and what they may see.
    pub session: Session,
    /// For the services.
    pub token: String,
    /// UTC.
    pub token_expires_at: Timestamp,
}

/// Tells whose session this is, and notes now and then that it is used.
pub async fn resolve_session(app: &App, session_id: &Secret) -> Result<Resolved, Fault> {
    let (secret_hash, now) = (session_id.digest(), app.now());
    let session = sessions::find(&app.database, &secret_hash, now).await?.ok_or_else(Error::session_ended)?;
    if session.is_due_for_renewal(now) {
        let mut tx = app.database.begin().await?;
        sessions::renew(&mut tx, &secret_hash, session.span, now).await?;
        tx.commit().await?;
    }
    let locations =
        session.locations.iter().map(|location| (location.pos_id.clone(), location.time_zone.clone()));
    let (token, token_expires_at) = app.signer.sign(session.user_id, &session.name, locations, now)?;
    Ok(Resolved { session, token, token_expires_at })
}
