use saffron_core::PosId;
use saffron_kit::{Fault, Secret};
use strum::IntoEnumIterator as _;
use uuid::Uuid;

use super::announce::announce;
use super::no_such_connection;
use crate::app::{App, conflict};
use crate::domain::{ConnectionState, FeedKind, read_credential};
use crate::store::{self, ConnectedRow, ConnectionRow};

/// What a person does with the connection of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionStep {
    /// Nothing is read until it is resumed.
    Pause,
    /// Goes on from where it was paused.
    Resume,
    /// Nothing is read any more. What came in stays.
    End,
}

/// Makes a step. The same step again changes nothing.
pub async fn step_connection(
    app: &App,
    token: &str,
    pos_id: &PosId,
    connection_id: Uuid,
    step: ConnectionStep,
) -> Result<(), Fault> {
    let mut conn = app.database.pool().acquire().await?;
    let connection = store::find_connection(&mut conn, pos_id, connection_id).await?;
    let connection = connection.ok_or_else(|| no_such_connection(connection_id))?;
    let location = store::find_connected(&mut conn, pos_id, connection_id).await?;
    let is_last = store::is_last(&mut conn, pos_id, connection_id).await?;
    drop(conn);
    match (step, location) {
        (ConnectionStep::End, location) => {
            end(app, token, (pos_id, &connection), location.as_ref(), is_last).await
        }
        (_, None) => Err(conflict("Choose a location of this connection first.")),
        (_, Some(location)) if location.ended_at.is_some() => {
            Err(conflict("This connection has ended. Connect again."))
        }
        (_, Some(location)) if location.is_paused == (step == ConnectionStep::Pause) => Ok(()),
        (step, Some(_)) => {
            let is_paused = step == ConnectionStep::Pause;
            let mut tx = app.database.begin().await?;
            // Feeds before their location, as workers do: neither waits for what the other one holds.
            if !is_paused {
                let kinds: Vec<FeedKind> = FeedKind::iter().collect();
                store::wake_feeds(&mut tx, pos_id, connection_id, &kinds, app.now()).await?;
            }
            store::set_paused(&mut tx, pos_id, connection_id, is_paused).await?;
            announce(&mut tx, connection_id, Some(pos_id)).await?;
            tx.commit().await?;
            app.wake_feeds.notify_waiters();
            Ok(())
        }
    }
}

/// Ends a connection at a location, or one of which no location was chosen. Its key is revoked first: once it has ended here, nothing
/// can be sent with it. If this process dies before the commit, the person ends it once more.
async fn end(
    app: &App,
    token: &str,
    (pos_id, connection): (&PosId, &ConnectionRow),
    location: Option<&ConnectedRow>,
    is_last: bool,
) -> Result<(), Fault> {
    let connection_id = connection.connection_id;
    if location.is_some_and(|location| location.ended_at.is_some()) {
        return Ok(());
    }
    if let Some(location) = location {
        app.others.revoke_key(token, pos_id, &location.source).await?;
    }
    if is_last {
        revoke(app, connection).await;
    }
    let mut tx = app.database.begin().await?;
    let state = store::lock_connection(&mut tx, connection_id).await?;
    store::end_connected(&mut tx, pos_id, connection_id, app.now()).await?;
    if location.is_some() {
        announce(&mut tx, connection_id, Some(pos_id)).await?;
    }
    // Another location may have been connected or ended meanwhile.
    let is_last = store::is_last(tx.conn(), pos_id, connection_id).await?;
    if is_last && state.is_some_and(|state| state != ConnectionState::Ended) {
        store::end_connection(&mut tx, connection_id).await?;
    }
    tx.commit().await
}

/// Ends the credential at the POS, as far as it lets us: here it is deleted in any case.
async fn revoke(app: &App, connection: &ConnectionRow) {
    let Some(sealed) = &connection.credential else { return };
    let place = ConnectionRow::credential_place(connection.connection_id);
    let opened =
        app.sealed.open_value::<String>(&place, sealed).and_then(|json| read_credential(&Secret::new(json)));
    let Ok(credential) = opened else { return };
    if let Err(error) = app.adapters.of(connection.pos).revoke(&credential).await {
        tracing::warn!(%error, connection = %connection.connection_id, "a credential could not be ended at its POS");
    }
}
