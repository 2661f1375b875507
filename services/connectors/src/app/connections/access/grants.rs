//! Grants end unless they are exchanged: the worker that finds one due exchanges it, and the others go on with it meanwhile.

use jiff::SignedDuration;
use saffron_kit::Secret;
use saffron_pos::PosError;

use super::create::seal;
use crate::app::App;
use crate::app::connections::Stop;
use crate::domain::{Term, read_credential};
use crate::store::{self, ConnectionRow};

/// How long a worker may take to exchange a grant, before another one may try.
const EXCHANGE: SignedDuration = SignedDuration::from_mins(2);

/// The sealed credential of a connection: the next one if it was due.
///
/// If this process dies after the POS gave the next grant and before it is stored, the one before is exchanged once more: at a POS whose
/// grants can be exchanged once, the person has to connect again.
pub(in crate::app::connections) async fn fresh_credential(
    app: &App,
    connection: &ConnectionRow,
) -> Result<Option<Vec<u8>>, Stop> {
    let (Some(before), Some(renew_at)) = (&connection.credential, connection.renew_at) else {
        return Ok(connection.credential.clone());
    };
    let (now, connection_id) = (app.now(), connection.connection_id);
    if renew_at.to_jiff() > now {
        return Ok(Some(before.clone()));
    }
    let mut tx = app.database.begin().await?;
    let is_ours = store::hold_grant(&mut tx, connection_id, before, now + EXCHANGE).await?;
    tx.commit().await?;
    if !is_ours {
        return Ok(Some(before.clone()));
    }
    let place = ConnectionRow::credential_place(connection_id);
    let credential = read_credential(&Secret::new(app.sealed.open_value::<String>(&place, before)?))?;
    let next = match app.adapters.of(connection.pos).renew(&credential).await {
        Ok(Some(next)) => next,
        Ok(None) => return Ok(Some(before.clone())),
        // It opens the account until it ends: what is read by it may go on.
        Err(error) if error.is_transient() && connection.expires_at.is_some_and(|at| at.to_jiff() > now) => {
            tracing::warn!(%error, %connection_id, "a grant could not be exchanged, and is tried again");
            return Ok(Some(before.clone()));
        }
        Err(error) => return Err(Stop::Pos(refused(error))),
    };
    let sealed = seal(app, connection_id, &next)?;
    let mut tx = app.database.begin().await?;
    let term = Term::of(&next, app.now());
    if !store::replace_grant(&mut tx, connection_id, (before, &sealed), term).await? {
        // A person gave it another one, or ended it.
        return Err(Stop::Lost);
    }
    tx.commit().await?;
    Ok(Some(sealed))
}

/// A POS that refuses to exchange a grant takes it no more.
fn refused(error: PosError) -> PosError {
    match error {
        PosError::Refused(_) | PosError::Missing => PosError::Revoked,
        error => error,
    }
}

/// What is said of a grant that ends soon and could not be exchanged.
pub fn ends_soon(connection: &ConnectionRow, now: jiff::Timestamp) -> Option<jiff::Timestamp> {
    let (expires_at, renew_at) = (connection.expires_at?.to_jiff(), connection.renew_at?.to_jiff());
    let third = expires_at.duration_since(renew_at) / 3;
    (now.duration_since(renew_at) > third).then_some(expires_at)
}
