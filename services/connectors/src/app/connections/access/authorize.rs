//! Grants of people at the page of a POS: the browser goes there and comes back with a code, which is redeemed for a grant.

use jiff::SignedDuration;
use saffron_core::{Code, Error, PosId};
use saffron_kit::grpc::Caller;
use saffron_kit::{Fault, Secret};
use saffron_pos::PosError;
use uuid::Uuid;

use super::create::{begin_connection, open_connection, reopen_connection};
use crate::app::connections::words;
use crate::app::{App, conflict};
use crate::domain::Pos;
use crate::store;

/// The most people's ways to a POS that wait, of one person: the oldest gives way.
const MOST_BEGUN: i64 = 5;
/// How long a person may take at the page of the POS.
pub const AUTHORIZATION_KEPT: SignedDuration = SignedDuration::from_mins(10);
/// The longest code, characters.
const LONGEST_CODE: usize = 2_000;

/// Where a browser goes, and the key that it keeps until it comes back.
pub struct Departure {
    /// The page of the POS.
    pub url: String,
    /// Proves that the same browser comes back.
    pub key: Secret,
}

/// What a browser brings back.
pub struct Return {
    /// Led through the POS.
    pub state: Secret,
    /// Kept by the browser.
    pub key: Secret,
    /// The POS's code.
    pub code: Secret,
}

/// Whether people can grant access at the page of a POS.
#[must_use]
pub fn takes_grants(app: &App, pos: Pos) -> bool {
    app.adapters.of(pos).authorization(&Secret::new(""), "").is_some()
}

/// Begins to ask a person for access to their account at a POS; `connection_id`: for a connection that there is.
pub async fn begin_authorization(
    app: &App,
    caller: &Caller,
    pos_id: &PosId,
    pos: Pos,
    connection_id: Option<Uuid>,
) -> Result<Departure, Fault> {
    if let Some(connection_id) = connection_id {
        let connection = open_connection(app, pos_id, connection_id).await?;
        if connection.pos != pos {
            return Err(Error::invalid("pos", format!("must be {}", connection.pos.as_str())).into());
        }
    }
    let (state, key) = (Secret::random(), Secret::random());
    let url = app.adapters.of(pos).authorization(&state, &app.settings.returns_to(pos));
    let url = url.ok_or_else(|| {
        conflict(format!("This installation has no application at {}. Connect with a token.", pos.name()))
    })?;
    let mut tx = app.database.begin().await?;
    let digests = (&state.digest(), &key.digest());
    store::insert_authorization(&mut tx, digests, caller.user, (pos_id, pos), connection_id, MOST_BEGUN)
        .await?;
    tx.commit().await?;
    Ok(Departure { url, key })
}

/// Ends it with the code that the browser brings: the connection, and its location.
///
/// A state works once, for ten minutes, and only for the person and the browser that began.
pub async fn finish_authorization(app: &App, caller: &Caller, back: Return) -> Result<(PosId, Uuid), Fault> {
    let Return { state, key, code } = back;
    if code.expose().is_empty() || code.expose().len() > LONGEST_CODE {
        return Err(Error::invalid("code", "must be the code that the POS gave").into());
    }
    let mut tx = app.database.begin().await?;
    let begun = store::take_authorization(&mut tx, (&state.digest(), &key.digest()), caller.user).await?;
    tx.commit().await?;
    let too_old = app.now() - AUTHORIZATION_KEPT;
    let begun = begun.filter(|begun| begun.begun_at.to_jiff() > too_old);
    let begun = begun.ok_or_else(|| {
        let message = "is not one that this browser began in the last 10 minutes: begin again";
        Fault::from(Error::invalid("state", message))
    })?;
    caller.calendar(&begun.pos_id)?;
    let credential = app.adapters.of(begun.pos).redeem(&code, &app.settings.returns_to(begun.pos)).await;
    let credential = credential.map_err(|error| match error {
        PosError::Revoked => {
            let message = format!("is not valid at {} any more: begin again", begun.pos.name());
            Fault::from(Error::invalid("code", message))
        }
        error if error.is_transient() => Error::unavailable(words(begun.pos, &error)).into(),
        error => Error::new(Code::Conflict, words(begun.pos, &error)).into(),
    })?;
    let connection_id = match begun.connection_id {
        Some(connection_id) => {
            let connection = open_connection(app, &begun.pos_id, connection_id).await?;
            let another = |name: &str| {
                let message =
                    format!("You signed in to another account. Sign in to {name}, or connect again.");
                Error::new(Code::Conflict, message)
            };
            reopen_connection(app, &connection, credential, another).await?;
            connection_id
        }
        None => begin_connection(app, &caller.name, &begun.pos_id, begun.pos, credential).await?,
    };
    Ok((begun.pos_id, connection_id))
}
